package gpurun

import "github.com/tricycle-graph/tricycle/internal/gpu"

// alignment is what arrays in one piece of memory begin at multiples of, in words: 256 bytes, as
// memory that is allocated by itself.
const alignment = 256 / 8

// Aligned rounds a number of words up, so that another array may begin behind so many.
func Aligned(words int) int { return (words + alignment - 1) &^ (alignment - 1) }

// Lend gives the run memory that nobody else uses while it lasts, and which it does not free. Its
// arrays are taken from there where they fit: to allocate one and to free it takes a tenth of a
// millisecond. What is lent must begin as allocated memory does. [Run.Room] does not count it.
func (r *Run) Lend(words gpu.Array[uint64]) { r.lent = append(r.lent, words) }

// takeLent takes so many bytes of the lent memory of which least is left.
func (r *Run) takeLent(bytes int64) (words gpu.Array[uint64], found bool) {
	n := int((bytes + 7) / 8)
	best := -1
	for i, l := range r.lent {
		if n > 0 && n <= l.Len() && (best < 0 || l.Len() < r.lent[best].Len()) {
			best = i
		}
	}
	if r.Err != nil || best < 0 {
		return words, false
	}
	from := r.lent[best]
	r.lent[best] = from.Slice(min(Aligned(n), from.Len()), from.Len())
	return from.Slice(0, n), true
}
