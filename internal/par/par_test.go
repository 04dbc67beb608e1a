package par

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

func TestEachVisitsEveryItemOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, items := range []int{0, 1, 5, 1000} {
			seen := make([]atomic.Int32, items)
			err := Each(context.Background(), workers, items, func(worker, item int) error {
				if worker < 0 || worker >= workers {
					t.Errorf("worker %d of %d", worker, workers)
				}
				seen[item].Add(1)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range seen {
				if seen[i].Load() != 1 {
					t.Fatalf("%d workers: item %d visited %d times", workers, i, seen[i].Load())
				}
			}
		}
	}
}

func TestEachStopsAtTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 4} {
		visits := atomic.Int32{}
		err := Each(context.Background(), workers, 1_000_000, func(_, item int) error {
			visits.Add(1)
			if item == 10 {
				return broken
			}
			return nil
		})
		if err != broken || visits.Load() > 500_000 {
			t.Errorf("%d workers: %v after %d visits", workers, err, visits.Load())
		}
	}
}

func TestEachReturnsTheCause(t *testing.T) {
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	for _, workers := range []int{1, 4} {
		if err := Each(ctx, workers, 100, func(int, int) error { return nil }); err != why {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

func TestChunksCover(t *testing.T) {
	for _, n := range []int{0, 1, 10, 11} {
		covered := make([]atomic.Int32, n)
		err := Chunks(context.Background(), 3, n, 5, func(_, begin, end int) error {
			for i := begin; i < end; i++ {
				covered[i].Add(1)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range covered {
			if covered[i].Load() != 1 {
				t.Fatalf("item %d of %d covered %d times", i, n, covered[i].Load())
			}
		}
	}
}

func TestCutCoversInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n, parts := random.IntN(100), 1+random.IntN(20)
		before := make([]uint64, n+1)
		heaviest := uint64(0)
		for i := range n {
			work := random.Uint64N(50)
			heaviest = max(heaviest, work)
			before[i+1] = before[i] + work
		}
		bounds := Cut(n, parts, func(i int) uint64 { return before[i] })
		if bounds[0] != 0 || bounds[len(bounds)-1] != n || len(bounds) > parts+1 {
			t.Fatalf("%d items in %d parts: %v", n, parts, bounds)
		}
		for k := 1; k < len(bounds); k++ {
			if bounds[k] <= bounds[k-1] {
				t.Fatalf("empty part: %v", bounds)
			}
			if work := before[bounds[k]] - before[bounds[k-1]]; work > before[n]/uint64(parts)*2+heaviest+uint64(parts) {
				t.Fatalf("part %d of %v has %d of %d", k, bounds, work, before[n])
			}
		}
	}
}

func TestRunsAreAsLongAsTheyMayBe(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		work, most := make([]uint64, random.IntN(100)), random.Uint64N(150)
		for i := range work {
			work[i] = random.Uint64N(50)
		}
		sum := func(begin, end int) (sum uint64) {
			for _, w := range work[begin:end] {
				sum += w
			}
			return sum
		}
		next := 0
		for begin, end := range Runs(len(work), most, func(i int) uint64 { return work[i] }) {
			if begin != next || end <= begin || end > begin+1 && sum(begin, end) > most || end < len(work) && sum(begin, end+1) <= most {
				t.Fatalf("[%d, %d) behind %d of %v, at most %d", begin, end, next, work, most)
			}
			next = end
		}
		if next != len(work) {
			t.Fatalf("runs of %v end at %d", work, next)
		}
	}
}
