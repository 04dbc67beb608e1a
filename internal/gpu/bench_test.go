package gpu_test

import (
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/gpu/internal/selftest"
)

// BenchmarkOpenDevice makes a context and gives it back.
func BenchmarkOpenDevice(b *testing.B) {
	machine, err := gpu.Open()
	if err != nil {
		b.Skipf("needs a GPU: %v", err)
	}
	for b.Loop() {
		if err := must(machine.OpenDevice(0, 0))(b).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFreeMemory is the least call: one question to the driver, in its context.
func BenchmarkFreeMemory(b *testing.B) {
	device := gputest.Open(b, 0)
	for b.Loop() {
		must(device.FreeMemory())(b)
	}
}

// BenchmarkRecord is a call that puts work in a stream and waits for nothing.
func BenchmarkRecord(b *testing.B) {
	device := gputest.Open(b, 0)
	stream, event := must(device.NewStream())(b), must(device.NewEvent())(b)
	for b.Loop() {
		if err := stream.Record(event); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLaunch launches a kernel that does next to nothing: one after the
// other, and each waited for.
func BenchmarkLaunch(b *testing.B) {
	device := gputest.Open(b, 0)
	stream := must(device.NewStream())(b)
	buffer := must(device.Alloc(4))(b)
	fill := must(must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(b).Function("fill"))(b)
	array := gpu.View[uint32](buffer, 0, 1)
	launch := func(b *testing.B) {
		if err := stream.Launch(fill, gpu.Grid1D(1, 32), pack(selftest.FillArgs{Values: array, Value: 1, N: 1})); err != nil {
			b.Fatal(err)
		}
	}
	wait := func(b *testing.B) {
		if err := stream.Synchronize(); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("queued", func(b *testing.B) {
		for b.Loop() {
			launch(b)
		}
		wait(b)
	})
	b.Run("waited", func(b *testing.B) {
		for b.Loop() {
			launch(b)
			wait(b)
		}
	})
}

// BenchmarkLoadModule loads a module that the driver compiled before.
func BenchmarkLoadModule(b *testing.B) {
	device := gputest.Open(b, 0)
	for b.Loop() {
		if err := must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(b).Free(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCopy copies 256 MiB.
func BenchmarkCopy(b *testing.B) {
	const size = 256 << 20
	device := gputest.Open(b, 0)
	stream := must(device.NewStream())(b)
	buffer := must(device.Alloc(2 * size))(b)
	pinned := must(device.AllocHost(size))(b)
	ordinary := make([]uint64, size/8)
	there, other := gpu.View[uint64](buffer, 0, size/8), gpu.View[uint64](buffer, size, size/8)
	here := gpu.HostView[uint64](pinned, 0, size/8)
	for i := range here.Elements() {
		here.Elements()[i] = uint64(i) * 0x9e3779b97f4a7c15
		ordinary[i] = here.Elements()[i]
	}
	for _, x := range []struct {
		name string
		copy func() error
	}{
		{"to device", func() error { return gpu.Upload(stream, there, here) }},
		{"to host", func() error { return gpu.Download(stream, here, there) }},
		{"on device", func() error { return gpu.Copy(stream, other, there) }},
		{"fill", func() error { return gpu.Memset(stream, there, 1) }},
		{"to device, not pinned", func() error { return gpu.Write(stream, there, ordinary) }},
		{"to host, not pinned", func() error { return gpu.Read(stream, ordinary, there) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				if err := x.copy(); err != nil {
					b.Fatal(err)
				}
				if err := stream.Synchronize(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAlloc allocates and frees.
func BenchmarkAlloc(b *testing.B) {
	device := gputest.Open(b, 0)
	for _, x := range []struct {
		name  string
		bytes int64
	}{{"4KiB", 4 << 10}, {"1GiB", 1 << 30}} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				if err := must(device.Alloc(x.bytes))(b).Free(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("pinned 64MiB", func(b *testing.B) {
		for b.Loop() {
			if err := must(device.AllocHost(64 << 20))(b).Free(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
