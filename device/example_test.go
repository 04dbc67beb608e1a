package device_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Count on a GPU where there is one, and on the CPU where there is none. (The engine Auto
// does so by itself, and leaves small graphs to the CPU.)
func Example_fallback() {
	ctx := context.Background()
	src, err := generate.New("karate", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	gpus := device.New(1<<30, 0) // the first, and 1 GiB of its memory
	defer gpus.Close()

	opt := triangle.Options{Engine: device.CUDA, Devices: gpus}
	result, err := triangle.Count(ctx, src, opt)
	if errors.Is(err, device.ErrNone) {
		opt.Engine = device.CPU
		result, err = triangle.Count(ctx, src, opt)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Triangles, "triangles")
	// Output: 45 triangles
}

func ExampleList() {
	gpus, err := device.List()
	if errors.Is(err, device.ErrNone) {
		return // and err says why
	}
	for _, gpu := range gpus {
		fmt.Printf("%d: %s, %d MiB free, %s\n", gpu.Number, gpu.Name, gpu.Free>>20, gpu.Problem)
	}
}
