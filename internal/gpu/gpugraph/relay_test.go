package gpugraph

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestRelayHandsOn copies lists to three devices, one after the other: each takes them from the one before it, by a way that
// is open, or from the first where there is none, or nothing is left there.
func TestRelayHandsOn(t *testing.T) {
	want := graphtest.Uniform(rand.New(rand.NewPCG(4, 21)), 100, 300).Lists()
	for _, c := range []struct {
		label         string
		alone, closed int // a device without ways, or whose lists are freed at once; 0 for none
		crossed       []fakecuda.Crossing
	}{
		{"all", 0, 0, []fakecuda.Crossing{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}}},
		{"no way from the second", 2, 0, []fakecuda.Crossing{{From: 0, To: 1}, {From: 0, To: 2, Detour: true}, {From: 0, To: 3}}},
		{"nothing left at the one before", 0, 1, []fakecuda.Crossing{{From: 0, To: 1}, {From: 0, To: 2}, {From: 2, To: 3}}},
	} {
		t.Run(c.label, func(t *testing.T) {
			kinds := slices.Repeat([]fakecuda.Device{fakeDevice}, 4)
			kinds[c.alone].Alone = c.alone > 0
			fake := fakecuda.New(kinds...)
			devices := openAll(t, fake)
			there, err := Upload(t.Context(), devices[0], want, Options{})
			if err != nil {
				t.Fatal(err)
			}
			relay := NewRelay(devices[0], there)
			relay.words = 7
			var left []*Oriented
			for i, dev := range devices[1:] {
				got, err := relay.CopyTo(t.Context(), dev)
				if err != nil {
					t.Fatal(err)
				}
				if left = append(left, got); i+1 == c.closed {
					left = left[:i]
					err = relay.Close(got)
				}
				if err != nil {
					t.Error(err)
				}
			}
			all := map[fakecuda.Crossing]uint64{}
			for _, crossing := range c.crossed {
				all[crossing] = uint64(8*len(want.Offsets()) + 4*len(want.Neighbors()))
			}
			if got := fake.Crossed(); !maps.Equal(got, all) {
				t.Errorf("copied %v, want %v", got, all)
			}
			for _, lists := range left {
				if err := relay.Close(lists); err != nil {
					t.Error(err)
				}
			}
			if err := there.Close(); err != nil {
				t.Error(err)
			}
			for _, dev := range devices {
				if err := dev.Close(); err != nil {
					t.Error(err)
				}
			}
			if faults := fake.Faults(); len(faults) > 0 {
				t.Errorf("faults %v", faults)
			}
		})
	}
}

// openAll opens all devices.
func openAll(t *testing.T, fake *fakecuda.Driver) []*gpu.Device {
	t.Helper()
	driver, err := fake.Load()
	if err != nil {
		t.Fatal(err)
	}
	var devices []*gpu.Device
	for i := range driver.Devices() {
		dev, err := driver.OpenDevice(i, 0)
		if err != nil {
			t.Fatal(err)
		}
		devices = append(devices, dev)
	}
	return devices
}

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
		devices := openAll(t, fake)
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
				if err := relay.Close(got); err != nil && i+1 != loses {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if loses > 0 && errs[loses] != nil {
			lost++
		}
		failed := 0
		for i, err := range errs {
			var known *gpu.Error
			if err != nil && (round%2 == 0 || !errors.As(err, &known)) {
				t.Errorf("round %d, device %d of %d, words %d: %v", round, i, len(devices), relay.words, err)
			}
			if err != nil {
				failed++
			}
		}
		if failed > 2 {
			t.Errorf("round %d: %d devices failed, of which one was lost: %v", round, failed, errs)
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
	if lost < rounds/8 && !testing.Short() {
		t.Errorf("%d of %d rounds lost a device", lost, rounds)
	}
}
