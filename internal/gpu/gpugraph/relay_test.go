package gpugraph

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestRelay copies lists to several devices at the same time, in small pieces, with and without ways between some of them.
// In every other round a device is lost on the way: what comes to the others is what was sent, and who copied from that
// one copies from the first, or fails, too.
func TestRelay(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 21))
	rounds, lost := 60, 0
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		kinds := slices.Repeat([]fakecuda.Device{fakeDevice}, 2+random.IntN(4))
		for i := range kinds {
			kinds[i].Alone = random.IntN(4) == 0
		}
		fake := fakecuda.New(kinds...)
		driver, err := fake.Load()
		if err != nil {
			t.Fatal(err)
		}
		devices := make([]*gpu.Device, len(kinds))
		for i := range devices {
			if devices[i], err = driver.OpenDevice(i, 0); err != nil {
				t.Fatal(err)
			}
		}
		want := graphtest.Uniform(random, 1+random.IntN(200), random.IntN(600)).Lists()
		there, err := Upload(t.Context(), devices[0], want, Options{})
		if err != nil {
			t.Fatal(err)
		}
		loses := 0
		if round%2 == 1 {
			loses = 1 + random.IntN(len(devices)-1)
			fake.Lose(loses, fake.Calls()+random.IntN(60), cuda.LaunchFailed)
		}
		relay := NewRelay(devices[0], there)
		relay.words = 1 + random.IntN(64)
		errs := make([]error, len(devices))
		var all sync.WaitGroup
		for i, dev := range devices[1:] {
			all.Go(func() {
				got, err := relay.CopyTo(t.Context(), dev)
				if errs[i+1] = err; err != nil {
					return
				}
				if i+1 != loses {
					offsets, neighbors := fetch(t, dev, got)
					if !slices.Equal(offsets, want.Offsets()) || !slices.Equal(neighbors, want.Neighbors()) || got.MaxOutDegree != want.MaxOutDegree() {
						t.Errorf("round %d, device %d: other lists came than were sent", round, i+1)
					}
				}
				if err := got.Close(); err != nil && i+1 != loses {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if errs[max(loses, 1)] != nil {
			lost++
		}
		for i, err := range errs {
			var failed *gpu.Error
			if err != nil && (round%2 == 0 || !errors.As(err, &failed)) {
				t.Errorf("round %d, device %d of %d, words %d: %v", round, i, len(devices), relay.words, err)
			}
		}
		if err := errors.Join(there.Close(), nothingLeft(devices[0])); err != nil {
			t.Error(err)
		}
		for i, dev := range devices {
			if err := dev.Close(); err != nil && (i == 0 || i != loses && errs[i] == nil) {
				t.Errorf("round %d, device %d: %v", round, i, err)
			}
		}
		if faults := fake.Faults(); len(faults) > 0 {
			t.Fatalf("round %d: faults %v", round, faults)
		}
	}
	if lost < rounds/8 {
		t.Errorf("%d of %d rounds lost a device", lost, rounds)
	}
}
