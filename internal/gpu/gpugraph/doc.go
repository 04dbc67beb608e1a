// Package gpugraph holds graphs in the memory of an NVIDIA device, for the
// methods that count there.
package gpugraph
