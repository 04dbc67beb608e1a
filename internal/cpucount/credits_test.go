package cpucount

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCreditsOfManyWorkers has workers that meet at a few ranges.
func TestCreditsOfManyWorkers(t *testing.T) {
	const counters, workers, each = 3 << leastRange, 4, 40 * notesAtOnce
	want, at := make([]uint64, counters), make([]uint64, counters)
	rng := rand.New(rand.NewPCG(17, 18))
	added := make([][]uint64, workers)
	for w := range added {
		for range each {
			i := rng.Uint64N(counters)
			added[w] = append(added[w], i)
			want[i] += 2
		}
		want[counters-1] += math.MaxUint32 + 7
	}
	c := newCredits(at, workers+1)
	done := make(chan bool)
	for w := range added {
		n := c.of(w)
		go func() {
			for _, i := range added[w] {
				n.add(i, 1)
				if i%2 == 0 {
					n.add(i, 1)
				} else {
					c.addRun(i, []uint32{1})
				}
			}
			n.addMany(counters-1, math.MaxUint32+7)
			done <- true
		}()
	}
	for range added {
		<-done
	}
	for range 2 { // nothing is left for the second time
		if err := c.finish(t.Context()); err != nil || !slices.Equal(at, want) {
			t.Fatalf("other sums (%v)", err)
		}
	}
}

// TestNotesWait has one that finds another at a range, more often than it has spares.
func TestNotesWait(t *testing.T) {
	at := make([]uint32, 2<<leastRange)
	c := newCredits(at, 1)
	n := c.of(0)
	c.ranges[1].Lock()
	for range spares * notesAtOnce {
		n.add(1<<leastRange, 1)
	}
	if len(n.waiting) != spares || at[1<<leastRange] != 0 {
		t.Errorf("%d wait, with a sum of %d", len(n.waiting), at[1<<leastRange])
	}
	c.ranges[1].Unlock()
	for range notesAtOnce {
		n.add(1<<leastRange, 1)
	}
	if len(n.waiting) != 0 || len(n.spare) != spares || at[1<<leastRange] != (spares+1)*notesAtOnce {
		t.Errorf("%d wait, %d are spare, with a sum of %d", len(n.waiting), len(n.spare), at[1<<leastRange])
	}
}

// TestCornersOfAllRows has sums for some rows alone, which they pass again and again.
func TestCornersOfAllRows(t *testing.T) {
	at, low, want := make([]uint64, 600), make([]uint8, 400), make([]uint64, 600)
	c := &corners{credits: newCredits(at, 1)}
	rng := rand.New(rand.NewPCG(19, 20))
	rows := make([]uint32, 1<<18)
	for i := range rows {
		rows[i] = rng.Uint32N(600)
		want[rows[i]]++
	}
	c.of(0).addCorners(rows, low)
	if err := c.finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	for v, n := range low {
		at[v] += uint64(n)
	}
	if !slices.Equal(at, want) {
		t.Errorf("%d, want %d", at, want)
	}
}
