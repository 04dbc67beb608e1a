package simd

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
)

// randomBins returns bins of numbers below a limit, and that limit.
func randomBins(random *rand.Rand) (Bins, uint32) {
	b := Bins{Bits: random.UintN(15)}
	limit := uint32(1) << random.UintN(32)
	if random.IntN(2) == 0 {
		b.Less = random.UintN(32 - b.Bits)
	}
	return b, limit + random.Uint32N(limit)
}

// randomRecords draws records of ends below a limit, some of them loops.
func randomRecords(random *rand.Rand, limit uint32) []graph.Edge {
	records := make([]graph.Edge, random.IntN(EndsAtOnce+1))
	share := 1 + random.IntN(40)
	for i := range records {
		u, v := random.Uint32N(limit), random.Uint32N(limit)
		if random.IntN(share) == 0 {
			v = u
		}
		records[i] = graph.Edge{U: u, V: v}
	}
	return records
}

func TestBins(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 2000 {
		b, limit := randomBins(random)
		x, y := random.Uint32N(limit), random.Uint32N(limit)
		if (x < y) != (b.Of(x) < b.Of(y)) && b.Of(x) != b.Of(y) {
			t.Fatalf("%+v: %d is in bin %d, %d in %d", b, x, b.Of(x), y, b.Of(y))
		}
	}
}

func TestSplit(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			for range 2000 {
				bins, limit := randomBins(random)
				records := randomRecords(random, limit)
				if random.IntN(3) == 0 { // none of which is too large, where loops alone are
					limit -= limit / 500
				}
				var got, want Ends
				n, below := k.Split(records, bins, limit, &got)
				wantN, wantBelow := split(records, bins, limit, &want)
				if n != wantN || below != wantBelow {
					t.Fatalf("%d of %d records, all below %d: %v, want %d, %v", n, len(records), limit, below, wantN, wantBelow)
				}
				if !slices.Equal(got.Low[:n], want.Low[:n]) || !slices.Equal(got.High[:n], want.High[:n]) || !slices.Equal(got.Bin[:n], want.Bin[:n]) {
					t.Fatalf("%+v, %d records %v:\n%v\nwant\n%v", bins, n, records, got, want)
				}
			}
		})
	}
}

func TestScatter(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			for range 300 {
				bins, limit := randomBins(random)
				var e Ends
				to, _ := split(randomRecords(random, limit), bins, limit, &e)
				from := random.IntN(to + 1)
				// Some lanes have no room, and some no buffer.
				n := 1 + random.IntN(40)
				lanes, buffers := make([][]Lane, 2), make([][][]byte, 2)
				for range n {
					room := random.IntN(80)
					form := Lane{First: random.Uint32N(limit), Column: uint8(random.IntN(33)), Width: uint8(1 + random.IntN(8))}
					for side := range lanes {
						lane, buffer := form, []byte(nil)
						if room >= KeySlack {
							buffer = make([]byte, room)
							lane.Base, lane.Limit = unsafe.SliceData(buffer), uint32(room-KeySlack+1)
						}
						lanes[side], buffers[side] = append(lanes[side], lane), append(buffers[side], buffer)
					}
				}
				at := make([]uint16, bins.Of(limit-1)+1)
				for i := range at {
					at[i] = uint16(random.IntN(n))
				}
				got, want := k.Scatter(&e, from, to, at, lanes[0]), scatter(&e, from, to, at, lanes[1])
				if got != want {
					t.Fatalf("up to %d of %d, want %d", got, to, want)
				}
				for i := range n {
					a, b := lanes[0][i], lanes[1][i]
					if a.Fill != b.Fill || !bytes.Equal(buffers[0][i][:a.Fill], buffers[1][i][:b.Fill]) {
						t.Fatalf("lane %d: %d bytes %x, want %d %x", i, a.Fill, buffers[0][i], b.Fill, buffers[1][i])
					}
				}
			}
		})
	}
}
