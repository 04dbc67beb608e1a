package gpu_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/gpu/internal/selftest"
)

// must returns a value, and fails the test on an error.
func must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestOpen(t *testing.T) {
	machine, err := gpu.Open()
	if err == nil {
		t.Logf("CUDA %v, driver %q, %d GPUs", machine.Version(), machine.Release(), machine.Devices())
		return
	}
	t.Log(err)
	if !errors.Is(err, gpu.ErrNoDriver) && !errors.Is(err, gpu.ErrOldDriver) && !errors.Is(err, gpu.ErrNoDevice) {
		t.Errorf("%v is of no class", err)
	}
}

// TestKernelsOnDevice runs the kernels on random numbers, against plain Go.
func TestKernelsOnDevice(t *testing.T) {
	device := gputest.Open(t, 0)
	t.Logf("%+v", device.Info())
	runAllKernels(t, device, 1, 31, 1000, 1<<20+7)
}

// runAllKernels has so many numbers.
func runAllKernels(t *testing.T, device *gpu.Device, numbers ...int) {
	stream := must(device.NewStream())(t)
	module := must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(t)
	for _, n := range numbers {
		runKernels(t, device, stream, module, n)
	}
	if err := module.Free(); err != nil {
		t.Error(err)
	}
}

// TestManyGoroutinesOnDevices uses every device from several goroutines at
// once.
func TestManyGoroutinesOnDevices(t *testing.T) {
	gputest.Open(t, 0)
	machine, err := gpu.Open()
	if err != nil {
		t.Fatal(err)
	}
	for ordinal := range machine.Devices() {
		device, err := machine.OpenDevice(ordinal, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := device.Close(); err != nil {
				t.Error(err)
			}
		})
		module := must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(t)
		for worker := range 4 {
			t.Run(fmt.Sprintf("GPU %d, goroutine %d", ordinal, worker), func(t *testing.T) {
				t.Parallel()
				stream := must(device.NewStream())(t)
				for range 10 {
					runKernels(t, device, stream, module, 100_003)
				}
			})
		}
	}
}

func runKernels(t *testing.T, device *gpu.Device, stream *gpu.Stream, module *gpu.Module, n int) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	function := func(name string) *gpu.Function { return must(module.Function(name))(t) }
	size := 4 * int64(n)
	buffer := must(device.Alloc(3 * size))(t)
	counters := must(device.Alloc(24))(t)
	pinned := must(device.AllocHost(size))(t)
	a, b, c := gpu.View[uint32](buffer, 0, n), gpu.View[uint32](buffer, size, n), gpu.View[uint32](buffer, 2*size, n)
	counts := gpu.View[uint64](counters, 0, 3)
	host := gpu.HostView[uint32](pinned, 0, n)
	values := make([]uint32, n)
	var want [3]uint64 // sum, bits, odd
	for i := range values {
		values[i] = rand.Uint32()
		want[0] += uint64(values[i])
		want[1] += uint64(bits.OnesCount32(values[i]))
		want[2] += uint64(values[i] & 1)
	}
	copy(host.Elements(), values)

	const addend = 0x01020304
	attributes := must(function("reduce").Attributes())(t)
	shared := device.Info().SharedPerBlock - attributes.Shared
	ok(function("reduce").AllowShared(shared))
	if blocks := must(function("reduce").BlocksPerMultiprocessor(256, shared))(t); blocks != 1 {
		t.Errorf("%d blocks with all shared memory of a multiprocessor", blocks)
	}
	reduceShape := gpu.Shape{Grid: gpu.Dim{X: 7}, Block: gpu.Dim{X: 256}, Shared: shared}
	ok(gpu.Upload(stream, a, host))
	ok(gpu.Memset(stream, counts, 0))
	ok(stream.Launch(function("fill"), gpu.Grid1D(n, 256), pack(selftest.FillArgs{Values: b, Value: addend, N: uint64(n)})))
	ok(stream.Launch(function("add"), gpu.Shape{Grid: gpu.Dim{X: 5}, Block: gpu.Dim{X: 128}}, pack(selftest.AddArgs{A: a, B: b, Sum: c, N: uint32(n)})))
	ok(stream.Launch(function("reduce"), reduceShape, pack(selftest.ReduceArgs{Values: a, N: uint64(n), Total: counts, Shared: uint32(shared)})))
	ok(stream.Launch(function("count"), gpu.Grid1D(n, 256), pack(selftest.CountArgs{Values: a, N: uint32(n), Counts: counts.Slice(1, 3)})))
	ok(gpu.Copy(stream, b, c))
	ok(gpu.Download(stream, host, b))
	var got [3]uint64
	ok(gpu.Read(stream, got[:], counts))
	if got != want {
		t.Errorf("%d values: sum, bits and odd ones are %v, want %v", n, got, want)
	}
	for i, v := range host.Elements() {
		if v != values[i]+addend {
			t.Fatalf("%d values: element %d is %d, want %d", n, i, v, values[i]+addend)
		}
	}
	ok(buffer.Free())
	ok(counters.Free())
	ok(pinned.Free())
}

func TestOutOfMemoryOnDevice(t *testing.T) {
	device := gputest.Open(t, 0)
	if _, err := device.Alloc(device.Info().Memory + 1<<30); !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("more memory than there is: %v", err)
	} else {
		t.Log(err)
	}
	buffer, err := device.Alloc(1 << 20)
	if err != nil || buffer.Free() != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestModulesThatDoNotLoadOnDevice(t *testing.T) {
	device := gputest.Open(t, 0)
	for name, ptx := range map[string]string{
		"no PTX":       "nonsense",
		"a mistake":    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry f() { mistake; ret; }\n",
		"the future":   ".version 99.0\n.target sm_75\n.address_size 64\n",
		"a newer chip": ".version 8.0\n.target sm_999\n.address_size 64\n",
	} {
		_, err := device.LoadImage(name, []byte(ptx))
		if !errors.Is(err, gpu.ErrInvalidPTX) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Log(err)
	}
}

// TestTimesOnDevice holds the device's clock against the host's.
func TestTimesOnDevice(t *testing.T) {
	device := gputest.Open(t, 0)
	stream := must(device.NewStream())(t)
	begin, end := must(device.NewEvent())(t), must(device.NewEvent())(t)
	buffer := must(device.Alloc(1 << 28))(t)
	bytes := gpu.View[uint64](buffer, 0, 1<<25)
	clock := time.Now()
	if err := stream.Record(begin); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := gpu.Memset(stream, bytes, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Record(end); err != nil {
		t.Fatal(err)
	}
	if err := end.Synchronize(); err != nil {
		t.Fatal(err)
	}
	host, there := time.Since(clock), must(end.Since(begin))(t)
	t.Logf("20 fills of 256 MiB: %v on the device, %v on the host", there, host)
	if there <= 0 || there > host {
		t.Errorf("%v on the device, %v on the host", there, host)
	}
}

// child runs a test of this binary in a process of its own, with an
// environment variable that tells it so.
func child(t *testing.T, test string) *exec.Cmd {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs signals between processes")
	}
	command := exec.Command(os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	command.Env = append(os.Environ(), "TRICYCLE_TEST_CHILD="+test)
	return command
}

func isChild(test string) bool { return os.Getenv("TRICYCLE_TEST_CHILD") == test }

// TestLostDevice has a kernel write where it must not, in a process of its
// own: the context is broken for all that share it.
func TestLostDevice(t *testing.T) {
	if !isChild("TestLostDevice") {
		gputest.Open(t, 0)
		printed, err := child(t, "TestLostDevice").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		t.Logf("%s", printed)
		return
	}
	machine, err := gpu.Open()
	if err != nil {
		t.Fatal(err)
	}
	device := must(machine.OpenDevice(0, 0))(t)
	stream := must(device.NewStream())(t)
	buffer := must(device.Alloc(1 << 20))(t)
	module := must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(t)
	if err := stream.Launch(must(module.Function("fault"))(t), gpu.Grid1D(1, 32), pack(selftest.FaultArgs{})); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"synchronize": stream.Synchronize(),
		"memset":      gpu.Memset(stream, gpu.View[uint32](buffer, 0, 10), 0),
		"free":        buffer.Free(),
		"close":       device.Close(),
	} {
		fmt.Printf("%s: %v\n", name, err)
		if !errors.Is(err, gpu.ErrDeviceLost) {
			t.Errorf("%s after a fault: %v", name, err)
		}
	}
}

// TestInterrupt interrupts a process while the device is at work, first where
// it listens, then where it does not.
func TestInterrupt(t *testing.T) {
	if !isChild("TestInterrupt") {
		gputest.Open(t, 0)
		command := child(t, "TestInterrupt")
		output := must(command.StdoutPipe())(t)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		var printed strings.Builder
		read := make([]byte, 1<<10)
		for {
			n, err := output.Read(read)
			printed.Write(read[:n])
			if strings.HasSuffix(strings.TrimSpace(printed.String()), "interrupt me") {
				if err := command.Process.Signal(syscall.SIGINT); err != nil {
					t.Fatal(err)
				}
			}
			if err != nil {
				break
			}
		}
		err := command.Wait()
		t.Logf("%v\n%s", err, printed.String())
		if !strings.Contains(printed.String(), "caught 20") {
			t.Error("interrupts were lost")
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !strings.Contains(exit.Error(), "interrupt") {
			t.Errorf("the process that does not listen ended with %v", err)
		}
		return
	}
	machine, err := gpu.Open()
	if err != nil {
		t.Fatal(err)
	}
	device := must(machine.OpenDevice(0, 0))(t)
	stream := must(device.NewStream())(t)
	buffer := must(device.Alloc(1 << 28))(t)
	quit := make(chan struct{})
	go func() {
		for {
			select {
			case <-quit:
				return
			default:
			}
			for range 20 {
				if err := gpu.Memset(stream, gpu.View[uint64](buffer, 0, 1<<25), 1); err != nil {
					t.Error(err)
				}
			}
			if err := stream.Synchronize(); err != nil {
				t.Error(err)
			}
		}
	}()
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	slowest := time.Duration(0)
	for range 20 {
		begin := time.Now()
		fmt.Println("interrupt me")
		select {
		case <-interrupts:
		case <-time.After(10 * time.Second):
			t.Fatal("no interrupt came")
		}
		slowest = max(slowest, time.Since(begin))
	}
	fmt.Println("caught 20, the slowest after", slowest)
	signal.Stop(interrupts)
	fmt.Println("interrupt me")
	time.Sleep(10 * time.Second)
	close(quit)
}
