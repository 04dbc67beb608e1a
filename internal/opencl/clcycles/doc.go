// Package clcycles searches chordless cycles with OpenCL, by the method levels of package
// chordless: the published two-stage enumeration. It has what the host of that method asks a
// device for; which paths are taken when is chordless's to say. Its kernels are in OpenCL C 1.2;
// the driver builds them from their source.
package clcycles
