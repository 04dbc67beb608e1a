package colours

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// CollisionError says that two names have one id, so that their vertices would be one.
type CollisionError struct {
	ID    uint64
	Names [2]string
}

func (e *CollisionError) Error() string {
	return fmt.Sprintf("the names %q and %q have the same hash of 64 bits, %016x, and would be one vertex", e.Names[0], e.Names[1], e.ID)
}

// collision is the error for two names, whatever the order in which they were met.
func collision(id uint64, a, b string) error {
	return &CollisionError{ID: id, Names: [2]string{min(a, b), max(a, b)}}
}

// WriteNames makes the files of the names of vertices, one for each colour. All names differ; the id
// of each is given, and first says of a place among them what [Named.First] is. The error is a
// [*CollisionError] where two names have one id.
func WriteNames(ctx context.Context, files objectfs.FS, colours, workers int, ids []uint64, names []string, first func(place uint32) uint64) ([]Names, error) {
	ends := make([]int, colours+1) // of the places of each colour, and before that where they begin
	for _, id := range ids {
		ends[Of(id, colours)+1]++
	}
	for colour := range colours {
		ends[colour+1] += ends[colour]
	}
	places, err := hugemem.New[uint32](len(ids))
	if err != nil {
		return nil, err
	}
	defer places.Free()
	for place, id := range ids {
		at := &ends[Of(id, colours)]
		places.Slice()[*at] = uint32(place)
		*at++
	}
	made := make([]Names, colours)
	err = par.Each(ctx, workers, colours, func(_, colour int) error {
		begin := 0
		if colour > 0 {
			begin = ends[colour-1]
		}
		own := places.Slice()[begin:ends[colour]]
		slices.SortFunc(own, func(a, b uint32) int { return cmp.Compare(ids[a], ids[b]) })
		for i := 1; i < len(own); i++ {
			if a, b := own[i-1], own[i]; ids[a] == ids[b] {
				return collision(ids[a], names[a], names[b])
			}
		}
		f := &made[colour]
		*f = Names{Colour: colour, Name: fmt.Sprintf("%d%s", colour, NamesSuffix)}
		return f.write(ctx, files, colours, func(use func(n Named) error) error {
			var text []byte
			for _, place := range own {
				text = append(text[:0], names[place]...)
				if err := use(Named{ID: ids[place], First: first(place), Name: text}); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return made, err
}

// NamesOf returns the files with the names of a colour.
func NamesOf(all []Names, colour int) (some []Names) {
	for _, f := range all {
		if f.Colour == colour && f.Count > 0 {
			some = append(some, f)
		}
	}
	return some
}

// namesBuffer is what all files with names that are merged are read by.
const namesBuffer = 4 << 20

// EachName calls emit with the names that several files of one colour have together, each once,
// ascending by its id, and with the earliest [Named.First]; a name is there until emit returns. The
// error is a [*CollisionError] where two names have one id.
func EachName(ctx context.Context, files objectfs.FS, colours int, parts []Names, emit func(n Named) error) error {
	var heads namesHeap
	defer func() {
		for _, r := range heads {
			r.close()
		}
	}()
	for i := range parts {
		r, err := parts[i].open(ctx, files, colours, max(namesBuffer/len(parts), 1<<12))
		if err != nil {
			return err
		}
		heads = append(heads, r)
		if err := heads.advance(ctx, len(heads)-1); err != nil {
			return err
		}
	}
	heap.Init(&heads)
	var last Named
	for began := false; len(heads) > 0; began = true {
		switch n := heads[0].head; {
		case began && n.ID == last.ID && string(n.Name) != string(last.Name):
			return collision(n.ID, string(n.Name), string(last.Name))
		case !began || n.ID != last.ID:
			last = Named{ID: n.ID, Name: append(last.Name[:0], n.Name...)}
			if err := emit(n); err != nil {
				return err
			}
		}
		before := len(heads)
		if err := heads.advance(ctx, 0); err != nil {
			return err
		}
		if len(heads) == before {
			heap.Fix(&heads, 0)
		} else {
			heap.Init(&heads)
		}
	}
	return nil
}

// namesHeap are the files that are not at their ends, the one with the smallest id first, and of those
// with one id the one that has it earliest.
type namesHeap []*namesReader

func (h namesHeap) Len() int { return len(h) }
func (h namesHeap) Less(i, j int) bool {
	a, b := &h[i].head, &h[j].head
	return a.ID < b.ID || a.ID == b.ID && a.First < b.First
}
func (h namesHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *namesHeap) Push(r any)   { *h = append(*h, r.(*namesReader)) }
func (h *namesHeap) Pop() any {
	end := len(*h) - 1
	r := (*h)[end]
	*h = (*h)[:end]
	return r
}

// advance reads the next name of a file, which is closed behind the last: another one has its place then.
func (h *namesHeap) advance(ctx context.Context, at int) error {
	err := (*h)[at].next(ctx)
	if err != io.EOF {
		return err
	}
	h.Swap(at, len(*h)-1)
	h.Pop().(*namesReader).close()
	return nil
}

// MergeNames makes one file, under a name, of all files with the names of a colour. They are read
// twice, and not held.
func MergeNames(ctx context.Context, from objectfs.FS, all []Names, to objectfs.FS, name string, colour, colours int) (Names, error) {
	f := Names{Colour: colour, Name: name}
	parts := NamesOf(all, colour)
	return f, f.write(ctx, to, colours, func(use func(n Named) error) error {
		return EachName(ctx, from, colours, parts, use)
	})
}
