package gpurun

import "github.com/tricycle-graph/tricycle/internal/gpu"

// lentWords is what arrays in lent memory begin at multiples of: 256 bytes, as of memory that is
// allocated by itself.
const lentWords = 256 / 8

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
	r.lent[best] = from.Slice(min((n+lentWords-1)/lentWords*lentWords, from.Len()), from.Len())
	return from.Slice(0, n), true
}
