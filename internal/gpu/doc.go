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
//	arguments := gpu.NewPacked()
//	kernels.FillArgs{Values: values, Value: 7, N: uint64(n)}.Pack(arguments)
//	err = stream.Launch(fill, gpu.Grid1D(n, 256), arguments)
//	err = gpu.Read(stream, host, values)    // waits
//
// # Threads
//
// The driver keeps the current context by thread, and a goroutine may run on
// any thread. Every call here therefore makes the device's context current
// first, on a thread that is locked to it for the time of the call, but for those in a
// [Stream.Sequence], which have both for all of them. Methods may be called from any goroutine and, Close and Free apart, from several at
// once.
//
// A goroutine that owns the thread and takes calls through a channel took 22 µs a
// launch, against 0.14 µs for making the context current (one H200, November 2026).
//
// Contexts have 2 hardware queues, where the driver would make 8, unless
// CUDA_DEVICE_MAX_CONNECTIONS says otherwise: that takes a tenth of a second off a
// process on Linux, and nothing here needs more.
//
// # Memory
//
// What is allocated on a device is counted against the limit that it was opened with,
// and refused by it with a typed error before the driver is asked. [Device.Room] is that
// limit, or what the device has free, less a 64th for what the driver rounds up and takes
// itself. Typed arrays are views of buffers, so that one buffer serves several steps.
// Copies in a stream take pinned memory only; the types see to that. Closing a device
// frees what is left, newest first.
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
