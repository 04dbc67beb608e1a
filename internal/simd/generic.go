package simd

import "math/bits"

// generic does without instructions of any processor, and is what the others are held to.
var generic = Kernels{Name: "go", CountRows: countRows, CountFlat: countFlat, CountSymmetric: countSymmetric, CountHubs: countHubs, FillStrip: fillStrip, CountStrip: countStrip, CountStretches: countStretches, CountNear: countNear, CountLines: countLines, CountWindows: countWindows, ListRows: listRows, TallyRows: tallyRows, CreditRows: creditRows, CountEachHub: countEachHub, ListShared: listShared, AddShared: addShared, Due: due, Look: look, Split: split, SortFew: sortFew, Scatter: scatter, ListBits: listBits, Corners: corners}

func countRows(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32) uint64 {
	count := uint64(0)
	for u := begin; u < end; u++ {
		row := neighbors[upper[u]:upper[u+1]]
		for len(row) > 0 && int(row[len(row)-1]) >= to {
			row = row[:len(row)-1]
		}
		if len(row) < 2 || int(row[len(row)-1]) < from {
			continue
		}
		for _, w := range row {
			bitmap[w>>5] |= 1 << (w & 31)
		}
		for i := len(row) - 1; i > 0 && int(row[i]) >= from; i-- {
			v := row[i]
			for _, w := range neighbors[offsets[v]:offsets[v+1]] {
				count += uint64(bitmap[w>>5] >> (w & 31) & 1)
			}
		}
		for _, w := range row {
			bitmap[w>>5] = 0
		}
	}
	return count
}

func countFlat(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64) {
	for u := begin; u < end; u++ {
		row := neighbors[offsets[u]:offsets[u+1]]
		below := 0
		for below < len(row) && int(row[below]) < u {
			below++
		}
		row = row[:below]
		longest = max(longest, uint64(below))
		for i := 1; i < len(row); i++ {
			v := row[i]
			smaller := row[:i]
			for _, w := range neighbors[offsets[v]:offsets[v+1]] {
				for len(smaller) > 0 && smaller[0] < w {
					smaller = smaller[1:]
				}
				if len(smaller) == 0 {
					break
				}
				if smaller[0] == w {
					count++
				}
			}
		}
	}
	return count, longest
}

func countSymmetric(offsets []uint64, neighbors []uint32, begin, end int, _ []uint32) (count, longest uint64) {
	return countFlat(offsets, neighbors, begin, end)
}

func countHubs(hubs, lines []uint32, words, matrix []uint64) uint64 {
	count := 0
	for _, h := range hubs {
		row := matrix[MatrixRow(h):MatrixRow(h+1)]
		for i, at := range lines {
			if int(at/8) >= len(row) {
				break
			}
			for j, word := range row[at/8:][:LineWords] {
				count += bits.OnesCount64(word & words[i*LineWords+j])
			}
		}
	}
	return uint64(count)
}

func listRows(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, at uint64, bitmap []uint32, pairs []Pair, third []uint32) Listed {
	found, filled := 0, 0
	for u := begin; u < end; u++ {
		first, last := upper[u], upper[u+1]
		for first < last && int(neighbors[last-1]) >= to {
			last--
		}
		if last-first < 2 || int(neighbors[last-1]) < from {
			continue
		}
		pos := last - 1
		for pos > first+1 && int(neighbors[pos-1]) >= from {
			pos--
		}
		pos = max(pos, at)
		row := neighbors[first:last]
		for _, w := range row {
			bitmap[w>>5] |= 1 << (w & 31)
		}
		full := false
		for ; pos < last; pos++ {
			v := neighbors[pos]
			if int(v) < from {
				continue
			}
			head := neighbors[offsets[v]:offsets[v+1]]
			if full = found == len(pairs) || filled+len(head)+ListSlack > len(third); full {
				break
			}
			before := filled
			for i, w := range head {
				if bitmap[w>>5]>>(w&31)&1 != 0 {
					third[filled] = uint32(i)
					filled++
				}
			}
			if filled > before {
				pairs[found] = Pair{pos, uint32(u), uint32(filled)}
				found++
			}
		}
		for _, w := range row {
			bitmap[w>>5] = 0
		}
		if full {
			return Listed{u, pos, found}
		}
	}
	return Listed{end, 0, found}
}

func countEachHub(hubs, lines []uint32, words, matrix []uint64, stride int, counts []uint32) {
	for i, h := range hubs {
		row := matrix[int(h)*stride:][:stride]
		count := 0
		for j, at := range lines {
			line, set := row[at/8:][:LineWords], words[j*LineWords:][:LineWords]
			for k, word := range set {
				count += bits.OnesCount64(line[k] & word)
			}
		}
		counts[i] += uint32(count)
	}
}

func listShared(runs []Run, index []uint32, words, row []uint64, found []uint32, shared []uint64) (done, listed int) {
	room := len(shared) - len(row) - SharedSlack
	for _, r := range runs {
		if listed >= room {
			break
		}
		words := words[r.Begin:r.End]
		for i, at := range index[r.Begin:r.End] {
			if x := words[i] & row[at]; x != 0 {
				found[listed], shared[listed] = at, x
				listed++
			}
		}
		done++
	}
	return done, listed
}

func addShared(found []uint32, shared []uint64, sums []uint16) {
	for i, at := range found {
		sums := sums[int(at)*64:][:64]
		for x := shared[i]; x != 0; x &= x - 1 {
			sums[bits.TrailingZeros64(x)]++
		}
	}
}

func due(keys, values, add []uint32, limit uint32, due []uint32) int {
	n := 0
	for i, k := range keys {
		if values[i] <= limit+add[k] {
			due[n] = uint32(i)
			n++
		}
	}
	return n
}

func listBits(set []uint64, hubs []uint32, at int, matrix []uint64, third, ends []uint32) (next int) {
	n := 0
	for at < len(hubs) && n+len(hubs)+ListSlack <= len(third) {
		h := hubs[at]
		row := matrix[int(h)*len(set):][:len(set)]
		for i := range h>>6 + 1 {
			for word := row[i] & set[i]; word != 0; word &= word - 1 {
				third[n] = i<<6 + uint32(bits.TrailingZeros64(word))
				n++
			}
		}
		ends[at] = uint32(n)
		at++
	}
	return at
}

func corners(third, head, names []uint32, low, high uint32, least, middle, most []uint32) {
	least = least[:len(third)]
	middle, most = middle[:len(third)], most[:len(third)]
	for i, w := range third {
		if head != nil {
			w = head[w]
		}
		if names != nil {
			w = names[w]
		}
		a, z := min(low, w), max(high, w)
		least[i], middle[i], most[i] = a, low^high^w^a^z, z
	}
}
