package simd

import "math/bits"

// Window is WindowBits ids as bits: those of a row among them, and in the last word where they begin, in
// bytes of a bit array over all ids.
type Window [16]uint32

const (
	// WindowBits is how many ids a window has: a line of the cache holds them, and where they begin.
	WindowBits = 480
	// WindowSlack is how many bits a bit array has behind those of all ids: a window may begin with the last one, and 512 bits
	// are read at once.
	WindowSlack = 512
	// ListedRow tells that a row has entries and no windows.
	ListedRow = 1 << 31
)

// FillWindows puts the ascending entries of a row into windows, all of them zero, and returns how many it took: the next
// one begins with the first entry that is in none.
func FillWindows(row []uint32, windows []Window) (taken int) {
	for i := 0; i < len(row); taken++ {
		base, w := row[i]&^7, &windows[taken]
		w[15] = base / 8
		word, set := uint32(0), uint32(0)
		for ; i < len(row); i++ {
			at := row[i] - base
			if at >= WindowBits {
				break
			}
			// Without a branch: what is set so far is forgotten where the word is another one.
			set = set&uint32(int32(word^at/32-1)>>31) | 1<<(at%32)
			word = at / 32
			w[word&15] = set
		}
	}
	return taken
}

// WindowsOf returns how many windows a row takes that is not empty, or most+1 if it takes more than most.
func WindowsOf(row []uint32, most int) int {
	last, i := uint64(row[len(row)-1]), 0
	for n := 1; ; n++ {
		end := uint64(row[i]&^7) + WindowBits
		if last < end || n > most {
			return n
		}
		for uint64(row[i]) < end { // the last entry is not
			i++
		}
	}
}

func countWindows(offsets []uint64, neighbors []uint32, begin, end int, starts []uint32, windows []Window, bitmap []uint32) uint64 {
	count := uint64(0)
	for u := begin; u < end; u++ {
		row := neighbors[offsets[u]:offsets[u+1]]
		if len(row) < 2 {
			continue
		}
		for _, w := range row {
			bitmap[w>>5] |= 1 << (w & 31)
		}
		for _, v := range row[1:] {
			if starts[v]&ListedRow != 0 {
				for _, w := range neighbors[offsets[v]:offsets[v+1]] {
					count += uint64(bitmap[w>>5] >> (w & 31) & 1)
				}
				continue
			}
			for i := starts[v]; i < starts[v+1]&^ListedRow; i++ {
				count += uint64(windows[i].and(bitmap))
			}
		}
		for _, w := range row {
			bitmap[w>>5] = 0
		}
	}
	return count
}

// and returns how many ids are in a window and in a bit array.
func (w *Window) and(bitmap []uint32) (count int) {
	at := w[15] / 4
	words, shift := bitmap[at:][:16], w[15]%4*8 // a shift by all 32 bits leaves nothing
	for i := range 15 {
		count += bits.OnesCount32(w[i] & (words[i]>>shift | words[i+1]<<(32-shift)))
	}
	return count
}
