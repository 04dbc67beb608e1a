package colours

import "testing"

// TestRoom has memory for the lists of chunks: what is left for the chunks and what lists of them take
// is no more than there is, and what a refusal asks for does.
func TestRoom(t *testing.T) {
	for _, edges := range []uint64{0, 1, 1 << 20, 1 << 26, 1 << 32, 1 << 40} {
		for _, n := range []int{1, 7, 60, Most} {
			need := NeedBytes(n, edges)
			for memory := int64(1 << 20); memory <= 1<<36; memory *= 2 {
				for workers := 1; workers <= 16; workers *= 4 {
					room, by, fits := Room(memory, n, workers, edges)
					if fits != (memory >= need) {
						t.Errorf("%d edges, %d colours, %d bytes: fits %v, and %d are needed", edges, n, memory, fits, need)
					}
					if !fits {
						continue
					}
					if by < 1 || by > workers || room < LeastBytes(n, by, true) || room+listBytes(edges, room, by, cellsOf(n, true)) > memory {
						t.Errorf("%d edges, %d colours, %d bytes: %d for the chunks of %d workers", edges, n, memory, room, by)
					}
				}
			}
		}
	}
}
