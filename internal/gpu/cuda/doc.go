// Package cuda is the CUDA driver API as a table of Go functions. [Open] fills
// the table from the driver that the machine has, at run time and without cgo,
// so that one binary runs with a driver and without; package fakecuda fills it
// with a driver of plain Go, for tests.
//
// Nothing here knows what the calls are for: package gpu does. The functions
// take and return what the driver does, and every one returns its [Result].
// Those that need a context need it current on the calling thread.
package cuda
