package gpucount

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// onDevices opens all devices of a driver, uploads lists to the first of them, and runs body.
// The error is that of body, or else of what came before or after it.
func onDevices(t *testing.T, driver *gpu.Driver, o *lists.Oriented, body func(devices []*gpu.Device, there *gpugraph.Oriented) error) (err error) {
	var devices []*gpu.Device
	for ordinal := range driver.Devices() {
		dev, failed := driver.OpenDevice(ordinal, 0)
		if failed != nil {
			return failed
		}
		defer func() { err = cmp.Or(err, dev.Close()) }()
		devices = append(devices, dev)
	}
	there, err := gpugraph.Upload(t.Context(), devices[0], o, gpugraph.Options{})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, there.Close()) }()
	return body(devices, there)
}

// sharedWays are ways to count by hubs and columns.
func sharedWays(o *lists.Oriented) []deviceAuto {
	var ways []deviceAuto
	for _, hubs := range []int{0, 64} {
		for _, many := range []uint32{deviceColumn, 100, kernels.NoColumns} {
			if hubs <= o.Rows() {
				ways = append(ways, deviceAuto{hubs: hubs, many: many})
			}
		}
	}
	return ways
}

// runningDevices is a driver with devices that reach each other, or do not.
func runningDevices(t *testing.T, devices int, alone bool) *fakecuda.Driver {
	dev := gputest.Running(t)
	dev.Alone = alone
	return fakecuda.New(slices.Repeat([]fakecuda.Device{dev}, devices)...)
}

// TestInterpretedShares has one device and several count graphs in shares.
func TestInterpretedShares(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 18))
	graphs, most := interpretedGraphs(random), 3
	if testing.Short() {
		graphs, most = map[string]*lists.Oriented{"wheel": graphtest.Wheel(4).Lists()}, 2
	}
	for name, o := range graphs {
		want := count(t, o)
		for devices := 3 - most + 1; devices <= most; devices++ {
			fake := runningDevices(t, devices, random.IntN(2) == 0)
			driver, err := fake.Load()
			if err != nil {
				t.Fatal(err)
			}
			ways := sharedWays(o)
			random.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
			err = onDevices(t, driver, o, func(devices []*gpu.Device, there *gpugraph.Oriented) error {
				for _, way := range ways[:1] {
					found, shared, err := countShared(t.Context(), devices, there, Params{}, &way)
					if err != nil {
						return err
					}
					if shared != (o.Edges() > 0) || shared && found.Triangles != want || len(found.Lost) > 0 {
						t.Errorf("%s by %d devices, %+v: %+v, %v, want %d", name, len(devices), way, found, shared, want)
					}
				}
				return nil
			})
			if faults := fake.Faults(); err != nil || len(faults) > 0 {
				t.Errorf("%s by %d devices: %v, faults %v", name, devices, err, faults)
			}
		}
	}
}

// TestClosing has an error of giving memory back end what one device counted, and not what several did.
func TestClosing(t *testing.T) {
	lost, full, other := error(&gpu.Error{Call: "cuMemFree"}), errors.New("full"), errors.New("other")
	for _, test := range []struct {
		found              Found
		err, closed        error
		want, wantedClosed error
	}{
		{Found{}, nil, nil, nil, nil},
		{Found{}, nil, lost, lost, nil},
		{Found{}, other, lost, other, nil},
		{Found{Several: true}, nil, lost, nil, lost},
		{Found{Several: true}, other, lost, other, lost},
		{Found{Several: true}, nil, full, full, nil},
		{Found{Several: true, Lost: []error{other}}, nil, full, nil, full},
	} {
		found := test.found
		if err := found.Closing(test.err, test.closed); err != test.want || found.Closed != test.wantedClosed {
			t.Errorf("%+v: %v, %+v", test, err, found)
		}
	}
}

// TestSharesOfADeviceThatFails loses one of several devices at some call of a count: the others
// count all of it.
func TestSharesOfADeviceThatFails(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 19))
	e, hubs, rounds, lost := graphtest.Kronecker(random, 6, 8).ByDegree(), 32, 24, 0
	if testing.Short() {
		e, hubs, rounds = graphtest.Wheel(3), 0, 3
	}
	o := e.Lists()
	want, way := count(t, o), deviceAuto{hubs: hubs, many: deviceColumn}
	calls := 0
	for round := range rounds {
		devices := 2 + round%2
		fake := runningDevices(t, devices, random.IntN(2) == 0)
		driver, err := fake.Load()
		if err != nil {
			t.Fatal(err)
		}
		var found Found
		loses := -1
		err = onDevices(t, driver, o, func(devices []*gpu.Device, there *gpugraph.Oriented) (err error) {
			before := fake.Calls()
			if round > 1 {
				loses = random.IntN(len(devices))
				fake.Lose(loses, before+random.IntN(calls), cuda.LaunchFailed)
			}
			found, _, err = countShared(t.Context(), devices, there, Params{}, &way)
			calls = max(calls, fake.Calls()-before)
			return err
		})
		what := fmt.Sprintf("seed %d, round %d", seed, round)
		var failed *gpu.Error
		if err != nil && (round < 2 || !errors.As(err, &failed)) {
			t.Errorf("%s: %v", what, err)
		}
		if len(found.Lost) > 0 {
			lost++
			if (found.Closed != nil) != (loses == 0) { // it gives memory back last, the others with their shares
				t.Errorf("%s: lost device %d: %v, and at the end %v", what, loses, found.Lost, found.Closed)
			}
		}
		if found.Triangles != want && err == nil || len(fake.Faults()) > 0 {
			t.Errorf("%s: %+v, %v, want %d; faults %v", what, found, err, want, fake.Faults())
		}
	}
	if lost < rounds/4 {
		t.Errorf("seed %d: %d of %d counts lost a device", seed, lost, rounds)
	}
}

// TestEveryCallOfASharedCountFails has each call fail where there is one device to share with.
func TestEveryCallOfASharedCountFails(t *testing.T) {
	if testing.Short() {
		t.Skip("interprets kernels for each call")
	}
	e := &graphtest.Edges{N: 3}
	e.Add(0, 1)
	e.Add(0, 2)
	e.Add(1, 2)
	o := e.Lists()
	want, way := count(t, o), deviceAuto{many: deviceColumn}
	fakecuda.EveryCallFails(t, func(fake *fakecuda.Driver) error {
		driver, err := fake.Load()
		if err != nil {
			return err
		}
		return onDevices(t, driver, o, func(devices []*gpu.Device, there *gpugraph.Oriented) error {
			found, shared, err := countShared(t.Context(), devices, there, Params{}, &way)
			if err == nil && (!shared || found.Triangles != want) {
				t.Errorf("%+v, %v, want %d", found, shared, want)
			}
			return err
		})
	}, fakecuda.Running)
}

// TestSharesEndWithTheContext ends a count before it begins, and some time later.
func TestSharesEndWithTheContext(t *testing.T) {
	random := rand.New(rand.NewPCG(rand.Uint64(), 20))
	o := graphtest.Kronecker(random, 7, 8).ByDegree().Lists()
	for _, after := range []time.Duration{0, time.Duration(random.IntN(50)) * time.Millisecond} {
		fake := runningDevices(t, 2, false)
		driver, err := fake.Load()
		if err != nil {
			t.Fatal(err)
		}
		err = onDevices(t, driver, o, func(devices []*gpu.Device, there *gpugraph.Oriented) error {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			_, _, err := countShared(ctx, devices, there, Params{Meter: new(graph.Meter)}, &deviceAuto{many: deviceColumn})
			if !errors.Is(err, context.DeadlineExceeded) && (err != nil || after == 0) {
				t.Errorf("after %v: %v", after, err)
			}
			return nil
		})
		if err != nil || len(fake.Faults()) > 0 {
			t.Errorf("after %v: %v, faults %v", after, err, fake.Faults())
		}
	}
}

// TestCutShares: shares are all rows once, the last first, and small at the end, and there is
// room for each.
func TestCutShares(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 21))
	for range 300 {
		var weighed []share
		all, most := int64(0), int64(1)
		for i := range random.IntN(200) {
			x := share{begin: i, end: i + 1, work: random.Int64N(1 << random.IntN(20))}
			if i > 0 {
				x.from = weighed[i-1].to
			}
			x.to = x.from + random.Uint64N(100)
			weighed = append(weighed, x)
			all, most = all+x.work, max(most, x.work)
		}
		devices, room := 1+random.IntN(4), 1<<(12+random.IntN(8))
		shares, holds, ok := cutShares(weighed, devices, len(weighed), 0, func(c columnRoom) bool { return c.bytes() <= int64(room) })
		if !ok {
			if len(weighed) == 0 || room > 1<<17 {
				t.Errorf("seed %d: no room in %d bytes for rows of %d ranges", seed, room, len(weighed))
			}
			continue
		}
		end, sum := len(weighed), int64(0)
		for _, x := range shares {
			if x.end != end || x.begin >= x.end || x.from != weighed[x.begin].from || x.to != weighed[x.end-1].to ||
				x.end-x.begin > holds.upper || x.to-x.from > holds.edges || x.work > max(most, (all-sum)/int64(leftShares*devices), all/int64(allShares*devices)) {
				t.Fatalf("seed %d: %+v of %+v, before %d", seed, x, holds, end)
			}
			end, sum = x.begin, sum+x.work
		}
		if end != 0 || sum != all || holds.bytes() > int64(room) && len(weighed) > 0 {
			t.Errorf("seed %d: %d left, %d of %d, %d bytes of %d", seed, end, sum, all, holds.bytes(), room)
		}
	}
}

// TestDevicesShareACount has real devices, as many as there are.
func TestDevicesShareACount(t *testing.T) {
	gputest.Open(t, 0)
	random := rand.New(rand.NewPCG(rand.Uint64(), 22))
	driver, err := gpu.Open()
	if err != nil {
		t.Skip(err)
	}
	for scale := range 6 {
		o := graphtest.Kronecker(random, 10+scale, 16).ByDegree().Lists()
		want := count(t, o)
		err := onDevices(t, driver, o, func(devices []*gpu.Device, there *gpugraph.Oriented) error {
			for _, hubs := range []int{0, 512} {
				for n := 1; n <= len(devices); n++ {
					found, shared, err := countShared(t.Context(), devices[:n], there, Params{}, &deviceAuto{hubs: hubs, many: deviceColumn})
					if err != nil || !shared || found.Triangles != want || len(found.Lost) > 0 {
						t.Errorf("%d devices, %d hubs: %+v, %v, %v, want %d", n, hubs, found, shared, err, want)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
