package generator

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// HolmeKim is the graph that grows by preferential attachment with triads
// (Holme and Kim, Physical Review E 65, 2002): like [BarabasiAlbert], but after
// its first link a new vertex makes each further one, with the probability
// Triads, to a random neighbour of the vertex that it last attached to by
// preference, which closes a triangle. Where all these are linked already it
// attaches by preference. Degrees follow a power law as before, triangles are
// many. It has EdgesPerVertex·(Vertices - EdgesPerVertex) edges.
type HolmeKim struct {
	Vertices       int
	EdgesPerVertex int     // fewer than Vertices, at most 1024
	Triads         float64 // probability that a link after the first closes a triangle
	Seed           uint64  // another graph for each seed
}

// mostGrown bounds the edges of a graph whose followers are counted in 32 bits.
const mostGrown = 1 << 29

// Source checks the parameters and returns the source, which holds up to 20
// bytes an edge and 24 a vertex while it is prepared, 4 bytes an edge after.
func (g HolmeKim) Source() (*Source, error) {
	h := &triads{attachment: attachment{vertices: g.Vertices, links: g.EdgesPerVertex, seed: g.Seed}}
	if err := h.check("holme-kim", mostGrown); err != nil {
		return nil, err
	}
	if err := chance("holme-kim", "triads", g.Triads); err != nil {
		return nil, err
	}
	// Not more than 2^53, so that the conversion is exact.
	h.threshold = uint64(g.Triads * (1 << 53))
	name := fmt.Sprintf("holme-kim --vertices %d --edges-per-vertex %d --triads %v --seed %d",
		g.Vertices, g.EdgesPerVertex, g.Triads, g.Seed)
	return growing("holme-kim", name, &h.attachment, h), nil
}

// triads is an attachment with triads.
type triads struct {
	attachment
	threshold uint64 // probability of a triad as a share of 2^53
}

// make draws all links, one vertex after the other.
func (h *triads) make(ctx context.Context, _ int) error {
	if err := h.plant(); err != nil {
		return err
	}
	f, err := newFollowers(h.vertices, h.edges())
	if err != nil {
		return err
	}
	defer f.free()
	f.add(h.own(h.links), uint32(h.links))
	random := streamOf(h.seed, 0)
	var fresh []uint32
	for v := h.links + 1; v < h.vertices; v++ {
		if v%(1<<14) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		own := h.own(v)
		own[0] = h.draw(&random, v)
		hub := own[0]
		for i := 1; i < len(own); i++ {
			taken := own[:i]
			if random.next()>>11 < h.threshold {
				if u, ok := h.drawNeighbor(&random, f, hub, taken, &fresh); ok {
					own[i] = u
					continue
				}
			}
			hub = h.drawNew(&random, v, taken)
			own[i] = hub
		}
		f.add(own, uint32(v))
	}
	return nil
}

// drawNeighbor draws a neighbour of hub that is none of those taken, uniformly,
// and reports whether there is one. It uses the memory of fresh.
func (h *triads) drawNeighbor(random *stream, f *followers, hub uint32, taken []uint32, fresh *[]uint32) (uint32, bool) {
	var links []uint32 // the hub's own
	if int(hub) >= h.links {
		links = h.own(int(hub))
	}
	followers := f.of(hub)
	degree := len(links) + len(followers)
	neighbor := func(i int) uint32 {
		if i < len(links) {
			return links[i]
		}
		return followers[i-len(links)]
	}
	// Most neighbours of a great hub are not taken: draw until one is not.
	if degree > 2*len(taken) {
		for {
			if u := neighbor(int(random.below(uint64(degree)))); !slices.Contains(taken, u) {
				return u, true
			}
		}
	}
	*fresh = (*fresh)[:0]
	for i := range degree {
		if u := neighbor(i); !slices.Contains(taken, u) {
			*fresh = append(*fresh, u)
		}
	}
	if len(*fresh) == 0 {
		return 0, false
	}
	return (*fresh)[random.below(uint64(len(*fresh)))], true
}

// followers lists for each vertex the later ones that linked to it. A list that
// is full moves to the end, into twice the room.
type followers struct {
	ids   hugemem.Array[uint32]
	end   uint32 // of the ids in use
	lists hugemem.Array[list]
}

type list struct {
	start uint32
	count uint32 // full at a power of two from firstRoom on
}

// firstRoom is the room of a list for its first followers.
const firstRoom = 4

func newFollowers(vertices, edges int) (*followers, error) {
	f := &followers{}
	// A list of c has left behind rooms of 4, 8, ..., and has one for less
	// than 2c: together for less than 4c, or firstRoom.
	var err error
	if f.ids, err = hugemem.New[uint32](4*edges + firstRoom*vertices); err != nil {
		return nil, err
	}
	if f.lists, err = hugemem.New[list](vertices); err != nil {
		f.free()
		return nil, err
	}
	return f, nil
}

func (f *followers) free() {
	f.ids.Free()
	f.lists.Free()
}

// of returns the followers of v.
func (f *followers) of(v uint32) []uint32 {
	l := f.lists.Slice()[v]
	return f.ids.Slice()[l.start : l.start+l.count]
}

// add adds follower to the lists of all vs.
func (f *followers) add(vs []uint32, follower uint32) {
	ids, lists := f.ids.Slice(), f.lists.Slice()
	for _, v := range vs {
		l := &lists[v]
		switch {
		case l.count == 0:
			l.start = f.end
			f.end += firstRoom
		case l.count >= firstRoom && l.count&(l.count-1) == 0:
			copy(ids[f.end:], f.of(v))
			l.start = f.end
			f.end += 2 * l.count
		}
		ids[l.start+l.count] = follower
		l.count++
	}
}
