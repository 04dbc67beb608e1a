package truss

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/simd"
)

// lookAll finds the edges of all rows that are to leave, settles them, and makes them the
// front.
func (c *core) lookAll() error {
	d, g := c.d, &c.d.g
	d.tail.Store(0)
	kernels := simd.Best()
	err := d.crew.Each(len(c.cuts)-1, func(worker, i int) error {
		l := c.look(worker)
		for u := uint32(c.cuts[i]); u < uint32(c.cuts[i+1]); u++ {
			first, end := g.begin[u], g.begin[u+1]
			for l.v, l.packed = u, false; first < end; first += looked {
				last := min(first+looked, end)
				ends := g.lower[first:last]
				// One that has left is above any limit.
				due := kernels.Due(ends, g.state[first:last], c.lost, d.level+c.lost[u], l.due)
				for _, j := range l.due[:due] {
					l.add(ends[j], first+j)
				}
				l.count()
			}
		}
		return nil
	})
	c.flush()
	return err
}

// lookAgain is lookAll for the edges of vertices that lost one, which are so many at most.
func (c *core) lookAgain(losers []uint32, edges int) error {
	d, g := c.d, &c.d.g
	if edges > len(g.lower)/coreFew {
		return c.lookAll()
	}
	size := 4
	if edges < 1<<12 {
		size = len(losers)
	}
	d.tail.Store(0)
	err := d.crew.Chunks(len(losers), size, func(worker, begin, end int) error {
		l := c.look(worker)
		for _, v := range losers[begin:end] {
			l.v, l.packed = v, false
			limit := d.level + c.lost[v]
			first := g.begin[v]
			for j, u := range g.lower[first:g.begin[v+1]] {
				if g.state[first+uint32(j)] <= limit+c.lost[u] {
					l.add(u, first+uint32(j))
				}
			}
			row := c.row(v)
			for i := int(v >> 6); i < len(row); i++ {
				for word := row[i]; word != 0; word &= word - 1 {
					u := uint32(i<<6 + bits.TrailingZeros64(word))
					// The upper end looks at an edge where both are losers.
					if u < v || c.since[u] == c.round {
						continue
					}
					if e, _ := g.find(u, v); g.state[e] <= limit+c.lost[u] {
						l.add(u, e)
					}
				}
			}
			l.count()
		}
		return nil
	})
	c.flush()
	return err
}

// flush puts what all workers found into the front.
func (c *core) flush() {
	for i := range c.looks {
		if l := &c.looks[i]; len(l.leaves) > 0 {
			l.flush()
		}
	}
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
	leaves []uint64 // of the front
	_      [64]byte
}

func (c *core) look(worker int) *look {
	l := &c.looks[worker]
	l.c = c
	if l.ends == nil {
		l.ends, l.edges = make([]uint32, 0, looked), make([]uint32, 0, looked)
		l.counts, l.due = make([]uint32, looked), make([]uint32, looked+simd.ListSlack)
		l.leaves = make([]uint64, 0, looked)
	}
	return l
}

// add adds an edge to be looked at, by its other end.
func (l *look) add(end, e uint32) {
	if len(l.ends) == looked {
		l.count()
	}
	l.ends, l.edges = append(l.ends, end), append(l.edges, e)
}

// count counts the support of the edges.
func (l *look) count() {
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
	own := c.lost[l.v]
	for i, n := range counts {
		if n > c.d.level {
			c.d.g.state[l.edges[i]] = n + own + c.lost[l.ends[i]]
			continue
		}
		c.d.settle(l.edges[i], c.d.level)
		if len(l.leaves) == looked {
			l.flush()
		}
		u := l.ends[i]
		l.leaves = append(l.leaves, uint64(max(u, l.v))<<32|uint64(min(u, l.v)))
	}
	l.ends, l.edges = l.ends[:0], l.edges[:0]
}

// flush puts the edges that are to leave into the front.
func (l *look) flush() {
	if n := len(l.leaves); n > 0 {
		at := int(l.c.d.tail.Add(int64(n))) - n
		copy(l.c.front[at:at+n], l.leaves)
		l.leaves = l.leaves[:0]
	}
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
