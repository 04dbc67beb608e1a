package colours

import "testing"

// TestRoom has memory for the lists of chunks: what is left for the chunks and what lists of them take
// is no more than there is, and what a refusal asks for does.
func TestRoom(t *testing.T) {
	for _, edges := range []uint64{0, 1, 1 << 20, 1 << 26, 1 << 32, 1 << 40} {
		for _, cut := range []Cut{{1, true, true}, {7, true, false}, {60, false, true}, {Most, true, false}, {Most, true, true}} {
			need := cut.NeedBytes(edges)
			for memory := int64(1 << 20); memory <= 1<<36; memory *= 2 {
				for workers := 1; workers <= 16; workers *= 4 {
					room, by, fits := cut.Room(memory, workers, edges)
					if fits != (memory >= need) {
						t.Errorf("%d edges, %+v, %d bytes: fits %v, and %d are needed", edges, cut, memory, fits, need)
					}
					if !fits {
						continue
					}
					if by < 1 || by > workers || room < cut.LeastBytes(by) || room+cut.listBytes(edges, room, by) > memory {
						t.Errorf("%d edges, %+v, %d bytes: %d for the chunks of %d workers", edges, cut, memory, room, by)
					}
				}
			}
		}
	}
}
