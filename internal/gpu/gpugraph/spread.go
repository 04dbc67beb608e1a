package gpugraph

import "github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"

// A spread says how records are spread over rows: how many are of rows at what
// distance from a first one. There is a bin for each of the first 512 distances,
// and 256 for each power of two from there on, so that one bin is a small part of
// what is before it.
type spread []uint64

// foldSpread adds copies up.
func foldSpread(copies []uint64) spread {
	s := make(spread, kernels.Bins)
	for i, n := range copies {
		s[i%kernels.Bins] += n
	}
	return s
}

// binBegin returns the least distance of a bin.
func binBegin(bin int) uint64 {
	if bin < 512 {
		return uint64(bin)
	}
	shift := bin>>8 - 1
	return uint64(bin-shift<<8) << shift
}

// sum returns the records of all rows.
func (s spread) sum() uint64 {
	sum := uint64(0)
	for _, n := range s {
		sum += n
	}
	return sum
}

// end returns the last border of bins, up to a limit, before which there are at
// most so many records; at least, though, the first one after row `after`. first
// is the row that distances count from.
func (s spread) end(first uint32, most uint64, after, limit uint32) uint32 {
	end, sum := uint32(0), uint64(0)
	for bin, n := range s {
		sum += n
		border := uint32(min(uint64(first)+binBegin(bin+1), uint64(limit)))
		if border <= after {
			continue
		}
		if end > 0 && sum > most {
			break
		}
		if end = border; end == limit {
			break
		}
	}
	return end
}
