package gpugraph

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// toldParts stands in for the kernels of the fake driver, which count nothing:
// parts of one row each, the first of which may be cut to that.
type toldParts struct {
	records, parts uint64
	cut            bool
	done           uint64
	looks          int // at what is kept, in the first part
}

func (x *toldParts) tell(what string, words []uint64) {
	each := x.records / x.parts
	switch what {
	case "found":
		words[0] = x.records - 1
	case "degrees":
		words[0], words[1] = x.records, x.parts
	case "sum":
		words[0] = 2 * x.records
	case "kept":
		words[0] = each
		if x.looks++; x.looks == 1 && x.cut {
			words[0] += x.records / 40
		}
	case "bins":
		clear(words)
		for i := range x.parts - x.done {
			words[i] = each
		}
	case "edges":
		words[0], words[1] = each/2, each/4
		x.done++
	}
}

// runParts makes parts on a fake driver, by one thread so that the calls are the
// same each time.
func runParts(driver *fakecuda.Driver, src graph.Source, told toldParts, batch int, centers bool) (err error) {
	dev, err := driver.Open(0)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, dev.Close()) }()
	p, err := OpenParts(context.Background(), dev, src, Options{Threads: 1, batch: batch, Order: batch > 0, Centers: centers, told: told.tell})
	if err != nil {
		return cmp.Or(err, nothingLeft(dev))
	}
	if _, err := p.Counts(context.Background()); err != nil {
		return cmp.Or(err, p.Close(), nothingLeft(dev))
	}
	err = p.Build(context.Background(), func(uint32, []uint32, []uint32) error { return nil })
	return cmp.Or(err, p.Close(), nothingLeft(dev))
}

// TestEveryCallOfPartsFails has each driver call fail where there is one part, and
// some where there are two: the error is that call's, and nothing is left.
func TestEveryCallOfPartsFails(t *testing.T) {
	src := &records{edges: make([]graph.Edge, 4000), vertices: graph.Known(4000), known: true}
	few := &records{edges: src.edges[:1000], vertices: graph.Known(1000), known: true, split: 300}
	if !testing.Short() {
		fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
			return runParts(driver, few, toldParts{records: 1000, parts: 1}, 0, false)
		}, fakeDevice)
	}

	for _, centers := range []bool{false, true} {
		run := func(driver *fakecuda.Driver) error {
			return runParts(driver, filled{src}, toldParts{records: 4000, parts: 2, cut: true}, 2150, centers)
		}
		driver := fakecuda.New(fakeDevice)
		if err := run(driver); err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, kernel := range driver.Launches() {
			count[kernel]++
		}
		ranked := count["rankIDs"] == 1 && !centers || count["rankClasses"] == 1 && centers
		if count["cut"] != 1 || count["writeLists"] != 2 || !ranked {
			t.Errorf("launches %v", count)
		}
		for k := 1 + rand.IntN(29); k <= driver.Calls(); k += 29 {
			failing := fakecuda.New(fakeDevice)
			failing.FailFrom(k, cuda.LaunchFailed)
			if err := run(failing); !errors.Is(err, gpu.ErrDeviceLost) || len(failing.Faults()) > 0 {
				t.Errorf("from call %d on: %v, %v", k, err, failing.Faults())
			}
		}
	}
}

// TestPartsOrder sorts nothing: the ids are as the kernels would leave them.
func TestPartsOrder(t *testing.T) {
	src := &records{edges: make([]graph.Edge, 1000), vertices: graph.Known(1000), known: true, split: 300}
	random := rand.New(rand.NewPCG(1, 7))
	for _, asked := range []bool{false, true} {
		dev, err := fakecuda.New(fakeDevice).Open(0)
		if err != nil {
			t.Fatal(err)
		}
		told := toldParts{records: 1000, parts: 1}
		p, err := OpenParts(t.Context(), dev, src, Options{Order: asked, told: told.tell})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint32, 20_000)
		for i := range want {
			want[i] = random.Uint32()
		}
		p.fetchOrder(t.Context(), gpurun.Upload(p.Run, want))
		if p.Err != nil || asked != slices.Equal(p.Order(), want) || !asked && p.Order() != nil {
			t.Errorf("asked %t: %d vertices, %v", asked, len(p.Order()), p.Err)
		}
		if err := cmp.Or(p.Close(), nothingLeft(dev), dev.Close()); err != nil {
			t.Error(err)
		}
	}
}

// TestPartsCountsOverflow has counts that passed 2^32, which their sum tells.
func TestPartsCountsOverflow(t *testing.T) {
	src := &records{edges: make([]graph.Edge, 1000), vertices: graph.Known(1000), known: true, split: 300}
	dev, err := fakecuda.New(fakeDevice).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	told := toldParts{records: 1000, parts: 1}
	_, err = OpenParts(t.Context(), dev, src, Options{Threads: 1, told: func(what string, words []uint64) {
		if told.tell(what, words); what == "sum" {
			words[0] -= 1 << 32
		}
	}})
	if !errors.Is(err, ErrIDs) {
		t.Errorf("got %v", err)
	}
	if err := cmp.Or(nothingLeft(dev), dev.Close()); err != nil {
		t.Error(err)
	}
}

func TestSpreadEnd(t *testing.T) {
	for bin := range kernels.Bins {
		if begin, end := binBegin(bin), binBegin(bin+1); end <= begin || bin >= 512 && (end-begin)*256 > begin {
			t.Fatalf("bin %d is [%d, %d)", bin, begin, end)
		}
	}
	if binBegin(kernels.Bins) != mostIDs {
		t.Errorf("the bins end at %d", binBegin(kernels.Bins))
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		s := make(spread, kernels.Bins)
		for range random.IntN(100) {
			s[random.IntN(1+random.IntN(kernels.Bins))] += random.Uint64N(1 << 33)
		}
		first := random.Uint32N(1 << 20)
		after := first + random.Uint32N(1<<random.IntN(20))
		limit := after + 1 + random.Uint32N(1<<random.IntN(20))
		most := random.Uint64N(1 << 35)
		// The borders from the last to the first.
		want, sum := uint32(0), s.sum()
		for bin := kernels.Bins - 1; bin >= 0; bin-- {
			border := min(uint64(first)+binBegin(bin+1), uint64(limit))
			if before := uint64(first) + binBegin(bin); before < uint64(limit) && border > uint64(after) {
				want = uint32(border)
				if sum <= most {
					break
				}
			}
			sum -= s[bin]
		}
		if end := s.end(first, most, after, limit); end != want {
			t.Fatalf("from %d, at most %d records, after %d, up to %d: %d, want %d", first, most, after, limit, end, want)
		}
	}
}

// TestPartsMemory plans parts without the records.
func TestPartsMemory(t *testing.T) {
	for _, ids := range []int{0, 1, 1 << 20, 1 << 28, mostIDs} {
		least := PartsBytes(ids)
		for _, records := range []uint64{0, 1 << 20, 1 << 33, 1 << 40} {
			if n := PartsReadings(records, ids, least-1); n != 0 {
				t.Errorf("%d ids: %d readings with too little", ids, n)
			}
			before := PartsReadings(records, ids, least)
			if before < 2 {
				t.Errorf("%d ids, %d records: %d readings with the least", ids, records, before)
			}
			for bytes := least; bytes < 1<<46; bytes *= 2 {
				n := PartsReadings(records, ids, bytes)
				part := uint64(partRecords(bytes))
				if n > before || uint64(n-1)*part < records {
					t.Fatalf("%d ids, %d records in %d bytes: %d readings, and %d with half", ids, records, bytes, n, before)
				}
				before = n
			}
			if before != 2 {
				t.Errorf("%d ids, %d records: %d readings with all memory", ids, records, before)
			}
		}
	}
	// The contest's graphs in 16 GiB: s28.e15, and the largest that its entry counted.
	for _, x := range []struct {
		records     uint64
		ids         int
		least, most int
	}{{15 << 28, 1 << 28, 6, 8}, {6 << 30, 1 << 30, 9, 15}, {7_381_975_040, 738_197_499, 11, 13}} {
		if n := PartsReadings(x.records, x.ids, 16<<30); n < x.least || n > x.most {
			t.Errorf("%d records, %d ids: %d readings", x.records, x.ids, n)
		}
	}
}

func TestListsByRecords(t *testing.T) {
	edges := []graph.Edge{{U: 1, V: 2}, {U: 2, V: 1}, {U: 3, V: 3}, {U: 5, V: 2}, {U: 5, V: 1}, {U: 9, V: 5}}
	// 1, 2 and 5 stand in three records each, 9 in one, 3 in a loop.
	want := [][]uint32{{}, {0}, {0, 1}, {2}}
	if got, ids := listsByRecords(edges, false, 0); !slices.Equal(ids, []uint32{1, 2, 5, 9}) || !slices.EqualFunc(got, want, func(a, b []uint32) bool { return slices.Equal(a, b) }) {
		t.Errorf("got %v", got)
	}
}
