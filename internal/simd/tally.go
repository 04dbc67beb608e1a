package simd

// Tally counts the triangles with each entry of some rows u, two of which are in each: v
// and the third corner.
type Tally struct {
	Counts  []uint32 // of the entries, from position First of the neighbors on
	First   uint64
	Edges   []uint64 // of v and the third corner
	Corners []uint32 // scratch
	Places  []uint32 // scratch, as long as the bitmap
}

// TallyRoom is how long Corners and Edges of a tally are, at least, for rows of which the
// longest has so many entries.
func TallyRoom(longest int) int { return 1<<11 + longest }

// Tallied is how far TallyRows came.
type Tallied struct {
	Row   int    // to go on with: the end, where all is done
	Pos   uint64 // in it, to go on at
	Edges int    // listed
}

func tallyRows(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, t *Tally) Tallied {
	listed := 0
	var pairs [256]Pair
	for begin < end {
		done := listRows(upper, offsets, neighbors, begin, end, from, to, at, bitmap, pairs[:], t.Corners)
		if done.Pairs == 0 && done.Row < end {
			return Tallied{done.Row, done.Pos, listed}
		}
		first := uint32(0)
		for _, p := range pairs[:done.Pairs] {
			third := t.Corners[first:p.End]
			first = p.End
			if listed+len(third) > len(t.Edges) {
				return Tallied{int(p.Row), p.Pos, listed}
			}
			row, head := neighbors[upper[p.Row]:p.Pos], offsets[neighbors[p.Pos]]
			counts := t.Counts[upper[p.Row]-t.First:]
			counts[len(row)] += uint32(len(third))
			own := 0
			for _, i := range third {
				edge := head + uint64(i)
				for row[own] != neighbors[edge] {
					own++
				}
				counts[own]++
				t.Edges[listed] = edge
				listed++
			}
		}
		begin, at = done.Row, done.Pos
	}
	return Tallied{end, 0, listed}
}
