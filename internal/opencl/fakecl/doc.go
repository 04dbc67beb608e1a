// Package fakecl is an OpenCL with one GPU in plain Go, for tests of host code: it fails the
// call that a test wants to fail, and knows what was made and never given back. Memory is
// real; kernels do nothing. What kernels compute is tested on a device, such as PoCL's.
package fakecl
