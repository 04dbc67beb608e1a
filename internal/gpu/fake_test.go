package gpu_test

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/internal/selftest"
)

// hopper is a device of the fake driver.
var hopper = fakecuda.Device{Name: "Fake H", Major: 9, Memory: 1 << 30}

// pack packs the arguments of a launch.
func pack(arguments gpu.Arguments) *gpu.Packed {
	packed := gpu.NewPacked()
	arguments.Pack(packed)
	return packed
}

// session makes every driver call at least once, and checks what came back.
func session(driver *fakecuda.Driver) (err error) {
	device, err := driver.Open(1 << 20)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, device.Close()) }()
	if _, err := device.FreeMemory(); err != nil {
		return err
	}
	if err := copies(device); err != nil {
		return err
	}
	return kernels(device)
}

// copies sends numbers around: to the device, from stream to stream there, and
// back.
func copies(device *gpu.Device) error {
	const n = 100
	there, err := device.NewStream()
	if err != nil {
		return err
	}
	back, err := device.NewStream()
	if err != nil {
		return err
	}
	buffer, err := device.Alloc(3 * 4 * n)
	if err != nil {
		return err
	}
	pinned, err := device.AllocHost(4 * n)
	if err != nil {
		return err
	}
	begin, err := device.NewEvent()
	if err != nil {
		return err
	}
	end, err := device.NewEvent()
	if err != nil {
		return err
	}
	first, second, third := gpu.View[uint32](buffer, 0, n), gpu.View[uint32](buffer, 4*n, n), gpu.View[uint32](buffer, 8*n, n)
	host := gpu.HostView[uint32](pinned, 0, n)
	for i := range host.Elements() {
		host.Elements()[i] = uint32(i)
	}
	if err := there.Record(begin); err != nil {
		return err
	}
	if err := gpu.Upload(there, first, host); err != nil {
		return err
	}
	if err := gpu.Copy(there, second, first); err != nil {
		return err
	}
	if err := gpu.Memset(there, second.Slice(10, 20), 0xff); err != nil {
		return err
	}
	if err := there.Record(end); err != nil {
		return err
	}
	if err := back.Wait(end); err != nil {
		return err
	}
	if err := gpu.Download(back, host, second); err != nil {
		return err
	}
	if err := back.Synchronize(); err != nil {
		return err
	}
	for i, v := range host.Elements() {
		if want := uint32(i); v != want && !(i >= 10 && i < 20 && v == ^uint32(0)) {
			return fmt.Errorf("element %d is %d", i, v)
		}
	}
	if err := end.Synchronize(); err != nil {
		return err
	}
	if took, err := end.Since(begin); err != nil {
		return err
	} else if took <= 0 {
		return fmt.Errorf("copies took %v", took)
	}
	if err := gpu.Write(there, third, slices.Repeat([]uint32{7}, n)); err != nil {
		return err
	}
	var two [2]uint32
	if err := gpu.Read(back, two[:], third.Slice(n-2, n)); err != nil {
		return err
	}
	if two != [2]uint32{7, 7} {
		return fmt.Errorf("read %v", two)
	}
	return cmp.Or(begin.Free(), end.Free(), pinned.Free(), buffer.Free(), back.Free(), there.Free())
}

// kernels loads and launches. The fake driver computes nothing.
func kernels(device *gpu.Device) error {
	module, err := device.LoadModule(selftest.Fill.Files, selftest.Fill.Module)
	if err != nil {
		return err
	}
	reduce, err := module.Function("reduce")
	if err != nil {
		return err
	}
	if _, err := reduce.Attributes(); err != nil {
		return err
	}
	shared := device.Info().SharedPerBlock
	if err := reduce.AllowShared(shared); err != nil {
		return err
	}
	if _, err := reduce.BlocksPerMultiprocessor(256, shared); err != nil {
		return err
	}
	stream, err := device.NewStream()
	if err != nil {
		return err
	}
	buffer, err := device.Alloc(4096)
	if err != nil {
		return err
	}
	values, total := gpu.View[uint32](buffer, 0, 100), gpu.View[uint64](buffer, 1024, 1)
	shape := gpu.Grid1D(100, 256)
	shape.Shared = shared
	var launched error
	err = stream.Sequence(func() {
		launched = cmp.Or(gpu.Memset(stream, total, 0),
			stream.Launch(reduce, shape, pack(selftest.ReduceArgs{Values: values, N: 100, Total: total, Shared: uint32(shared)})))
	})
	if err := cmp.Or(err, launched); err != nil {
		return err
	}
	if err := device.Synchronize(); err != nil {
		return err
	}
	// The rest is left to Close.
	return module.Free()
}

func TestSession(t *testing.T) {
	driver := fakecuda.New(hopper)
	if err := session(driver); err != nil {
		t.Error(err)
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults: %v", faults)
	}
	if got := driver.Launches(); !slices.Equal(got, []string{"reduce"}) {
		t.Errorf("launched %v", got)
	}
}

func TestEveryCallFails(t *testing.T) {
	fakecuda.EveryCallFails(t, session, hopper)
}

// open opens a device of a fake driver and checks at the end that nothing of
// it is left.
func open(t *testing.T, driver *fakecuda.Driver, limit int64) *gpu.Device {
	t.Helper()
	machine, err := gpu.New(driver.Table())
	if err != nil {
		t.Fatal(err)
	}
	device, err := machine.OpenDevice(0, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
		if faults := driver.Faults(); len(faults) > 0 {
			t.Errorf("faults: %v", faults)
		}
	})
	return device
}

func TestLimit(t *testing.T) {
	device := open(t, fakecuda.New(hopper), 1000)
	first, err := device.Alloc(600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = device.Alloc(401)
	var limit *gpu.LimitError
	if !errors.As(err, &limit) || *limit != (gpu.LimitError{Need: 401, Used: 600, Limit: 1000}) || !errors.Is(err, gpu.ErrOutOfMemory) {
		t.Errorf("got %v", err)
	}
	if _, err := device.Alloc(400); err != nil {
		t.Error(err)
	}
	if err := cmp.Or(first.Free(), first.Free()); err != nil {
		t.Error(err)
	}
	if now, peak := device.Used(); now != 400 || peak != 1000 {
		t.Errorf("uses %d, at most %d", now, peak)
	}
	empty, err := device.Alloc(0)
	if err != nil || empty.Free() != nil || gpu.View[uint64](empty, 0, 0).Len() != 0 {
		t.Errorf("an empty buffer: %v", err)
	}
}

func TestDeviceIsFull(t *testing.T) {
	small := hopper
	small.Memory = 1000
	device := open(t, fakecuda.New(small), 0)
	_, err := device.Alloc(1001)
	var limit *gpu.LimitError
	if !errors.Is(err, gpu.ErrOutOfMemory) || errors.As(err, &limit) {
		t.Errorf("got %v", err)
	}
	if now, peak := device.Used(); now != 0 || peak != 1001 {
		t.Errorf("uses %d, at most %d", now, peak)
	}
	device.ResetPeak()
	if _, peak := device.Used(); peak != 0 {
		t.Errorf("used %d at most, of nothing", peak)
	}
}

func TestClosed(t *testing.T) {
	driver := fakecuda.New(hopper)
	device := open(t, driver, 0)
	buffer, err := device.Alloc(10)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmp.Or(device.Close(), device.Close(), buffer.Free()); err != nil {
		t.Error(err)
	}
	calls := driver.Calls()
	if _, err := device.NewStream(); err == nil {
		t.Error("a closed device made a stream")
	}
	if driver.Calls() != calls {
		t.Error("a closed device called the driver")
	}
}

func TestDevicesThatCannotBeUsed(t *testing.T) {
	old, prohibited := hopper, hopper
	old.Major, old.Minor = 7, 0
	prohibited.Prohibited = true
	machine, err := gpu.New(fakecuda.New(old, prohibited).Table())
	if err != nil {
		t.Fatal(err)
	}
	for ordinal, want := range []string{"compute capability is 7.0", "compute mode", "there is no GPU 2"} {
		if _, err := machine.OpenDevice(ordinal, 0); !errors.Is(err, gpu.ErrNoDevice) || !strings.Contains(err.Error(), want) {
			t.Errorf("GPU %d: %v, want %s", ordinal, err, want)
		}
	}
}

func TestDriversThatCannotBeUsed(t *testing.T) {
	if _, err := gpu.New(fakecuda.New().Table()); !errors.Is(err, gpu.ErrNoDevice) {
		t.Errorf("no device: %v", err)
	}
	driver := fakecuda.New(hopper)
	driver.Version = 11080
	if _, err := gpu.New(driver.Table()); !errors.Is(err, gpu.ErrOldDriver) || !strings.Contains(err.Error(), "11.8") {
		t.Errorf("CUDA 11.8: %v", err)
	}
}

func TestModulesThatDoNotLoad(t *testing.T) {
	device := open(t, fakecuda.New(hopper), 0)
	_, err := device.LoadImage("broken.ptx", []byte("nonsense"))
	if !errors.Is(err, gpu.ErrInvalidPTX) || !strings.Contains(err.Error(), "missing .version") {
		t.Errorf("nonsense: %v", err)
	}
	if _, err := device.LoadModule(selftest.Fill.Files, "nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing module: %v", err)
	}
	module, err := device.LoadModule(selftest.Fill.Files, selftest.Fill.Module)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := module.Function("nothing"); err == nil {
		t.Error("found a kernel that is not there")
	}
}

func TestLaunchShapes(t *testing.T) {
	driver := fakecuda.New(hopper)
	device := open(t, driver, 0)
	module, err := device.LoadModule(selftest.Fill.Files, selftest.Fill.Module)
	if err != nil {
		t.Fatal(err)
	}
	fault, err := module.Function("fault")
	if err != nil {
		t.Fatal(err)
	}
	stream, err := device.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		shape gpu.Shape
		works bool
	}{
		{gpu.Grid1D(0, 256), true}, // launches nothing
		{gpu.Grid1D(1000, 256), true},
		{gpu.Shape{Grid: gpu.Dim{X: 2, Y: 3, Z: 4}, Block: gpu.Dim{X: 8, Y: 8, Z: 8}}, true},
		{gpu.Shape{Grid: gpu.Dim{X: -1}, Block: gpu.Dim{X: 1}}, false},
		{gpu.Shape{Grid: gpu.Dim{X: 1}}, false},
		{gpu.Shape{Grid: gpu.Dim{X: 1}, Block: gpu.Dim{X: 2048}}, false},
		{gpu.Shape{Grid: gpu.Dim{X: 1}, Block: gpu.Dim{X: 32}, Shared: 64 << 10}, false},
	} {
		if err := stream.Launch(fault, x.shape, pack(selftest.FaultArgs{})); (err == nil) != x.works {
			t.Errorf("%+v: %v", x.shape, err)
		}
	}
	if got := len(driver.Launches()); got != 2 {
		t.Errorf("%d launches, want 2", got)
	}
}

func TestViewsOutOfRangePanic(t *testing.T) {
	device := open(t, fakecuda.New(hopper), 0)
	buffer, err := device.Alloc(64)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := device.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	array := gpu.View[uint32](buffer, 0, 16)
	for name, body := range map[string]func(){
		"too long":      func() { gpu.View[uint32](buffer, 0, 17) },
		"past the end":  func() { gpu.View[uint64](buffer, 64, 1) },
		"not aligned":   func() { gpu.View[uint64](buffer, 4, 1) },
		"negative":      func() { gpu.View[uint8](buffer, -1, 1) },
		"slice":         func() { array.Slice(3, 17) },
		"other lengths": func() { _ = gpu.Write(stream, array, make([]uint32, 15)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			body()
		}()
	}
}

// TestSequenceLeavesItsContext has the fake driver notice what a sequence must not do: another device's
// context becomes current on its thread.
func TestSequenceLeavesItsContext(t *testing.T) {
	driver := fakecuda.New(hopper, hopper)
	machine, err := gpu.New(driver.Table())
	if err != nil {
		t.Fatal(err)
	}
	var devices [2]*gpu.Device
	for ordinal := range devices {
		if devices[ordinal], err = machine.OpenDevice(ordinal, 0); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := devices[0].NewStream()
	if err != nil {
		t.Fatal(err)
	}
	buffer, err := devices[0].Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	array := gpu.View[uint64](buffer, 0, 1)
	for _, leave := range []bool{false, true} {
		err := stream.Sequence(func() {
			if leave {
				if _, err := devices[1].FreeMemory(); err != nil {
					t.Error(err)
				}
			}
			if err := gpu.Memset(stream, array, 0); (err != nil) != leave {
				t.Errorf("%v, after another device was used: %t", err, leave)
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
	if err := cmp.Or(devices[0].Close(), devices[1].Close()); err != nil {
		t.Error(err)
	}
	if faults := driver.Faults(); len(faults) != 1 || !strings.Contains(faults[0], "another device") {
		t.Errorf("faults: %v", faults)
	}
}

// TestManyGoroutines uses two devices from goroutines that move between
// threads: the fake driver notices a call in the wrong context.
func TestManyGoroutines(t *testing.T) {
	driver := fakecuda.New(hopper, hopper)
	machine, err := gpu.New(driver.Table())
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for ordinal := range 2 {
		device, err := machine.OpenDevice(ordinal, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer device.Close()
		for range 4 {
			group.Go(func() {
				for range 20 {
					if err := cmp.Or(copies(device), kernels(device)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	for _, fault := range driver.Faults() {
		if strings.Contains(fault, "context") && !strings.Contains(fault, "is held") {
			t.Error(fault)
		}
	}
}
