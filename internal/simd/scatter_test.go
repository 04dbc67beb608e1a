package simd

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

func TestScatter(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			for range 300 {
				n := random.IntN(300)
				widths := make([]int, 1+random.IntN(40))
				for i := range widths {
					widths[i] = 1 + random.IntN(8)
				}
				keys, targets := make([]uint64, n), make([]Target, n)
				for i := range keys {
					lane := random.IntN(len(widths))
					keys[i], targets[i] = random.Uint64(), TargetOf(lane, widths[lane])
				}
				// Some lanes have no room, and some no buffer.
				lanes, buffers := make([][]Lane, 2), make([][][]byte, 2)
				for range widths {
					room := random.IntN(80)
					for side := range lanes {
						lane, buffer := Lane{}, []byte(nil)
						if room >= KeySlack {
							buffer = make([]byte, room)
							lane = Lane{Base: unsafe.SliceData(buffer), Limit: uint32(room - KeySlack + 1)}
						}
						lanes[side], buffers[side] = append(lanes[side], lane), append(buffers[side], buffer)
					}
				}
				got, want := k.Scatter(keys, targets, lanes[0]), scatter(keys, targets, lanes[1])
				if got != want {
					t.Fatalf("%d of %d, want %d", got, n, want)
				}
				for i := range widths {
					a, b := lanes[0][i], lanes[1][i]
					if a.Fill != b.Fill || !bytes.Equal(buffers[0][i][:a.Fill], buffers[1][i][:b.Fill]) {
						t.Fatalf("lane %d: %d bytes %x, want %d %x", i, a.Fill, buffers[0][i], b.Fill, buffers[1][i])
					}
				}
			}
		})
	}
}
