package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Subtasks counts subtasks on the CPU, one after the other, each on all
// threads.
//
// By the method auto it keeps rows I, with all columns, while columns K of rows J
// pass, as they are: the rows of v are looked up in those of u for the v of range
// J that are no hubs. The hubs' subtask ANDs words with their bit matrix. See
// countAuto.
//
// For other methods the blocks are joined into lists of their own, which are
// counted as any graph is.
type Subtasks struct {
	method  Method
	params  Params
	workers int
	kernels simd.Kernels
	states  []autoState
	matrix  *hubMatrix    // nil before it is needed
	strips  *queuedStrips // nil before they are needed
	lines   int           // that strips have room for
	lined   int           // rows that have lines where it is not 0: for tests

	// For an answer to each vertex or edge.
	vertices  []uint64  // nil where no vertex is asked for
	corners   *corners  // over these; nil before they are needed
	edges     *edgeSums // nil where no edge is asked for
	answerers []*answerer
	square    *squareMatrix // nil before it is needed
	longest   uint32        // list of the store
	grid      partition.Grid

	upper   partition.Range       // rows I that are in memory
	offsets hugemem.Array[uint64] // of these, and behind the last
	// neighbors are those of rows I, and behind them of rows J.
	neighbors hugemem.Array[uint32]
	lengths   hugemem.Array[uint32]    // of rows that are being loaded
	blocks    [3]hugemem.Array[uint32] // that are joined
}

func NewSubtasks(method Method, params Params) *Subtasks {
	workers := par.Workers(params.Threads)
	return &Subtasks{method: method, params: params, workers: workers, kernels: simd.Best(), states: make([]autoState, workers)}
}

func (c *Subtasks) Close() error {
	c.freeUpper()
	for i := range c.blocks {
		c.blocks[i].Free()
	}
	if c.matrix != nil {
		c.matrix.free()
	}
	if c.strips != nil {
		c.strips.free()
	}
	if c.square != nil {
		c.square.free()
	}
	if c.edges != nil {
		c.edges.free()
	}
	if c.corners != nil {
		c.corners.free()
	}
	return nil
}

func (c *Subtasks) Count(ctx context.Context, s *partition.Store, g partition.Grid, t partition.Subtask) (uint64, error) {
	c.grid = g
	if c.method != Auto {
		return c.countJoined(ctx, s, t)
	}
	for i := range c.states {
		st := &c.states[i]
		st.count = 0
		if st.bitmap == nil && !c.answers() {
			st.bitmap = make([]uint32, s.Rows()/32+1)
			st.hubs.init(int(g.Hubs))
		}
	}
	return c.countRows(ctx, s, g, t)
}

// countRows counts a subtask by the method auto, on rows as they are.
func (c *Subtasks) countRows(ctx context.Context, s *partition.Store, g partition.Grid, t partition.Subtask) (uint64, error) {
	c.limitStrips(c.stripLines(s, g, t))
	if err := c.loadUpper(ctx, s, g, t.I); err != nil {
		return 0, err
	}
	rows, upper := c.upper.Len(), c.offsets.Slice()
	if t.J == partition.HubColumn && c.answers() {
		if err := c.makeSquare(ctx, s, g.Hubs); err != nil {
			return 0, err
		}
		return c.answer(ctx, s, g, nil, 0, 0)
	}
	if t.J == partition.HubColumn {
		if err := c.makeMatrix(ctx, s, g.Hubs); err != nil {
			return 0, err
		}
		neighbors := c.neighbors.Slice()
		return c.eachChunk(ctx, upper[:rows+1], func(st *autoState, begin, end int) (count uint64) {
			for u := begin; u < end; u++ {
				if hubs := st.hubs.pack(neighbors[upper[u]:upper[u+1]], c.matrix.hubs); len(hubs) > 1 {
					count += c.kernels.CountHubs(hubs, st.hubs.lines, st.hubs.words, c.matrix.bits.Slice())
				}
			}
			return count
		})
	}
	middle := g.Rows[t.J]
	lower, used, err := c.loadLower(ctx, s, middle, g.Columns[t.K])
	if err != nil {
		return 0, err
	}
	defer lower.Free()
	from, to := int(max(middle.Begin, g.Hubs)), int(middle.End)
	if c.answers() {
		count, err := c.answer(ctx, s, g, lower.Slice(), from, to)
		if err == nil && c.edges != nil {
			err = c.giveLower(ctx, t, upper[rows], used)
		}
		return count, err
	}
	neighbors := c.neighbors.Slice()[:used]
	if lines := min(c.lines, to); lines > from {
		if err := c.countStrips(ctx, lower.Slice(), neighbors, g.Columns[t.K], from, lines); err != nil {
			return 0, err
		}
		from = lines
	}
	return c.eachChunk(ctx, upper[:rows+1], func(st *autoState, begin, end int) uint64 {
		return c.kernels.CountRows(upper, lower.Slice(), neighbors, begin, end, from, to, st.bitmap)
	})
}

// eachChunk shares rows out among the workers and adds up what count finds.
func (c *Subtasks) eachChunk(ctx context.Context, offsets []uint64, count func(st *autoState, begin, end int) uint64) (uint64, error) {
	err := eachChunk(ctx, c.workers, cutOffsets(offsets, c.workers, c.params.grain), func(worker, begin, end int) error {
		return c.states[worker].add(count(&c.states[worker], begin, end))
	})
	if err != nil {
		return 0, err
	}
	return sumStates(c.states)
}

// eachChunk gives each chunk of rows to a worker.
func eachChunk(ctx context.Context, workers int, chunks []int, body func(worker, begin, end int) error) error {
	return par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error { return body(worker, chunks[i], chunks[i+1]) })
}

func allColumns(s *partition.Store) partition.Range { return partition.Range{End: s.Rows()} }

// loadUpper has the rows of range i in memory, and room for rows J.
func (c *Subtasks) loadUpper(ctx context.Context, s *partition.Store, g partition.Grid, i int) error {
	rows := g.Rows[i]
	if c.offsets.Slice() != nil && c.upper == rows {
		return nil
	}
	err := c.giveUpper(ctx)
	c.freeUpper() // what was touched for other rows, too
	if err != nil {
		return err
	}
	if c.offsets, err = hugemem.New[uint64](rows.Len() + 1); err != nil {
		return err
	}
	if c.neighbors, err = hugemem.New[uint32](int(s.Edges(rows, allColumns(s)) + mostLower(s, g, i))); err != nil {
		return err
	}
	if c.edges != nil {
		if err := c.edges.begin(len(c.neighbors.Slice()), c.workers); err != nil {
			return err
		}
	}
	longest := 0
	for _, r := range g.Rows[:i+1] {
		longest = max(longest, r.Len())
	}
	if c.lengths, err = hugemem.New[uint32](longest); err != nil {
		return err
	}
	if err := c.load(ctx, s, rows, allColumns(s), c.offsets.Slice(), 0); err != nil {
		c.freeUpper()
		return err
	}
	c.upper = rows
	return nil
}

func (c *Subtasks) freeUpper() {
	c.offsets.Free()
	c.neighbors.Free()
	c.lengths.Free()
	if c.edges != nil {
		c.edges.at.Free()
	}
}

// mostLower returns the most edges of columns K of rows J that pass rows of range
// i, which are in memory already where J is i and all columns are in one range.
func mostLower(s *partition.Store, g partition.Grid, i int) uint64 {
	most := uint64(0)
	for j, rows := range g.Rows[:i+1] {
		if rows.End <= g.Hubs || j == i && len(g.Columns) == 1 {
			continue
		}
		for _, columns := range g.Columns {
			most = max(most, s.Edges(rows, columns))
		}
	}
	return most
}

// load reads a block into memory: its neighbours from a position on, and offsets.
func (c *Subtasks) load(ctx context.Context, s *partition.Store, rows, columns partition.Range, offsets []uint64, at uint64) error {
	b := &partition.Block{Rows: rows, Columns: columns, Lengths: c.lengths.Slice()[:rows.Len()], Neighbors: c.neighbors.Slice()[at:]}
	if err := s.Fill(ctx, b, c.workers); err != nil {
		return err
	}
	offsets[0] = at
	for r, n := range b.Lengths {
		at += uint64(n)
		offsets[r+1] = at
	}
	return nil
}

// loadLower has columns K of rows J in memory, and returns where each of all rows
// begins, which takes memory for rows J alone. The others have no neighbours, or
// none that mean anything. It also returns how many words of neighbours are used.
func (c *Subtasks) loadLower(ctx context.Context, s *partition.Store, rows, columns partition.Range) (offsets hugemem.Array[uint64], used uint64, err error) {
	if offsets, err = hugemem.New[uint64](int(s.Rows()) + 1); err != nil {
		return offsets, 0, err
	}
	used = c.offsets.Slice()[c.upper.Len()]
	if rows == c.upper && columns == allColumns(s) {
		copy(offsets.Slice()[rows.Begin:], c.offsets.Slice())
		return offsets, used, nil
	}
	if err := c.load(ctx, s, rows, columns, offsets.Slice()[rows.Begin:], used); err != nil {
		offsets.Free()
		return offsets, 0, err
	}
	return offsets, offsets.Slice()[rows.End], nil
}

// makeSquare has their symmetric one.
func (c *Subtasks) makeSquare(ctx context.Context, s *partition.Store, hubs uint32) error {
	if c.square != nil {
		return nil
	}
	m, err := newStoreSquare(ctx, s, hubs, c.workers)
	c.square = m
	return err
}

// makeMatrix has the bit matrix of the hubs.
func (c *Subtasks) makeMatrix(ctx context.Context, s *partition.Store, hubs uint32) error {
	if c.matrix != nil {
		return nil
	}
	m, err := newStoreMatrix(ctx, s, hubs, c.workers)
	c.matrix = m
	return err
}

// countJoined counts a subtask on lists of its own.
func (c *Subtasks) countJoined(ctx context.Context, s *partition.Store, t partition.Subtask) (uint64, error) {
	if c.edges != nil {
		if err := c.loadUpper(ctx, s, c.grid, t.I); err != nil {
			return 0, err
		}
	}
	upper, lower, columns := c.grid.Rows[t.I], c.grid.Rows[t.J], c.grid.Columns[t.K]
	var blocks [3]*partition.Block
	for i, b := range [3][2]partition.Range{{upper, lower}, {upper, columns}, {lower, columns}} {
		var err error
		if blocks[i], err = c.loadBlock(ctx, s, b[0], b[1], &c.blocks[i]); err != nil {
			return 0, err
		}
	}
	joined, err := partition.Join(ctx, blocks[0], blocks[1], blocks[2], c.workers)
	if err != nil {
		return 0, err
	}
	defer joined.Free()
	params := c.params
	params.Meter = nil // progress is that of the subtasks
	if c.answers() {
		return c.answerJoined(ctx, t, joined, blocks, params)
	}
	return Count(ctx, joined.Oriented, c.method, params)
}

// loadBlock loads a block into memory that is used again.
func (c *Subtasks) loadBlock(ctx context.Context, s *partition.Store, rows, columns partition.Range, words *hugemem.Array[uint32]) (*partition.Block, error) {
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
