package chordless

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// inOrder returns what All yields, in that order.
func inOrder(t *testing.T, from generator.Generator, opt Options) [][]uint32 {
	t.Helper()
	var cycles [][]uint32
	for cycle, err := range All(context.Background(), generated(t, from), opt) {
		if err != nil {
			t.Fatal(err)
		}
		cycles = append(cycles, slices.Clone(cycle))
	}
	return cycles
}

// TestOrderDoesNotDependOnThreads takes a graph that has many tasks, and some
// cycles before the first.
func TestOrderDoesNotDependOnThreads(t *testing.T) {
	for _, from := range []generator.Generator{generator.Grid{Rows: 6, Cols: 7}, generator.Torus{Rows: 5, Cols: 5}, generator.Hypercube{Dimension: 4}} {
		want := inOrder(t, from, Options{Threads: 1, MinLength: 3})
		for _, threads := range []int{2, 5} {
			if got := inOrder(t, from, Options{Threads: threads, MinLength: 3}); !equal(got, want) {
				t.Errorf("%+v: %d threads: %d cycles in another order than the %d of one thread", from, threads, len(got), len(want))
			}
		}
		slices.SortFunc(want, slices.Compare)
		if dias := collect(t, generated(t, from), Options{Method: Dias, MinLength: 3}); !equal(want, dias) {
			t.Errorf("%+v: cycles differ from those of Dias et al.", from)
		}
	}
}

func TestLimit(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 6, Cols: 6}) // 3436 cycles
	whole := inOrder(t, generator.Grid{Rows: 6, Cols: 6}, Options{})
	for _, limit := range []uint64{1, 100, 3435, 3436, 5000} {
		for _, threads := range []int{1, 3} {
			var got [][]uint32
			var last error
			for cycle, err := range All(context.Background(), g, Options{Limit: limit, Threads: threads}) {
				if last = err; err == nil {
					got = append(got, slices.Clone(cycle))
				}
			}
			want := whole[:min(int(limit), len(whole))]
			if !equal(got, want) || (limit < 3436) != errors.Is(last, ErrLimit) || limit >= 3436 && last != nil {
				t.Errorf("limit %d, %d threads: %d cycles and %v", limit, threads, len(got), last)
			}
			for _, method := range Methods(device.CPU) {
				r, err := Count(context.Background(), g, Options{Limit: limit, Threads: threads, Method: method})
				if (limit < 3436) != errors.Is(err, ErrLimit) || r.Partial != (err != nil) || r.Chordless.Uint64() != uint64(len(want)) {
					t.Errorf("limit %d, %d threads, %s: counted %v and %v", limit, threads, method, r.Chordless, err)
				}
			}
		}
	}
}

// noneStays waits for goroutines that have done their work and are about to
// end, until there are no more than before.
func noneStays(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestLeavingEarly leaves the loop after each of the first cycles and looks
// for goroutines that stay behind.
func TestLeavingEarly(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 8, Cols: 8})
	before := runtime.NumGoroutine()
	for stop := range 40 {
		taken := 0
		for _, err := range All(context.Background(), g, Options{Threads: 4}) {
			if err != nil {
				t.Fatal(err)
			}
			if taken++; taken > stop*stop {
				break
			}
		}
		if taken != stop*stop+1 {
			t.Fatalf("%d cycles taken, want %d", taken, stop*stop+1)
		}
	}
	noneStays(t, before)
}

// TestListingHoldsLittle looks at what is allocated while cycles are taken that
// would hold a hundred megabytes.
func TestListingHoldsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("a large one")
	}
	g := generated(t, generator.Grid{Rows: 6, Cols: 10})
	for _, threads := range []int{1, 4} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		vertices := 0
		for cycle, err := range All(context.Background(), g, Options{Threads: threads}) {
			if err != nil {
				t.Fatal(err)
			}
			vertices += len(cycle)
		}
		runtime.ReadMemStats(&after)
		if kept, allocated := 4*uint64(vertices), after.TotalAlloc-before.TotalAlloc; kept < 60<<20 || allocated > 30<<20 {
			t.Errorf("%d threads: %d bytes allocated for cycles of %d", threads, allocated, kept)
		}
	}
}

// TestListingAsksForItsMemory refuses what would not fit before the first
// cycle.
func TestListingAsksForItsMemory(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 4, Cols: 4})
	for _, threads := range []int{1, 4} {
		opt := Options{Threads: threads, Memory: 1}
		for refused := 0; ; refused++ {
			cycles := 0
			var last error
			for cycle, err := range All(context.Background(), g, opt) {
				if last = err; cycle != nil {
					cycles++
				}
			}
			memory := &graph.MemoryError{}
			if last == nil && cycles == 24 && refused > 0 {
				break
			}
			if !errors.As(last, &memory) || cycles > 0 || memory.Need <= opt.Memory {
				t.Fatalf("%+v: %d cycles and %v", opt, cycles, last)
			}
			opt.Memory = memory.Need
		}
	}
}

// TestCancel ends the context in the middle of everything, which would take years.
func TestCancel(t *testing.T) {
	large := generated(t, generator.Grid{Rows: 20, Cols: 20})
	cause := errors.New("enough")
	for _, method := range Methods(device.CPU) {
		for _, opt := range []Options{{}, {PerVertex: true}, {MinLength: 5, Through: []uint32{7, 77}}, {Threads: 1}} {
			opt.Method = method
			ctx, cancel := context.WithCancelCause(context.Background())
			timer := time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
			r, err := Count(ctx, large, opt)
			if !errors.Is(err, cause) || !r.Partial {
				t.Errorf("%+v: counting: %v", opt, err)
			}
			if method != Frontier {
				var last error
				for _, err := range All(ctx, large, opt) {
					last = err
				}
				if !errors.Is(last, cause) {
					t.Errorf("%+v: listing: %v", opt, last)
				}
			}
			timer.Stop()
			cancel(nil)
		}
	}
}

// TestCancelListing ends the context while cycles are taken.
func TestCancelListing(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 8, Cols: 8})
	cause := errors.New("enough")
	before := runtime.NumGoroutine()
	for _, method := range []Method{Dias, DFS} {
		for _, threads := range []int{1, 4} {
			ctx, cancel := context.WithCancelCause(context.Background())
			taken := 0
			var last error
			for _, err := range All(ctx, g, Options{Method: method, Threads: threads}) {
				if last = err; err == nil {
					if taken++; taken == 1000 {
						cancel(cause)
					}
				}
			}
			if !errors.Is(last, cause) {
				t.Errorf("%s, %d threads: %v", method, threads, last)
			}
			cancel(nil)
		}
	}
	noneStays(t, before)
}
