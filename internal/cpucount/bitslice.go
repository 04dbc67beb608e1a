package cpucount

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// bitslicePairs is TCBW, the bit-wise triangle counting of Lin, Ouyang, He and
// Li ("Parallelize accelerated triangle counting using bit-wise on GPU", WISA
// 2023, section 3.3, algorithm 1).
//
// The row of a vertex u is read as bits over all vertices, in slices V_uS_k of
// m = p.SliceBits bits that begin at multiples of m. Slices of zeros are
// skipped: only the others exist, each with its number k. INTERSECT of edge
// (u, v) is the AND of the slices that have the same number on both sides, and
// the ones in it are the triangles.
//
// The paper makes the slices of both rows anew for every edge, and names that
// as its weakness and its next step. Here they are made once for all rows and
// kept (4 + m/8 bytes a slice, 5 where m is 4, at most one slice an edge) where
// p.Memory allows. Otherwise, and with p.OnTheFly, they are made as in the paper.
//
// An edge costs at most the numbers of slices of both rows. That pays where
// neighbours have ids close by, as the hubs do under an order by degree.
func bitslicePairs(ctx context.Context, o *lists.Oriented, p Params) (*pairs, error) {
	m, err := sliceBits(p)
	if err != nil {
		return nil, err
	}
	switch m {
	case 4, 8:
		return slicePairs[uint8](ctx, o, p, m, 1)
	case 16:
		return slicePairs[uint16](ctx, o, p, m, 1)
	case 32:
		return slicePairs[uint32](ctx, o, p, m, 1)
	}
	return slicePairs[uint64](ctx, o, p, m, m/64)
}

const maxSliceBits = 512

// SliceWidths are the bits that a slice may have.
var SliceWidths = []int{4, 8, 16, 32, 64, 128, 256, maxSliceBits}

// sliceBits returns the m of the parameters.
func sliceBits(p Params) (int, error) {
	if p.SliceBits == 0 {
		return 64, nil
	}
	if !slices.Contains(SliceWidths, p.SliceBits) {
		return 0, fmt.Errorf("bitslice: a slice of %d bits; it has one of %v", p.SliceBits, SliceWidths)
	}
	return p.SliceBits, nil
}

// bitsliceBytes is what the kept slices can come to where they fit, and what
// counting on the fly needs where they do not.
func bitsliceBytes(rows int, edges uint64, _ uint32, p Params) int64 {
	m, err := sliceBits(p)
	if err != nil {
		return 0 // counting says so
	}
	least := sharesBytes(edges)
	if p.OnTheFly {
		return least
	}
	most := least + slicesBytes(rows, edges, m)
	if p.Memory > 0 {
		most = max(least, min(most, p.Memory))
	}
	return most
}

// slicesBytes is the size of the slices of all rows, m bits each.
func slicesBytes(rows int, slices uint64, m int) int64 {
	return int64(rows+1)*8 + int64(slices)*int64(4+max(m/8, 1))
}

// sliceCost is a guess: how many entries share a slice is not known before.
func sliceCost(k, head uint64) uint64 { return k + head + 4 }

// slicePairs makes the slices of all rows before, or on the fly.
func slicePairs[W word](ctx context.Context, o *lists.Oriented, p Params, m, words int) (*pairs, error) {
	var s *sliceTable[W]
	if !p.OnTheFly {
		var err error
		if s, err = sliceRows[W](ctx, o, p, m, words); err != nil {
			return nil, err
		}
	}
	if s == nil {
		shift := uint(bits.TrailingZeros(uint(m)))
		return &pairs{cost: sliceCost, kernel: func() kernel { return flySlicer{shift} }}, nil
	}
	return &pairs{cost: sliceCost, kernel: func() kernel { return slicer[W]{s, o} }, free: s.free}, nil
}

// word is the unit in which slices are ANDed.
type word interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

// sliceTable holds the slices of all rows that are not zero.
type sliceTable[W word] struct {
	offsets hugemem.Array[uint64] // row u has slices offsets[u] to offsets[u+1]
	numbers hugemem.Array[uint32] // k of each slice, ascending in a row
	bits    hugemem.Array[W]      // its bits, words of them
	words   int                   // words a slice: 1, or m/64 of 64 bits
	used    uint32                // bits of a word: all, but where m is 4
}

func (s *sliceTable[W]) free() {
	s.offsets.Free()
	s.numbers.Free()
	s.bits.Free()
}

// sliceRows makes the slices of all rows, of m bits in so many words. It
// returns nil where they do not fit p.Memory.
func sliceRows[W word](ctx context.Context, o *lists.Oriented, p Params, m, words int) (_ *sliceTable[W], err error) {
	rows, workers := o.Rows(), par.Workers(p.Threads)
	fits := func(slices uint64) bool {
		return p.Memory <= 0 || sharesBytes(o.Edges())+slicesBytes(rows, slices, m) <= p.Memory
	}
	if !fits(0) {
		return nil, nil
	}
	s := &sliceTable[W]{words: words, used: uint32(m / words)}
	defer func() {
		if err != nil {
			s.free()
		}
	}()
	if s.offsets, err = hugemem.New[uint64](rows + 1); err != nil {
		return nil, err
	}
	offsets, shift := s.offsets.Slice(), uint(bits.TrailingZeros(uint(m)))
	p.Meter.Start("slice", 2*int64(o.Edges()))
	cuts := par.Cut(rows, workers*chunksPerWorker, func(u int) uint64 { return o.Offsets()[u] })
	each := func(body func(u int, row []uint32)) error {
		return par.Each(ctx, workers, len(cuts)-1, func(_, i int) error {
			for u := cuts[i]; u < cuts[i+1]; u++ {
				body(u, o.Row(uint32(u)))
			}
			p.Meter.Add(int64(o.Offsets()[cuts[i+1]] - o.Offsets()[cuts[i]]))
			return nil
		})
	}

	err = each(func(u int, row []uint32) { offsets[u+1] = countRuns(row, shift) })
	if err != nil {
		return nil, err
	}
	for u := range rows {
		offsets[u+1] += offsets[u]
	}
	total := offsets[rows]
	if !fits(total) {
		s.free()
		return nil, nil
	}
	if s.numbers, err = hugemem.New[uint32](int(total)); err != nil {
		return nil, err
	}
	if s.bits, err = hugemem.New[W](int(total) * words); err != nil {
		return nil, err
	}
	numbers, all := s.numbers.Slice(), s.bits.Slice()
	wordShift := bits.TrailingZeros32(s.used)
	err = each(func(u int, row []uint32) {
		slice := int(offsets[u]) - 1
		last := ^uint32(0) // no slice has this number
		for _, v := range row {
			if k := v >> shift; k != last {
				slice++
				numbers[slice], last = k, k
			}
			bit := v & uint32(m-1)
			all[slice*words+int(bit>>wordShift)] |= 1 << (bit & (s.used - 1))
		}
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// countRuns returns the number of slices that are not zero.
func countRuns(row []uint32, shift uint) uint64 {
	runs, last := uint64(0), ^uint32(0)
	for _, v := range row {
		k := v >> shift
		runs += uint64(one(k != last))
		last = k
	}
	return runs
}

// slicer intersects slices made before.
type slicer[W word] struct {
	*sliceTable[W]
	lists *lists.Oriented
}

func (s slicer[W]) count(u uint32, a, _ []uint32) uint64 {
	v := s.lists.Row(u)[len(a)]
	uNumbers, uBits := s.of(u)
	vNumbers, vBits := s.of(v)
	if s.words == 1 {
		return intersectSlices(uNumbers, vNumbers, uBits, vBits)
	}
	return intersectWideSlices(uNumbers, vNumbers, uBits, vBits, s.words)
}

func (s slicer[W]) list(u uint32, a, head, to []uint32) []uint32 {
	v := s.lists.Row(u)[len(a)]
	uNumbers, uBits := s.of(u)
	vNumbers, vBits := s.of(v)
	j := 0
	for i, k := 0, 0; i < len(uNumbers) && k < len(vNumbers); {
		x, y := uNumbers[i], vNumbers[k]
		if x == y {
			for w := range s.words {
				ones := uint64(uBits[i*s.words+w] & vBits[k*s.words+w])
				begin := (x*uint32(s.words) + uint32(w)) * s.used
				for ; ones != 0; ones &= ones - 1 {
					j += seek(head[j:], begin+uint32(bits.TrailingZeros64(ones)))
					to = append(to, uint32(j))
				}
			}
		}
		i += one(x <= y)
		k += one(y <= x)
	}
	return to
}

// of returns the slices of row u.
func (s *sliceTable[W]) of(u uint32) (numbers []uint32, bits []W) {
	begin, end := s.offsets.Slice()[u], s.offsets.Slice()[u+1]
	words := uint64(s.words)
	return s.numbers.Slice()[begin:end], s.bits.Slice()[begin*words : end*words]
}

// intersectSlices is INTERSECT over all pairs of slices with the same number,
// a word each.
func intersectSlices[W word](a, b []uint32, aBits, bBits []W) uint64 {
	count := uint64(0)
	aBits, bBits = aBits[:len(a)], bBits[:len(b)]
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x == y {
			count += uint64(bits.OnesCount64(uint64(aBits[i] & bBits[j])))
		}
		i += one(x <= y)
		j += one(y <= x)
	}
	return count
}

// intersectWideSlices is the same for slices of several words.
func intersectWideSlices[W word](a, b []uint32, aBits, bBits []W, words int) uint64 {
	count := uint64(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x == y {
			bSlice := bBits[j*words:][:words]
			for w, aWord := range aBits[i*words:][:words] {
				count += uint64(bits.OnesCount64(uint64(aWord & bSlice[w])))
			}
		}
		i += one(x <= y)
		j += one(y <= x)
	}
	return count
}
