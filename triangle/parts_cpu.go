package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
	"github.com/tricycle-graph/tricycle/partition"
)

// cpuCounter counts subtasks on the CPU, one after the other, each on all
// threads.
//
// By the method auto, with all columns in one range, it keeps rows I while the
// rows J pass, as they are: the rows of v are looked up in those of u for the v
// of range J that are no hubs. The hubs' subtask ANDs words with their bit
// matrix. See countAuto.
//
// Of other subtasks, and for other methods, the blocks are joined into lists of
// their own, which are counted as any graph is.
type cpuCounter struct {
	method  Method
	params  Params
	workers int
	kernels simd.Kernels
	states  []autoState
	matrix  *hubMatrix // nil before it is needed

	// Rows I, and behind them rows J.
	neighbors    hugemem.Array[uint32]
	upper, lower partRows
	blocks       [3]hugemem.Array[uint32] // that are joined
}

// partRows is rows of a store in memory.
type partRows struct {
	partition.Range
	lengths []uint32
	offsets []uint64 // of each row, and behind the last
	edges   int
}

func newCPUCounter(method Method, params Params) *cpuCounter {
	workers := par.Workers(params.Threads)
	return &cpuCounter{method: method, params: params, workers: workers, kernels: simd.Best(), states: make([]autoState, workers)}
}

func (c *cpuCounter) close() error {
	c.neighbors.Free()
	for i := range c.blocks {
		c.blocks[i].Free()
	}
	if c.matrix != nil {
		c.matrix.free()
	}
	return nil
}

func (c *cpuCounter) count(ctx context.Context, s *partition.Store, g partition.Grid, t partition.Subtask) (uint64, error) {
	words := c.bitmapWords(s, g, t)
	for i := range c.states {
		st := &c.states[i]
		st.count = 0
		if len(st.bitmap) < words {
			st.bitmap = make([]uint32, words)
		}
		if st.hubs.index == nil {
			st.hubs.init(int(g.Hubs))
		}
	}
	if !c.joins(g, t) {
		return c.countRows(ctx, s, g, t)
	}
	return c.countJoined(ctx, s, g.Rows[t.I], g.Rows[t.J], g.Columns[t.K], g.Hubs)
}

// joins reports whether a subtask is counted on joined lists.
func (c *cpuCounter) joins(g partition.Grid, t partition.Subtask) bool {
	return t.J != partition.HubColumn && (c.method != Auto || len(g.Columns) > 1)
}

// bitmapWords is the size of a bit array over all ids that stand in rows.
func (c *cpuCounter) bitmapWords(s *partition.Store, g partition.Grid, t partition.Subtask) int {
	ids := int(s.Rows())
	if c.joins(g, t) {
		ids = g.Columns[t.K].Len() + g.Rows[t.J].Len()
	}
	return ids/32 + 1
}

// countRows counts a subtask by the method auto, on rows as they are.
func (c *cpuCounter) countRows(ctx context.Context, s *partition.Store, g partition.Grid, t partition.Subtask) (uint64, error) {
	if err := c.loadUpper(ctx, s, g, t.I); err != nil {
		return 0, err
	}
	upper := &c.upper
	if t.J == partition.HubColumn {
		if err := c.makeMatrix(ctx, s, g.Hubs); err != nil {
			return 0, err
		}
		row := c.neighbors.Slice()
		return c.eachChunk(ctx, upper.offsets, 0, upper.Len(), func(st *autoState, begin, end int) (count uint64) {
			for u := begin; u < end; u++ {
				if st.hubs.pack(row[upper.offsets[u]:upper.offsets[u+1]], c.matrix.hubs) {
					count += c.kernels.CountHubs(st.hubs.index, st.hubs.words, c.matrix.bits.Slice())
				}
			}
			return count
		})
	}
	middle := g.Rows[t.J]
	lower, used, err := c.loadLower(ctx, s, middle)
	if err != nil {
		return 0, err
	}
	defer lower.Free()
	from, to := int(max(middle.Begin, g.Hubs)), int(middle.End)
	neighbors := c.neighbors.Slice()[:used]
	return c.eachChunk(ctx, upper.offsets, 0, upper.Len(), func(st *autoState, begin, end int) uint64 {
		return c.kernels.CountRows(upper.offsets, lower.Slice(), neighbors, begin, end, from, to, st.bitmap)
	})
}

// eachChunk shares rows [begin, end) out among the workers and adds up what
// count finds.
func (c *cpuCounter) eachChunk(ctx context.Context, offsets []uint64, begin, end int, count func(st *autoState, begin, end int) uint64) (uint64, error) {
	chunks := cutOffsets(offsets[begin:end+1], c.workers, c.params.grain)
	err := par.Each(ctx, c.workers, len(chunks)-1, func(worker, i int) error {
		return c.states[worker].add(count(&c.states[worker], begin+chunks[i], begin+chunks[i+1]))
	})
	if err != nil {
		return 0, err
	}
	return sumStates(c.states)
}

// loadUpper has the rows of range i in memory.
func (c *cpuCounter) loadUpper(ctx context.Context, s *partition.Store, g partition.Grid, i int) error {
	if c.neighbors.Slice() == nil {
		var err error
		if c.neighbors, err = hugemem.New[uint32](upperRoom(s, g)); err != nil {
			return err
		}
	}
	if c.upper.offsets != nil && c.upper.Range == g.Rows[i] {
		return nil
	}
	return c.upper.load(ctx, s, g.Rows[i], c.neighbors.Slice(), 0, c.workers)
}

// upperRoom is the neighbours of any rows I and J of a grid.
func upperRoom(s *partition.Store, g partition.Grid) int {
	upper, lower := uint64(0), uint64(0)
	for _, rows := range g.Rows {
		edges := s.Edges(rows, allColumns(s))
		upper = max(upper, edges)
		if rows.End > g.Hubs {
			lower = max(lower, edges)
		}
	}
	return int(upper + lower)
}

func allColumns(s *partition.Store) partition.Range { return partition.Range{End: s.Rows()} }

// load has rows in memory, their neighbours in words at a position.
func (p *partRows) load(ctx context.Context, s *partition.Store, rows partition.Range, words []uint32, at, threads int) error {
	n := rows.Len()
	if cap(p.lengths) < n {
		p.lengths, p.offsets = make([]uint32, n), make([]uint64, n+1)
	}
	p.Range, p.lengths, p.offsets = rows, p.lengths[:n], p.offsets[:n+1]
	b := &partition.Block{Rows: rows, Columns: allColumns(s), Lengths: p.lengths, Neighbors: words[at:]}
	if err := s.Fill(ctx, b, threads); err != nil {
		p.offsets = nil
		return err
	}
	p.edges = len(b.Neighbors)
	p.offsets[0] = uint64(at)
	for r, n := range p.lengths {
		p.offsets[r+1] = p.offsets[r] + uint64(n)
	}
	return nil
}

// loadLower has rows J in memory, and returns where each of all rows begins,
// which takes memory for rows J alone. The others have no neighbours, or none
// that mean anything. It also returns how many words of neighbours are used.
func (c *cpuCounter) loadLower(ctx context.Context, s *partition.Store, rows partition.Range) (offsets hugemem.Array[uint64], used int, err error) {
	lower := &c.upper
	used = c.upper.edges
	if rows != c.upper.Range {
		lower = &c.lower
		if err := lower.load(ctx, s, rows, c.neighbors.Slice(), used, c.workers); err != nil {
			return offsets, 0, err
		}
		used += lower.edges
	}
	if offsets, err = hugemem.New[uint64](int(s.Rows()) + 1); err != nil {
		return offsets, 0, err
	}
	copy(offsets.Slice()[rows.Begin:], lower.offsets)
	return offsets, used, nil
}

// makeMatrix has the bit matrix of the hubs.
func (c *cpuCounter) makeMatrix(ctx context.Context, s *partition.Store, hubs uint32) error {
	if c.matrix != nil {
		return nil
	}
	m, err := newStoreMatrix(ctx, s, hubs, c.workers)
	c.matrix = m
	return err
}

// countJoined counts a subtask on lists of its own.
func (c *cpuCounter) countJoined(ctx context.Context, s *partition.Store, upper, lower, columns partition.Range, hubs uint32) (uint64, error) {
	middle := partition.Range{Begin: max(lower.Begin, hubs), End: lower.End}
	var blocks [3]*partition.Block
	for i, b := range [3][2]partition.Range{{upper, middle}, {upper, columns}, {lower, columns}} {
		var err error
		if blocks[i], err = c.loadBlock(ctx, s, b[0], b[1], &c.blocks[i]); err != nil {
			return 0, err
		}
	}
	blocks[0].Columns = lower // of which hubs are none
	joined, err := partition.Join(ctx, blocks[0], blocks[1], blocks[2], c.workers)
	if err != nil {
		return 0, err
	}
	defer joined.Free()
	if c.method != Auto {
		params := c.params
		params.Meter = nil // progress is that of the subtasks
		return CountOriented(ctx, joined.Oriented, c.method, params)
	}
	offsets := joined.Offsets()
	return c.eachChunk(ctx, offsets, joined.Upper, joined.Rows(), func(st *autoState, begin, end int) uint64 {
		return c.kernels.CountRows(offsets, offsets, joined.Neighbors(), begin, end, joined.Lower, joined.Rows(), st.bitmap)
	})
}

// loadBlock loads a block into memory that is used again.
func (c *cpuCounter) loadBlock(ctx context.Context, s *partition.Store, rows, columns partition.Range, words *hugemem.Array[uint32]) (*partition.Block, error) {
	need := rows.Len() + int(s.Edges(rows, columns))
	if len(words.Slice()) < need {
		words.Free()
		var err error
		if *words, err = hugemem.New[uint32](need); err != nil {
			return nil, err
		}
	}
	b := &partition.Block{Rows: rows, Columns: columns, Lengths: words.Slice()[:rows.Len()], Neighbors: words.Slice()[rows.Len():]}
	return b, s.Fill(ctx, b, c.workers)
}

// bytes is what the counter holds while it counts a subtask, at most.
func (c *cpuCounter) bytes(s *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	rows := g.Rows[t.I]
	held := int64(c.workers)*(4*int64(c.bitmapWords(s, g, t))+12*int64(g.Hubs/64+1)) + 4*int64(rows.Len())
	if t.J == partition.HubColumn {
		return held + matrixBytes(int(g.Hubs)) + 8*int64(rows.Len()) + 4*int64(s.Edges(rows, allColumns(s)))
	}
	lower := g.Rows[t.J]
	if !c.joins(g, t) {
		held += matrixBytes(int(g.Hubs)) + 8*int64(rows.Len()) + 4*int64(s.Edges(rows, allColumns(s)))
		if t.J != t.I {
			held += 4*int64(lower.Len()) + 4*int64(s.Edges(lower, allColumns(s)))
		}
		return held + 8*int64(2*lower.Len()) + pageBytes
	}
	columns := g.Columns[t.K]
	edges := s.Edges(rows, lower) + s.Edges(rows, columns) + s.Edges(lower, columns)
	held += 4*int64(edges) + 4*int64(rows.Len()+lower.Len()) + partition.JoinBytes(lower, rows, edges) + pageBytes
	joined := columns.Len() + lower.Len() + rows.Len()
	if c.method != Auto {
		held += c.method.bytes(joined, edges, uint32(min(uint64(columns.Len()+lower.Len()), edges)), c.params)
	}
	return held
}

// pageBytes is what arrays take besides for being on huge pages.
const pageBytes = 8 << 20
