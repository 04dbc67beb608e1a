package simd

// Credits has room for what CreditRows finds: of a row as the largest or middle corner of
// triangles a number, and each third corner by itself.
type Credits struct {
	// Low are sums of the first rows, of 8 bits. What is found of one of these as its
	// largest or middle corner is added to it, if it is no more than a sum can be; where the
	// sum passes that, Rows has the 256 that it lacks.
	Low     []uint8
	Rows    []Credit // twice as many as corners
	Corners []uint32
}

// Credit is a number of triangles.
type Credit struct{ Row, Triangles uint32 }

// CreditRoom is how many corners there is room for, at least, for rows of which the longest
// has so many entries.
func CreditRoom(longest int) int { return 1<<11 + longest }

// Credited is how far CreditRows came.
type Credited struct {
	Row     int    // to go on with: the end, where all is done
	Pos     uint64 // in it, to go on at
	Rows    int    // found
	Corners int    // found, which is the number of triangles
}

// Add adds to a row, and returns how many rows are listed then.
func (c *Credits) Add(listed int, row, triangles uint32) int {
	if triangles == 0 {
		return listed
	}
	if int(row) < len(c.Low) && triangles < 1<<8 {
		sum := uint32(c.Low[row]) + triangles
		c.Low[row] = uint8(sum)
		if triangles = sum &^ (1<<8 - 1); triangles == 0 {
			return listed
		}
	}
	c.Rows[listed] = Credit{row, triangles}
	return listed + 1
}

func creditRows(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, first uint32, bitmap []uint32, c *Credits) Credited {
	found := Credited{Row: begin, Pos: at}
	var pairs [256]Pair
	third := make([]uint32, len(c.Corners)+ListSlack)
	for found.Row < end {
		done := listRows(upper, offsets, neighbors, found.Row, end, from, to, found.Pos, bitmap, pairs[:], third[:len(third)-found.Corners])
		if done.Pairs == 0 && done.Row < end {
			return Credited{done.Row, done.Pos, found.Rows, found.Corners}
		}
		listed := uint32(0)
		of := 0 // of a row
		for i, p := range pairs[:done.Pairs] {
			head := neighbors[offsets[neighbors[p.Pos]]:]
			for _, k := range third[listed:p.End] {
				c.Corners[found.Corners] = head[k]
				found.Corners++
			}
			n := int(p.End - listed)
			listed = p.End
			found.Rows = c.Add(found.Rows, neighbors[p.Pos], uint32(n))
			of += n
			if i+1 == done.Pairs || pairs[i+1].Row != p.Row {
				found.Rows = c.Add(found.Rows, first+p.Row, uint32(of))
				of = 0
			}
		}
		found.Row, found.Pos = done.Row, done.Pos
	}
	return Credited{end, 0, found.Rows, found.Corners}
}
