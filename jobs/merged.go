package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Answers for vertices and edges of cells that many made are a job about their folder. Nobody has
// seen all edges, and nobody has to: what prepares the job merges the vertices of each colour that
// the shares have met, a colour at a time, and leaves a file for each. A vertex has its place there,
// behind those of the colours before it, and an edge its place in its cell, merged. Tasks find what
// is to be added at these places, and who writes the rows merges colours and cells once more.

// merged reports whether a plan is about cells that many made.
func (c *colouring) merged() bool { return c.From != "" }

// beside returns where the vertices of each colour are.
func (c *colouring) beside(files FS) objectfs.FS { return objectfs.Sub(files, blockPrefix+c.Set) }

// checkVertices says what of the vertices cannot be.
func (c *colouring) checkVertices() error {
	if strings.ContainsAny(c.Set, `/\`) || len(c.Vertices) != c.Colours {
		return fmt.Errorf("%w: it has the vertices of %d colours, and not of %d", errDamaged, len(c.Vertices), c.Colours)
	}
	for colour, f := range c.Vertices {
		if err := f.Check(c.Colours); err != nil {
			return err
		}
		if !f.Loops || f.A != colour || strings.ContainsAny(f.Name, `/\`) {
			return fmt.Errorf("%w: %q has no vertices of colour %d", errDamaged, f.Name, colour)
		}
	}
	if err := c.checkMergedNames(); err != nil {
		return err
	}
	if n := c.vertices(); n >= mostMerged {
		return fmt.Errorf("%w: there are %d vertices", errDamaged, n)
	}
	return nil
}

// mostMerged is the most vertices of which an answer can be made.
const mostMerged = 1<<32 - 1

// vertices returns how many there are.
func (c *colouring) vertices() uint64 { return colours.Records(c.Vertices) }

// firsts returns the place of the first vertex of each colour.
func (c *colouring) firsts() []uint64 {
	firsts, sum := make([]uint64, c.Colours), uint64(0)
	for i, f := range c.Vertices {
		firsts[i], sum = sum, sum+f.Edges
	}
	return firsts
}

// mergeBytes is what merging the files of a cell holds, or of the vertices of a colour.
func (c *colouring) mergeBytes() int64 {
	type kind struct {
		colours.Cell
		loops bool
	}
	files, most := make(map[kind]int), 0
	for _, f := range c.Files {
		k := kind{f.Cell, f.Loops}
		files[k]++
		most = max(most, files[k])
	}
	return colours.MergeBytes(most)
}

// isCells reports whether a name is that of a folder that shares of a graph were left in; a store
// has no files to count.
func isCells(name string) bool {
	if s3fs.Is(name) {
		return true
	}
	info, err := os.Stat(filepath.Join(name, strings.TrimSuffix(sharePrefix, "/")))
	return err == nil && info.IsDir()
}

// planOfCells returns the plan of all shares in a folder.
func planOfCells(ctx context.Context, folder string) (*plan, error) {
	p, err := planOfShares(ctx, Dir(folder))
	if err == nil && p == nil {
		err = &graph.InputError{File: folder, Expected: "a folder that tricycle partition has made", Found: "none of its shares"}
	}
	return p, err
}

// identifyCells is [identify] for a folder with cells.
func identifyCells(ctx context.Context, folder string) (input, error) {
	p, err := planOfCells(ctx, folder)
	if err != nil {
		return input{}, err
	}
	if !s3fs.Is(folder) {
		if folder, err = filepath.Abs(folder); err != nil {
			return input{}, notRead(folder, err)
		}
	}
	return input{Path: folder, Bytes: int64(p.blockBytes()), Cells: p.ID}, nil
}

// checkCells is check for a folder with cells.
func (in input) checkCells(ctx context.Context) error {
	p, err := planOfCells(ctx, in.Path)
	if err == nil && p.ID != in.Cells {
		err = &graph.InputError{File: in.Path, Err: fmt.Errorf("%w: it has other cells", errChanged)}
	}
	return err
}

// ofCells completes a request about a folder with cells by what these are.
func (r Request) ofCells(ctx context.Context) (Request, error) {
	p, err := planOfCells(ctx, r.File)
	if err != nil {
		return r, err
	}
	n, cut := p.Colouring.Colours, fmt.Sprintf("cells of %d colours", p.Colouring.Colours)
	refused := func(expected string) error { return &graph.InputError{File: r.File, Expected: expected, Found: cut} }
	switch {
	case r.Question == "":
		return r, refused("a file with a graph (cells are a plan as they are: count --plan, or --resume, takes their folder)")
	case r.Colours != 0 && r.Colours != n:
		return r, refused("what is cut as --colours says")
	case r.Parts.Rows > 0 || r.Parts.TCBW:
		return r, refused("what is cut as --parts says")
	}
	r.Colours, r.Parts = n, triangle.Parts{}
	return r, nil
}

// number is [makeBlocks] for a folder with cells: it merges the vertices of each colour.
func (in input) number(ctx context.Context, files FS, set string, opt triangle.Options) (*plan, *triangle.Result, error) {
	p, err := planOfCells(ctx, in.Path)
	if err != nil {
		return nil, nil, err
	}
	c := p.Colouring
	c.From, c.Set, c.Vertices = in.Path, set, make([]colours.File, c.Colours)
	shares := c.Names
	if len(shares) > 0 {
		c.Names = make([]colours.Names, c.Colours)
	}
	workers := par.Workers(opt.Threads)
	if one := c.mergeBytes(); opt.Memory > 0 {
		if need := besideCells + one; need > opt.Memory {
			return nil, nil, &graph.MemoryError{What: "merging what shares have met", Need: need, Limit: opt.Memory}
		}
		workers = int(min((opt.Memory-besideCells)/one, int64(workers)))
	}
	opt.Meter.Start("vertices", int64(c.Colours))
	err = par.Each(ctx, workers, c.Colours, func(_, colour int) (err error) {
		c.Vertices[colour], err = colours.MergeVertices(ctx, c.in(files), c.Files, c.beside(files), fmt.Sprintf("%d%s", colour, colours.Suffix), colour, c.Colours)
		if err == nil && len(shares) > 0 {
			c.Names[colour], err = colours.MergeNames(ctx, c.in(files), shares, c.beside(files), fmt.Sprintf("%d%s", colour, colours.NamesSuffix), colour, c.Colours)
		}
		opt.Meter.Add(1)
		return badBlock(nameError(in.Path, err), in.Path)
	})
	if err != nil {
		return nil, nil, err
	}
	p.Graph.Vertices = c.vertices()
	if p.Graph.Vertices >= mostMerged {
		return nil, nil, &graph.InputError{File: in.Path, Expected: "less than 2^32-1 vertices, for an answer to each", Found: fmt.Sprint(p.Graph.Vertices)}
	}
	p.Input = in
	return p, p.result(), nil
}

// found returns what takes what is found of the vertices or edges.
func (c *colouring) found(question, folder string) *triangle.Divided {
	d := new(triangle.Divided)
	if question == ofEdges {
		d.PerEdgeMerged(c.edgesOfCells(), folder)
	} else {
		d.PerVertexMerged(c.vertices())
	}
	return d
}

// foundBytes is what that and the vertices of a task hold.
func (c *colouring) foundBytes(question string) int64 {
	most := uint64(0)
	for _, f := range c.Vertices {
		most = max(most, f.Edges)
	}
	ids := 3 * 8 * int64(most) // of three colours
	if question == ofEdges {
		return c.mergeBytes() + ids
	}
	return 16*int64(c.vertices()) + 2*ids // of each vertex two sums, and of those of the task the places, too
}

// edgesOfCells returns how many edges each cell has at most: those that several shares have met
// are there as often.
func (c *colouring) edgesOfCells() []uint64 {
	edges, cells := c.cellEdges(), colours.Cells(c.Colours)
	most := make([]uint64, len(cells))
	for i, cell := range cells {
		most[i] = edges[cell]
	}
	return most
}

// addVertices adds what was found of the vertices of a task. Degrees add up as edges do, without
// the triples.
func (j *Job) addVertices(ctx context.Context, t partition.Subtask, d *triangle.Divided, p *triangle.PerVertex, times int64) error {
	c := j.plan.Colouring
	firsts, ids := c.firsts(), make([][]uint64, c.Colours)
	for _, colour := range slices.Compact([]int{t.I, t.J, t.K}) {
		f := c.Vertices[colour]
		var err error
		if ids[colour], err = colours.ReadVertices(ctx, c.beside(j.files), c.Colours, f, make([]uint64, 0, f.Edges)); err != nil {
			return err
		}
	}
	places, at := make([]uint64, len(p.Degrees)), make([]int, c.Colours)
	for v := range places {
		id := p.Labels.Number(uint32(v))
		colour := colours.Of(id, c.Colours)
		n, ok := slices.BinarySearch(ids[colour][at[colour]:], id)
		if !ok {
			return &partition.BlockError{File: objectfs.Path(c.beside(j.files), c.Vertices[colour].Name), Err: errGraph}
		}
		at[colour] += n
		places[v] = firsts[colour] + uint64(at[colour])
	}
	degrees := times
	if t.I < t.J {
		degrees = 0
	}
	d.AddVerticesAt(p, places, times, degrees)
	return nil
}

// addEdges adds what was found of the edges of a task.
func (j *Job) addEdges(ctx context.Context, t partition.Subtask, d *triangle.Divided, p *triangle.PerEdge, times int64) error {
	m, own := j.mergedCells(), colours.CellsOf(t)
	var some []int
	for i, cell := range m.cells {
		if slices.Contains(own, cell) {
			some = append(some, i)
		}
	}
	return d.AddEdges(ctx, p, times, some, func(cell int, emit func(b graph.Batch) error) error {
		return m.eachOf(ctx, cell, emit)
	})
}

// mergedCells are the cells of all shares together, and the vertices.
type mergedCells struct {
	*colouring
	files    objectfs.FS
	cells    []colours.Cell
	parts    [][]colours.File // of each cell
	ids      []uint64         // of all vertices, ascending, once they are read
	numbered lists.Vertices   // whose rows are these
}

func (j *Job) mergedCells() *mergedCells {
	c := j.plan.Colouring
	m := &mergedCells{colouring: c, files: c.in(j.files), cells: colours.Cells(c.Colours)}
	parts := make(map[colours.Cell][]colours.File)
	for _, f := range c.Files {
		if !f.Loops && f.Edges > 0 {
			parts[f.Cell] = append(parts[f.Cell], f)
		}
	}
	for _, cell := range m.cells {
		m.parts = append(m.parts, parts[cell])
	}
	return m
}

// eachOf yields the edges of a cell, each once.
func (m *mergedCells) eachOf(ctx context.Context, cell int, emit func(b graph.Batch) error) error {
	return colours.Merge(ctx, m.files, m.Colours, m.parts[cell], emit)
}

// placer says where each of all vertices has its place, one after the other.
func (m *mergedCells) placer() func(id uint64) uint64 {
	next := m.firsts()
	return func(id uint64) uint64 {
		colour := colours.Of(id, m.Colours)
		next[colour]++
		return next[colour] - 1
	}
}

// answerMerged is [Job.answer] of cells that many made.
func (j *Job) answerMerged(ctx context.Context, opt triangle.Options, t *tally, open func(s *Shard) (io.ReadCloser, string, error), result *triangle.Result, ask asked) (err error) {
	m := j.mergedCells()
	n := int64(m.vertices())
	held := 8*n + m.namesBytes()
	if j.Request.Question == ofVertices {
		held += (16 + 12) * n // the places, and the answer
	}
	if need := besideCells + held; opt.Memory > 0 && need > opt.Memory {
		return &graph.MemoryError{What: "the answer for so many vertices", Need: need, Limit: opt.Memory}
	}
	d := m.found(j.Request.Question, opt.TmpDir)
	defer func() {
		if failed := d.Close(); err == nil {
			err = failed
		}
	}()
	if err := j.takeAll(ctx, d, t, open); err != nil {
		return err
	}
	m.ids = make([]uint64, 0, n)
	for _, f := range m.Vertices {
		if m.ids, err = colours.ReadVertices(ctx, m.beside(j.files), m.Colours, f, m.ids); err != nil {
			return err
		}
	}
	if len(m.Names) > 0 {
		if err := m.readNames(ctx, m.beside(j.files)); err != nil {
			return err
		}
	} else {
		slices.Sort(m.ids)
		m.numbered = lists.NewVertices(graph.NumberLabels(m.ids), len(m.ids), nil)
	}
	limit := opt.Memory
	if limit > 0 {
		opt.Memory -= held
	}
	opt.Parts = triangle.Parts{}
	err = ask(d, nil, m, result, opt)
	if short := new(graph.MemoryError); errors.As(err, &short) && short.Limit == opt.Memory {
		err = &graph.MemoryError{What: short.What, Need: short.Need + held, Limit: limit}
	}
	if errors.Is(err, partition.ErrDamaged) && !errors.As(err, new(*partition.BlockError)) {
		err = &graph.InputError{File: objectfs.Path(j.files, planName), Err: fmt.Errorf("what its shards found: %w", err)}
	}
	return err
}
