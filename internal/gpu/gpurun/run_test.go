package gpurun

import (
	"cmp"
	"embed"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

//go:embed testdata/*.ptx
var testFiles embed.FS

var nothing = gpu.Entry[noArguments]{Files: &testFiles, Module: "testdata/nothing", Name: "nothing"}

type noArguments struct{}

func (noArguments) Pack(*gpu.Packed) {}

// withDevice calls body with a device that is closed then.
func withDevice(driver *fakecuda.Driver, limit int64, body func(dev *gpu.Device) error) (err error) {
	// A thread that never had the context cannot give anything back when making
	// it current fails.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	dev, err := driver.Open(limit)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, dev.Close()) }()
	return body(dev)
}

// use makes one of everything and sends numbers there and back.
func use(t *testing.T, r *Run, numbers []uint64) error {
	kernel := Find(r, nothing, 32, 0)
	a, b := Upload(r, numbers), Array[uint64](r, len(numbers))
	Copy(r, b, a)
	kernel.Launch(noArguments{})
	host, back := Pinned[uint64](r, len(numbers)), r.NewStream()
	r.Wait()
	if r.Err == nil {
		r.Err = cmp.Or(gpu.Download(back, host, b), back.Synchronize())
	}
	Zero(r, a)
	if cleared := Read(r, a); r.Err == nil && (!slices.Equal(host.Elements(), numbers) || slices.Max(cleared) > 0) {
		t.Errorf("sent %v, got %v", numbers, host.Elements())
	}
	return cmp.Or(r.Err, r.Close())
}

// TestEveryCallFails has runs that make things, that find them again, and that
// have to free what they find.
func TestEveryCallFails(t *testing.T) {
	for name, begin := range map[string]func(*gpu.Device) *Run{"new": New, "again": Again} {
		t.Run(name, func(t *testing.T) {
			fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
				return withDevice(driver, 1<<15, func(dev *gpu.Device) error {
					for range 2 {
						if err := use(t, begin(dev), make([]uint64, 200)); err != nil {
							return err
						}
					}
					r := begin(dev)
					Array[uint64](r, 1<<12) // all that the limit allows
					return cmp.Or(r.Err, r.Close())
				})
			}, fakecuda.Hopper)
		})
	}
}

// TestAgainFindsWhatWasLeft counts the driver's calls.
func TestAgainFindsWhatWasLeft(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	err := withDevice(driver, 1<<20, func(dev *gpu.Device) error {
		var calls, held [3]int64
		for i := range calls {
			before := driver.Calls()
			if err := use(t, Again(dev), []uint64{1, 2, uint64(i)}); err != nil {
				return err
			}
			calls[i] = int64(driver.Calls() - before)
			held[i], _ = dev.Used()
		}
		if calls[1] >= calls[0] || calls[2] != calls[1] || held[0] == 0 || held[1] != held[0] || held[2] != held[0] {
			t.Errorf("%v calls, %v bytes held", calls, held)
		}
		r := Again(dev)
		Array[uint64](r, 1<<13)
		r.Err = errors.New("went wrong")
		if err := r.Close(); err != nil {
			return err
		}
		if now, _ := dev.Used(); now != held[2] {
			t.Errorf("%d bytes held after an error, %d before", now, held[2])
		}
		r = New(dev)
		Array[uint64](r, 3)
		if err := r.Close(); err != nil {
			return err
		}
		if now, _ := dev.Used(); now != held[2] {
			t.Errorf("%d bytes held after a run that leaves nothing, %d before", now, held[2])
		}
		return nil
	})
	if faults := driver.Faults(); err != nil || len(faults) > 0 {
		t.Errorf("%v, faults %v", err, faults)
	}
}

// TestAgainSharesNothing has several runs at once, of which each must find what
// it has written, in a device that is nearly full.
func TestAgainSharesNothing(t *testing.T) {
	const limit = 1 << 16
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	driver := fakecuda.New(fakecuda.Hopper)
	type array struct {
		device gpu.Array[uint64]
		want   []uint64
	}
	arrays := map[*Run][]array{}
	err := withDevice(driver, limit, func(dev *gpu.Device) error {
		runs := make([]*Run, 3)
		for step := range 2000 {
			i := rng.IntN(len(runs))
			r := runs[i]
			if r == nil {
				r = Again(dev)
				runs[i] = r
			}
			if rng.IntN(6) > 0 {
				want := make([]uint64, rng.IntN(1000))
				for k := range want {
					want[k] = rng.Uint64()
				}
				if int64(8*len(want))*2 > r.Room() {
					continue
				}
				arrays[r] = append(arrays[r], array{Upload(r, want), want})
			} else {
				for _, a := range arrays[r] {
					if !slices.Equal(Read(r, a.device), a.want) && r.Err == nil {
						t.Errorf("seed %d, step %d: other numbers", seed, step)
					}
				}
				delete(arrays, r)
				runs[i] = nil
				if err := cmp.Or(r.Err, r.Close()); err != nil {
					return err
				}
			}
			if idle := shelfOf(dev).bytes(); idle > limit/shelfShare {
				t.Errorf("seed %d, step %d: %d bytes on the shelf", seed, step, idle)
			}
		}
		return nil
	})
	if faults := driver.Faults(); err != nil || len(faults) > 0 {
		t.Errorf("seed %d: %v, faults %v", seed, err, faults)
	}
}

// TestAgainSideBySide has goroutines share a device.
func TestAgainSideBySide(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	err := withDevice(driver, 0, func(dev *gpu.Device) error {
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				for n := 1; n < 40; n++ {
					if err := use(t, Again(dev), slices.Repeat([]uint64{uint64(i)}, n)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		return nil
	})
	if faults := driver.Faults(); err != nil || len(faults) > 0 {
		t.Errorf("%v, faults %v", err, faults)
	}
}

// TestRunsShareWhatIsAllowed has a run that wants little shared memory for a kernel between
// another's plan and launch, which wants much.
func TestRunsShareWhatIsAllowed(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	err := withDevice(driver, 0, func(dev *gpu.Device) error {
		first, second := New(dev), New(dev)
		much := Find(first, nothing, 32, 100<<10)
		little := Find(second, nothing, 32, 1<<10)
		much.Launch(noArguments{})
		little.Launch(noArguments{})
		return cmp.Or(first.Err, second.Err, first.Close(), second.Close())
	})
	if err != nil {
		t.Error(err)
	}
}
