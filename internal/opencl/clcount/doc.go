// Package clcount counts triangles with OpenCL, over oriented lists that the CPU makes. Its
// kernels are the simple forms of those of package gpucount, in OpenCL C 1.2; the driver
// builds them from their source.
package clcount
