package truss

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// core decomposes what is left of a graph when that has become small and dense. It does
// not look for the triangles of edges that leave: to count those of one that stays, by two
// rows of a bit matrix, is less work, and seldom needed. For an edge loses at most one
// triangle by each edge that leaves at one of its ends: as long as fewer left than it had
// triangles above the level when they were counted last, it stays.
type core struct {
	d      *decomposition
	stride int // words of a row; 0 where there is no core

	words hugemem.Array[uint64] // neighbours of each vertex
	pairs hugemem.Array[uint64] // front
	rows  hugemem.Array[uint32] // lost, since and losers

	cuts   []int // ranges of vertices with about as many neighbours below
	owners []int // ranges with about as many edges, one for each worker

	// front has the ends of the edges that leave, the upper one in the high half.
	front []uint64
	// lost is how many edges of each vertex have left. The state of an edge is its support
	// when that was counted last, and what its ends had lost then.
	lost []uint32
	// since is the round in which a vertex lost an edge last.
	since []uint32
	round uint32
	// losers are the vertices that lost an edge in the round before, each once.
	losers []uint32
	looks  []look
}

// coreDensity is how many words of a row there may be for a neighbour of an average
// vertex: with more, lists are shorter.
const coreDensity = 4

// coreFew is by how many times the edges that can be picked out are to be fewer than all,
// which are faster to look through.
const coreFew = 16

// coreStride is how many words a row of so many vertices has.
func coreStride(n int) int {
	return (n + 64*simd.LineWords - 1) / (64 * simd.LineWords) * simd.LineWords
}

// coreBytes returns what the core of so many vertices holds, but for its edges.
func coreBytes(n int) int64 { return int64(n) * (8*int64(coreStride(n)) + 3*4) }

// fill makes the core where it fits and pays, or there was one already: then it does.
func (c *core) fill(d *decomposition, again bool, memory int64) (err error) {
	g := &d.g
	c.d, c.stride = d, 0
	stride := coreStride(g.n)
	if !again && (coreBytes(g.n) > memory || g.n*stride > coreDensity*2*len(g.lower)) {
		return nil
	}
	if c.words, err = hugemem.New[uint64](g.n * stride); err != nil {
		return err
	}
	if c.rows, err = hugemem.New[uint32](3 * g.n); err != nil {
		return err
	}
	if c.pairs, err = hugemem.New[uint64](d.left); err != nil {
		return err
	}
	rows := c.rows.Slice()
	c.stride, c.front, c.round = stride, c.pairs.Slice(), 0
	c.lost, c.since, c.losers = rows[:g.n], rows[g.n:2*g.n], rows[2*g.n:]
	if c.looks == nil {
		c.looks = make([]look, d.crew.Workers())
	}
	const ranges = 16 // of each worker
	c.cuts = par.Cut(g.n, max(min(len(g.lower)>>10, ranges*d.crew.Workers()), 1), func(u int) uint64 { return uint64(g.begin[u]) })
	if err := c.fillMatrix(); err != nil {
		return err
	}
	c.own()
	return nil
}

// own gives each worker vertices of its own, with about as many edges.
func (c *core) own() {
	g, workers := &c.d.g, c.d.crew.Workers()
	before := c.losers // of which there are none yet
	sum := uint32(0)   // of about a quarter of them: all may be too many
	for u, stay := range g.stay[:g.n] {
		before[u], sum = sum, sum+stay/4+1
	}
	c.owners = par.Cut(g.n, workers, func(u int) uint64 {
		if u == g.n {
			return uint64(sum)
		}
		return uint64(before[u])
	})
}

func (c *core) row(v uint32) []uint64 {
	return c.words.Slice()[int(v)*c.stride:][:c.stride]
}

func (c *core) free() {
	c.words.Free()
	c.pairs.Free()
	c.rows.Free()
	c.stride = 0
}

// run takes edges out until none or so few are left that the graph is to be made smaller.
func (c *core) run() error {
	d := c.d
	for d.left > 0 && !d.shrinks() {
		if err := c.lookAll(); err != nil {
			return err
		}
		if d.tail.Load() == 0 {
			least, err := c.least()
			if err != nil {
				return err
			}
			d.level = max(d.level+1, least)
			continue
		}
		for d.tail.Load() > 0 {
			losers, edges, err := c.leave(c.front[:d.tail.Load()])
			if err != nil {
				return err
			}
			if err := c.lookAgain(losers, edges); err != nil {
				return err
			}
		}
		d.level++
	}
	return c.settle()
}

// least returns the least that the support of an edge can be.
func (c *core) least() (uint32, error) {
	d, g := c.d, &c.d.g
	lows := make([]uint32, len(c.cuts)-1)
	err := d.crew.Each(len(lows), func(_, i int) error {
		low := uint32(gone)
		for u := c.cuts[i]; u < c.cuts[i+1]; u++ {
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				if s := g.state[e]; s < gone {
					low = min(low, s-min(s, c.lost[u]+c.lost[g.lower[e]]))
				}
			}
		}
		lows[i] = low
		return nil
	})
	return slices.Min(lows), err
}

// settle leaves as the state of every edge what its support is at least, for another core.
func (c *core) settle() error {
	d, g := c.d, &c.d.g
	return d.crew.Each(len(c.cuts)-1, func(_, i int) error {
		for u := c.cuts[i]; u < c.cuts[i+1]; u++ {
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				if s := g.state[e]; s < gone {
					g.state[e] = s - min(s, c.lost[u]+c.lost[g.lower[e]])
				}
			}
		}
		return nil
	})
}
