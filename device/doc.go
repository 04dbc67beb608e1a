// Package device chooses GPUs: which ones to use, and how much memory of each.
//
//	gpus := device.New(8<<30, 0, 1) // numbers 0 and 1, and 8 GiB of each
//	defer gpus.Close()
//	result, err := triangle.Count(ctx, src, triangle.Options{Engine: device.CUDA, Devices: gpus})
//
// An [Engine] says whether they are used: CUDA asks for them, CPU for none, and Auto
// takes what is best.
//
// Opening a GPU takes some tenths of a second. A [Group] is opened when something
// first needs it, and serves every count until it is closed. [List] says what there
// is.
//
// GPUs are NVIDIA's, of compute capability 7.5 and newer. The driver is found at
// run time; a program built with the tag nogpu looks for none.
package device
