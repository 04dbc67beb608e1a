package truss

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

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
	rows  hugemem.Array[uint32] // lost, and losers behind it

	// lost is how many edges of each vertex have left. The state of an edge is its support
	// when that was counted last, and what its ends had lost then.
	lost []uint32
	// losers are the vertices that lost an edge in the round before, each once.
	losers []uint32
	count  atomic.Int64 // of these
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

// coreBytes returns what the core of so many vertices holds.
func coreBytes(n int) int64 { return int64(n) * (8*int64(coreStride(n)) + 2*4) }

// fill makes the core where it fits and pays, or there was one already: then it does.
func (c *core) fill(ctx context.Context, d *decomposition, again bool, memory int64) (err error) {
	g := &d.g
	c.d, c.stride = d, 0
	stride := coreStride(g.n)
	if !again && (coreBytes(g.n) > memory || g.n*stride > coreDensity*2*len(g.lower)) {
		return nil
	}
	if c.words, err = hugemem.New[uint64](g.n * stride); err != nil {
		return err
	}
	if c.rows, err = hugemem.New[uint32](2 * g.n); err != nil {
		return err
	}
	if err = g.make(orderArray, d.left); err != nil {
		return err
	}
	g.order = g.edges[orderArray].Slice()[:d.left]
	c.stride, c.lost, c.losers = stride, c.rows.Slice()[:g.n], c.rows.Slice()[g.n:]
	if c.looks == nil {
		c.looks = make([]look, d.workers)
	}
	clear(g.stay[:g.n])
	cuts := g.cuts(d.workers)
	return par.Each(ctx, d.workers, len(cuts)-1, func(_, i int) error {
		for u := uint32(cuts[i]); u < uint32(cuts[i+1]); u++ {
			own := g.lower[g.begin[u]:g.begin[u+1]]
			atomic.AddUint32(&g.stay[u], uint32(len(own)))
			for _, v := range own {
				atomic.AddUint32(&g.stay[v], 1)
				atomic.OrUint64(c.word(u, v), 1<<(v&63))
				atomic.OrUint64(c.word(v, u), 1<<(u&63))
			}
		}
		return nil
	})
}

// word returns the word of row u that v is in.
func (c *core) word(u, v uint32) *uint64 {
	return &c.words.Slice()[int(u)*c.stride+int(v>>6)]
}

func (c *core) row(v uint32) []uint64 {
	return c.words.Slice()[int(v)*c.stride:][:c.stride]
}

func (c *core) free() {
	c.words.Free()
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
			if err := c.leave(d.g.order[:d.tail.Load()]); err != nil {
				return err
			}
			if err := c.lookAgain(); err != nil {
				return err
			}
		}
		d.level++
	}
	return c.settle()
}

// lookAll puts the edges of all rows that are to leave to the front of the order.
func (c *core) lookAll() error {
	d, g := c.d, &c.d.g
	d.tail.Store(0)
	cuts := g.cuts(d.workers)
	return par.Each(d.ctx, d.workers, len(cuts)-1, func(worker, i int) error {
		w := d.worker(worker)
		l := c.look(worker)
		for u := uint32(cuts[i]); u < uint32(cuts[i+1]); u++ {
			first, end := g.begin[u], g.begin[u+1]
			for l.v, l.packed = u, false; first < end; first += looked {
				last := min(first+looked, end)
				ends := g.lower[first:last]
				// One that has left is above any limit.
				due := simd.Best().Due(ends, g.state[first:last], c.lost, d.level+c.lost[u], l.due)
				for _, j := range l.due[:due] {
					l.add(w, ends[j], first+j)
				}
				l.count(w)
			}
			if err := w.heed.Did(int(end-g.begin[u]) / simd.LineWords); err != nil {
				return err
			}
		}
		w.flush()
		return nil
	})
}

// least returns the least that the support of an edge can be.
func (c *core) least() (uint32, error) {
	d, g := c.d, &c.d.g
	cuts := g.cuts(d.workers)
	lows := make([]uint32, len(cuts)-1)
	err := par.Each(d.ctx, d.workers, len(lows), func(_, i int) error {
		low := uint32(gone)
		for u := cuts[i]; u < cuts[i+1]; u++ {
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

// lookAgain is lookAll for the edges of vertices that lost one.
func (c *core) lookAgain() error {
	d, g := c.d, &c.d.g
	losers := c.losers[:c.count.Load()]
	sum := 0
	for _, v := range losers {
		sum += int(g.stay[v])
	}
	if sum > len(g.lower)/coreFew {
		for _, v := range losers {
			c.lost[v] &^= loser
		}
		return c.lookAll()
	}
	workers := d.workers
	if sum < 1<<12 {
		workers = 1
	}
	d.tail.Store(0)
	err := par.Chunks(d.ctx, workers, len(losers), 4, func(worker, begin, end int) error {
		w := d.worker(worker)
		l := c.look(worker)
		for _, v := range losers[begin:end] {
			l.v, l.packed = v, false
			limit := d.level + c.lost[v]&^loser
			first := g.begin[v]
			for j, u := range g.lower[first:g.begin[v+1]] {
				if g.state[first+uint32(j)] <= limit+c.lost[u]&^loser {
					l.add(w, u, first+uint32(j))
				}
			}
			row := c.row(v)
			for i := int(v >> 6); i < len(row); i++ {
				for word := row[i]; word != 0; word &= word - 1 {
					u := uint32(i<<6 + bits.TrailingZeros64(word))
					// The upper end looks at an edge where both are losers.
					if u < v || c.lost[u] >= loser {
						continue
					}
					if e, _ := g.find(u, v); g.state[e] <= limit+c.lost[u] {
						l.add(w, u, e)
					}
				}
			}
			l.count(w)
			if err := w.heed.Did(int(g.stay[v])); err != nil {
				return err
			}
		}
		w.flush()
		return nil
	})
	for _, v := range losers {
		c.lost[v] &^= loser
	}
	return err
}

// loser is in what a vertex has lost from when it loses an edge until that is looked at.
const loser = 1 << 31

// leave takes out edges.
func (c *core) leave(front []uint32) error {
	d, g := c.d, &c.d.g
	c.count.Store(0)
	lose := func(u, v uint32) {
		atomic.AndUint64(c.word(u, v), ^(1 << (v & 63)))
		atomic.AddUint32(&c.lost[u], 1)
		if atomic.OrUint32(&c.lost[u], loser) < loser {
			c.losers[c.count.Add(1)-1] = u
		}
	}
	workers := d.workers
	if len(front) < 1<<8 {
		workers = 1
	}
	err := par.Chunks(d.ctx, workers, len(front), 1<<6, func(_, begin, end int) error {
		for _, e := range front[begin:end] {
			u, v := g.row(e), g.lower[e]
			lose(u, v)
			lose(v, u)
			d.settle(e, d.level)
		}
		return nil
	})
	d.left -= len(front)
	d.meter.Add(int64(len(front)))
	return err
}

// settle leaves as the state of every edge what its support is at least, for another core.
func (c *core) settle() error {
	d, g := c.d, &c.d.g
	cuts := g.cuts(d.workers)
	return par.Each(d.ctx, d.workers, len(cuts)-1, func(_, i int) error {
		for u := cuts[i]; u < cuts[i+1]; u++ {
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				if s := g.state[e]; s < gone {
					g.state[e] = s - min(s, c.lost[u]+c.lost[g.lower[e]])
				}
			}
		}
		return nil
	})
}

// looked is how many edges of a vertex are counted at once.
const looked = 1 << 10

// look is what a worker holds to count the support of edges of one vertex.
type look struct {
	c      *core
	v      uint32
	packed bool // its row is in lines and words
	lines  []uint32
	words  []uint64
	ends   []uint32
	edges  []uint32
	counts []uint32
	due    []uint32
}

func (c *core) look(worker int) *look {
	l := &c.looks[worker]
	l.c = c
	if l.ends == nil {
		l.ends, l.edges = make([]uint32, 0, looked), make([]uint32, 0, looked)
		l.counts, l.due = make([]uint32, looked), make([]uint32, looked+simd.ListSlack)
	}
	return l
}

// add adds an edge to be looked at, by its other end.
func (l *look) add(w *worker, end, e uint32) {
	if len(l.ends) == looked {
		l.count(w)
	}
	l.ends, l.edges = append(l.ends, end), append(l.edges, e)
}

// count counts the support of the edges.
func (l *look) count(w *worker) {
	if len(l.ends) == 0 {
		return
	}
	c := l.c
	if !l.packed {
		l.pack(c.row(l.v))
	}
	counts := l.counts[:len(l.ends)]
	clear(counts)
	simd.Best().CountEachHub(l.ends, l.lines, l.words, c.words.Slice(), c.stride, counts)
	own := c.lost[l.v] &^ loser
	for i, n := range counts {
		if n <= c.d.level {
			w.push(l.edges[i])
		} else {
			c.d.g.state[l.edges[i]] = n + own + c.lost[l.ends[i]]&^loser
		}
	}
	l.ends, l.edges = l.ends[:0], l.edges[:0]
}

// pack takes the lines of a row that are not zero.
func (l *look) pack(row []uint64) {
	l.packed = true
	l.lines, l.words = l.lines[:0], l.words[:0]
	for at := 0; at < len(row); at += simd.LineWords {
		line := row[at:][:simd.LineWords]
		if !simd.Zero(line) {
			l.lines, l.words = append(l.lines, uint32(8*at)), append(l.words, line...)
		}
	}
}
