package frontier

import (
	"context"
	"flag"
	"math/big"
	"slices"
	"testing"
	"time"
)

var (
	side    = flag.Int("side", 0, "TestTerm counts the square grid of this side, beyond those of the other tests")
	sweep   = flag.String("sweep", "rows", "TestTerm: rows; snake or diagonals, by the general machine; plain, for residues by the simple twin")
	threads = flag.Int("threads", 0, "TestTerm: goroutines; 0 for one a core")
)

// snake goes through the cells of a grid row by row, every second row backwards.
func snake(rows, columns int) []uint32 {
	order := rowByRow(rows, columns)
	for r := 1; r < rows; r += 2 {
		slices.Reverse(order[r*columns : (r+1)*columns])
	}
	return order
}

// diagonals goes through the cells of a grid from corner to corner.
func diagonals(rows, columns int) []uint32 {
	order := make([]uint32, 0, rows*columns)
	for d := range rows + columns - 1 {
		for r := range rows {
			if c := d - r; c >= 0 && c < columns {
				order = append(order, uint32(r*columns+c))
			}
		}
	}
	return order
}

func rowByRow(rows, columns int) []uint32 {
	order := make([]uint32, rows*columns)
	for i := range order {
		order[i] = uint32(i)
	}
	return order
}

var sweeps = map[string]func(rows, columns int) []uint32{"snake": snake, "diagonals": diagonals}

func TestSweeps(t *testing.T) {
	for name, sweep := range sweeps {
		for n := 2; n <= 9; n++ {
			got := count(t, gridGraph(n, n), &Plan{Order: sweep(n, n)}, Options{})
			if got[0].String() != squares[n-1] {
				t.Errorf("%s, n = %d: %v cycles, not %s", name, n, got[0], squares[n-1])
			}
		}
	}
}

// TestTerm counts a large grid where it is asked to:
//
//	go test ./internal/frontier -run TestTerm -v -timeout 0 -side 19 -sweep plain
func TestTerm(t *testing.T) {
	if *side < 2 {
		t.Skip("no -side")
	}
	if *sweep == "plain" {
		t.Logf("n = %d: %s", *side, plainTerm(*side))
		return
	}
	g := gridGraph(*side, *side)
	p := &Plan{Order: rowByRow(*side, *side), rows: *side, columns: *side}
	if order := sweeps[*sweep]; order != nil {
		p = &Plan{Order: order(*side, *side)}
	} else if *sweep != "rows" {
		t.Fatalf("no sweep %q", *sweep)
	}
	begin := time.Now()
	sum, s, err := run(context.Background(), g, p, Options{Threads: *threads}, tuning{})
	if err != nil {
		t.Fatal(err)
	}
	count := sum.integers(false)[0]
	t.Logf("n = %d by %s: %v", *side, *sweep, count)
	for _, p := range primes {
		t.Logf("modulo %d: %v", p, new(big.Int).Mod(count, new(big.Int).SetUint64(p)))
	}
	t.Logf("%d state-steps, at most %d states in %d bytes, %.1f s", s.steps, s.peak, s.bytes, time.Since(begin).Seconds())
}
