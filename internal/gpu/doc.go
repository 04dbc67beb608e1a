// Package gpu runs kernels on NVIDIA devices: devices, memory, copies,
// streams, events, modules and launches, over the driver API and nothing else.
// There is no cgo and no CUDA toolkit; the driver is found at run time.
//
//	driver, err := gpu.Open()               // ErrNoDriver where there is none
//	device, err := driver.OpenDevice(0, limit)
//	defer device.Close()                    // frees what is left
//	stream, err := device.NewStream()
//	buffer, err := device.Alloc(4 * n)
//	values := gpu.View[uint32](buffer, 0, n)
//	module, err := device.LoadModule(kernels.Fill.Files, kernels.Fill.Module)
//	fill, err := module.Function(kernels.Fill.Name)
//	err = stream.Launch(fill, gpu.Grid1D(n, 256), kernels.FillArgs{Values: values, Value: 7, N: uint64(n)})
//	err = gpu.Read(stream, host, values)    // waits
//
// # Threads
//
// The driver keeps the current context by thread, and a goroutine may run on
// any thread. Every call here therefore makes the device's context current
// first, on a thread that is locked to it for the time of the call. Methods
// may be called from any goroutine and, Close and Free apart, from several at
// once.
//
// # Errors
//
// A failed driver call is an [*Error] with the call and the driver's code;
// errors.Is tells its class: [ErrOutOfMemory], [ErrDeviceLost], [ErrNoDevice],
// [ErrInvalidPTX], [ErrNoDriver], [ErrOldDriver]. After [ErrDeviceLost] the
// device answers every call so; what is left to do is Close.
//
// Work in a stream fails when it runs, not when it is asked for: the error of
// a kernel comes from a later call, at the latest from [Stream.Synchronize].
package gpu
