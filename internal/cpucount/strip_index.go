package cpucount

import (
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// stripIndex holds, strip by strip, the rows of a block that have entries in it, ascending.
type stripIndex struct {
	base   uint64 // what the positions of the rows are from
	begins []uint64
	rows   hugemem.Array[simd.StripRow]
	parts  [][]uint64 // of each part of the block: how many rows of each strip, and then where they go
}

// stripCutter calls take for each strip that matters of row r, whose entries stand at
// [begin, end), with what the index says of it but for the base.
type stripCutter func(r int, begin, end uint64, base uint64, take func(strip uint32, row simd.StripRow))

// lowerCutter cuts rows v. The first of them has line 0.
func lowerCutter(neighbors []uint32) stripCutter {
	return func(r int, begin, end, base uint64, take func(uint32, simd.StripRow)) {
		last := uint32(math.MaxUint32)
		for i, w := range neighbors[begin:end] {
			if strip := w / simd.StripBits; strip != last {
				last = strip
				take(strip, simd.StripRow{First: uint32(begin - base + uint64(i)), End: uint32(end - base), Row: uint32(r)})
			}
		}
	}
}

// upperCutter cuts rows u. What matters has an entry v in [from, to) behind it.
func upperCutter(neighbors []uint32, from, to int) stripCutter {
	return func(_ int, begin, end, base uint64, take func(uint32, simd.StripRow)) {
		row := neighbors[begin:end]
		if len(row) > 0 && int(row[len(row)-1]) >= to {
			n, _ := slices.BinarySearch(row, uint32(to))
			row = row[:n]
		}
		least := 0
		if from > 0 {
			least, _ = slices.BinarySearch(row, uint32(from))
		}
		if least == len(row) {
			return
		}
		last, at := uint32(math.MaxUint32), uint32(begin-base)
		for i, w := range row[:len(row)-1] {
			if strip := w / simd.StripBits; strip != last {
				last = strip
				take(strip, simd.StripRow{First: at + uint32(i), End: at + uint32(len(row)), Row: at + uint32(max(i+1, least))})
			}
		}
	}
}

// build makes the index of rows that are known by their bounds.
func (x *stripIndex) build(crew *par.Crew, strips int, offsets []uint64, cut stripCutter) error {
	x.base = offsets[0]
	cuts := par.Cut(len(offsets)-1, 4*crew.Workers(), func(r int) uint64 { return offsets[r] - offsets[0] })
	parts := len(cuts) - 1
	for len(x.parts) < parts {
		x.parts = append(x.parts, nil)
	}
	each := func(take func(counts []uint64) func(uint32, simd.StripRow)) error {
		return crew.Each(parts, func(_, i int) error {
			if len(x.parts[i]) < strips {
				x.parts[i] = make([]uint64, strips)
			}
			take := take(x.parts[i])
			for r := cuts[i]; r < cuts[i+1]; r++ {
				if offsets[r] < offsets[r+1] {
					cut(r, offsets[r], offsets[r+1], x.base, take)
				}
			}
			return nil
		})
	}
	err := each(func(counts []uint64) func(uint32, simd.StripRow) {
		clear(counts)
		return func(strip uint32, _ simd.StripRow) { counts[strip]++ }
	})
	if err != nil {
		return err
	}
	x.begins = append(x.begins[:0], 0)
	at := uint64(0)
	for strip := range strips {
		for i := range parts {
			at, x.parts[i][strip] = at+x.parts[i][strip], at
		}
		x.begins = append(x.begins, at)
	}
	if uint64(len(x.rows.Slice())) < at {
		x.rows.Free()
		if x.rows, err = hugemem.New[simd.StripRow](int(at)); err != nil {
			return err
		}
	}
	rows := x.rows.Slice()
	return each(func(next []uint64) func(uint32, simd.StripRow) {
		return func(strip uint32, row simd.StripRow) {
			rows[next[strip]] = row
			next[strip]++
		}
	})
}

// strip returns the rows of a strip, none where there is no such strip.
func (x *stripIndex) strip(i int) []simd.StripRow {
	if i < 0 || i+1 >= len(x.begins) {
		return nil
	}
	return x.rows.Slice()[x.begins[i]:x.begins[i+1]]
}
