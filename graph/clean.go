package graph

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
)

// Options bounds and observes the steps of this package. The zero value uses
// every core and no memory limit.
type Options struct {
	Threads int    // goroutines; 0 for one a core
	Memory  int64  // bytes the step may hold; 0 for no limit
	Meter   *Meter // progress; may be nil
}

// Cleaned is what cleaning leaves of the raw edges: each undirected edge once,
// no loops, ids dense.
type Cleaned struct {
	lower  *Oriented // rows by id
	degree []uint32
	labels Labels
	report Report
}

// Clean reads all of src and cleans it.
func Clean(ctx context.Context, src Source, opt Options) (*Cleaned, error) {
	// TEMPORARY simple version; the parallel one replaces it.
	var mu sync.Mutex
	var raw []WideEdge
	sum, err := src.Read(ctx, 1, func(_ int, b Batch) error {
		mu.Lock()
		defer mu.Unlock()
		for _, e := range b.Edges {
			raw = append(raw, WideEdge{uint64(e.U), uint64(e.V)})
		}
		raw = append(raw, b.Wide...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c := &Cleaned{}
	c.report.Records = uint64(len(raw))
	var ids []uint64
	if sum.Vertices >= 0 {
		for v := range sum.Vertices {
			ids = append(ids, uint64(v))
		}
	}
	for _, e := range raw {
		ids = append(ids, e.U, e.V)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if sum.Vertices >= 0 && int64(len(ids)) != sum.Vertices {
		return nil, errors.New("graph: id beyond the declared vertices")
	}
	dense := make(map[uint64]uint32, len(ids))
	for i, id := range ids {
		dense[id] = uint32(i)
	}
	type row struct{ hi, lo, dir uint32 }
	var rows []row
	for _, e := range raw {
		u, v := dense[e.U], dense[e.V]
		switch {
		case u == v:
			c.report.Loops++
		case u > v:
			rows = append(rows, row{u, v, 0})
		default:
			rows = append(rows, row{v, u, 1})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo), cmp.Compare(a.dir, b.dir))
	})
	n := len(ids)
	offsets := make([]uint64, n+1)
	var lists []uint32
	c.degree = make([]uint32, n)
	for i := 0; i < len(rows); {
		j := i
		var dirs [2]uint64
		for j < len(rows) && rows[j].hi == rows[i].hi && rows[j].lo == rows[i].lo {
			dirs[rows[j].dir]++
			j++
		}
		if dirs[0] > 0 && dirs[1] > 0 {
			c.report.Reciprocal++
			c.report.Duplicates += dirs[0] + dirs[1] - 2
		} else {
			c.report.OneWay++
			c.report.Duplicates += dirs[0] + dirs[1] - 1
		}
		lists = append(lists, rows[i].lo)
		offsets[rows[i].hi+1]++
		c.degree[rows[i].hi]++
		c.degree[rows[i].lo]++
		i = j
	}
	for i := range n {
		offsets[i+1] += offsets[i]
		if c.degree[i] == 0 {
			c.report.Isolated++
		}
	}
	c.lower = &Oriented{offsets: offsets, neighbors: lists}
	switch {
	case sum.Names != nil:
		names := make([]string, n)
		for i, id := range ids {
			names[i] = sum.Names[id]
		}
		c.labels = NameLabels(names)
	case sum.Vertices >= 0:
		c.labels = BaseLabels(src.Info().Base)
	default:
		c.labels = NumberLabels(ids)
	}
	return c, nil
}

// Report says what cleaning did.
func (c *Cleaned) Report() Report { return c.report }

// Labels returns the input's ids of the vertices.
func (c *Cleaned) Labels() Labels { return c.labels }

// Vertices returns n: declared vertices where the format declares them,
// distinct ids otherwise.
func (c *Cleaned) Vertices() int { return len(c.degree) }

// Edges returns m.
func (c *Cleaned) Edges() uint64 { return c.lower.Edges() }

// MaxDegree returns the largest degree.
func (c *Cleaned) MaxDegree() uint32 { return maxDegree(c.degree) }

// Wedges returns the number of paths of length two, the sum of d(d-1)/2.
func (c *Cleaned) Wedges() *big.Int { return wedges(c.degree) }

// Graph builds the symmetric CSR.
func (c *Cleaned) Graph(ctx context.Context, opt Options) (*Graph, error) {
	n := len(c.degree)
	offsets := make([]uint64, n+1)
	for v, d := range c.degree {
		offsets[v+1] = offsets[v] + uint64(d)
	}
	at := slices.Clone(offsets)
	neighbors := make([]uint32, offsets[n])
	for u := range uint32(n) {
		for _, v := range c.lower.Row(u) {
			neighbors[at[u]] = v
			at[u]++
		}
	}
	for u := range uint32(n) {
		for _, v := range c.lower.Row(u) {
			neighbors[at[v]] = u
			at[v]++
		}
	}
	return &Graph{offsets: offsets, neighbors: neighbors, labels: c.labels, report: c.report}, nil
}

// Orient ranks the vertices by order and returns the oriented lists. order is
// not OrderAuto.
func (c *Cleaned) Orient(ctx context.Context, order Order, opt Options) (*Oriented, error) {
	g, err := c.Graph(ctx, opt)
	if err != nil {
		return nil, err
	}
	return g.Orient(ctx, order, opt)
}

func maxDegree(degree []uint32) uint32 {
	if len(degree) == 0 {
		return 0
	}
	return slices.Max(degree)
}

func wedges(degree []uint32) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for _, d := range degree {
		sum.Add(sum, term.SetUint64(uint64(d)*uint64(max(d, 1)-1)/2))
	}
	return sum
}
