package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// A job may be cut by the colours of its vertices instead of by ranges of them: its
// subtasks are tasks of package colours then, its blocks cells, and the answer is the
// weighted sum of what the tasks find.

// colouring says how a graph was cut by colours.
type colouring struct {
	Colours int            `json:"colours"`
	Set     string         `json:"set"` // what the names of the files begin with
	Files   []colours.File `json:"files"`
	Shares  int            `json:"shares,omitempty"` // that many made the files; 0 where one process did, which knows the graph

	// Of cells that many made, where vertices are called by names: the files with these, of all shares,
	// or, of answers, one for each colour beside the plan.
	Names []colours.Names `json:"names,omitempty"`

	// Of answers for vertices and edges of cells that many made, which lie elsewhere: their folder,
	// and the vertices of each colour, beside the plan.
	From     string         `json:"from,omitempty"`
	Vertices []colours.File `json:"vertices,omitempty"`
}

// check says what in c cannot be.
func (c *colouring) check() error {
	if c.Colours < 1 || c.Colours > colours.Most {
		return fmt.Errorf("%w: there are no %d colours", errDamaged, c.Colours)
	}
	if c.Shares < 0 || c.merged() && c.Shares == 0 {
		return fmt.Errorf("%w: there are no cells of %d shares", errDamaged, c.Shares)
	}
	if c.Shares == 0 && strings.ContainsAny(c.Set, `/\`) {
		return fmt.Errorf("its cells are %q, not beside it", c.Set)
	}
	names := make(map[string]bool, len(c.Files))
	for _, f := range c.Files {
		if err := f.Check(c.Colours); err != nil {
			return err
		}
		if names[f.Name] || c.Shares == 0 && strings.ContainsAny(f.Name, `/\`) {
			return fmt.Errorf("%w: its cells are %q, not beside it, or twice", errDamaged, f.Name)
		}
		names[f.Name] = true
	}
	for _, f := range c.Names {
		if err := f.Check(c.Colours); err != nil {
			return err
		}
		if names[f.Name] {
			return fmt.Errorf("%w: its names are %q, twice", errDamaged, f.Name)
		}
		names[f.Name] = true
	}
	if c.merged() {
		return c.checkVertices()
	}
	return nil
}

// in returns where the files are.
func (c *colouring) in(files FS) objectfs.FS {
	if c.merged() {
		files = Dir(c.From)
	}
	if c.Shares > 0 {
		return objectfs.Sub(files, cellPrefix)
	}
	return objectfs.Sub(files, blockPrefix+c.Set)
}

// subtasks yields all subtasks of p.
func (p *plan) subtasks() iter.Seq[partition.Subtask] {
	if p.Colouring != nil {
		return colours.Tasks(p.Colouring.Colours)
	}
	return p.Grid.Subtasks()
}

// parts says into what the graph is cut.
func (p *plan) parts() *triangle.Parts {
	if c := p.Colouring; c != nil {
		return &triangle.Parts{Colours: c.Colours, Subtasks: colours.Size(c.Colours)}
	}
	return &triangle.Parts{Rows: len(p.Grid.Rows), Columns: len(p.Grid.Columns), Subtasks: p.Grid.Size(), TCBW: p.Request.Parts.TCBW}
}

// sumOf adds up the triangles of subtasks as those of p are added.
func (p *plan) sumOf(all []counted) (uint64, error) {
	var sum colours.Sum
	for _, c := range all {
		times := int64(1)
		if p.Colouring != nil && !c.All {
			times = colours.Weight(c.Subtask, p.Colouring.Colours)
		}
		sum.Add(times, new(big.Int).SetUint64(c.Triangles))
	}
	return sum.Total()
}

// cellEdges adds up the edges of each cell.
func (c *colouring) cellEdges() map[colours.Cell]uint64 {
	edges := make(map[colours.Cell]uint64)
	for _, f := range c.Files {
		edges[f.Cell] = addCapped(edges[f.Cell], f.Edges)
	}
	return edges
}

// task returns the source of a task, as one that takes the least memory.
func (j *Job) task(t partition.Subtask) *colours.Task {
	c := j.plan.Colouring
	task := &colours.Task{
		Files: c.in(j.files), Colours: c.Colours, Parts: colours.Select(c.Files, t),
		Name: fmt.Sprintf("task %v of %s", t, objectfs.Path(j.files, planName)), Again: true,
	}
	if j.plan.Rows > 0 {
		task.MaxID = uint64(j.plan.Rows) - 1
	}
	return task
}

// autoColours asks for as many colours as the memory does, and leastColours is the least
// of these: with less there are no triples.
const (
	autoColours  = -1
	leastColours = 3
)

// chooseColours returns the least number of colours with which a task of so many edges in
// all is counted whole in memory. A task of three colours holds 6/colours² of the edges,
// about.
func (r Request) chooseColours(edges, vertices uint64, opt triangle.Options) (int, error) {
	for n := leastColours; n <= colours.Most; n++ {
		if opt.Memory <= 0 {
			return n, nil
		}
		e, err := r.estimateTask(taskOf(edges, vertices, 6, n), opt)
		if err != nil || inMemory(e) {
			return n, err
		}
	}
	least := opt
	least.Memory = math.MaxInt64
	e, err := r.estimateTask(taskOf(edges, vertices, 6, colours.Most), least)
	if err != nil {
		return 0, err
	}
	return 0, &graph.MemoryError{What: errNoRoom, Need: max(e.Memory, opt.Memory+1), Limit: opt.Memory}
}

// errNoRoom is what a task that does not fit is refused for.
const errNoRoom = "counting tasks of so many edges"

// checkTasks refuses tasks that surely do not fit the memory, before any is counted.
func (j *Job) checkTasks(tasks []partition.Subtask, opt triangle.Options) error {
	if opt.Memory <= 0 {
		return nil
	}
	beside := j.plan.besideTasks(j.Request.Question)
	limit := opt.Memory
	opt.Memory = max(opt.Memory-beside, 1)
	e, err := j.Request.estimateTask(j.largest(tasks).Info(), opt)
	if err == nil && !e.Fits {
		err = &graph.MemoryError{What: errNoRoom, Need: e.Memory + beside, Limit: limit}
	}
	return err
}

// besideTasks is what is held of answers to a question while tasks are counted.
func (p *plan) besideTasks(question string) int64 {
	switch {
	case question == "":
		return 0
	case p.Colouring.merged():
		return p.Colouring.foundBytes(question)
	}
	return 8 * int64(p.Rows)
}

// largest returns the source of the task with the most work.
func (j *Job) largest(tasks []partition.Subtask) *colours.Task {
	work := j.plan.newWork()
	return j.task(slices.MaxFunc(tasks, func(a, b partition.Subtask) int { return cmp.Compare(work.of(a), work.of(b)) }))
}

// inMemory reports whether a task is counted whole, without temporary files.
func inMemory(e triangle.Estimate) bool {
	return e.Fits && e.Disk == 0 && e.Parts.Subtasks <= 1
}

// readAgain reports whether a task is better read a second time than kept until there are
// lists of it: where the memory is short, and beside an answer.
func (r Request) readAgain(info graph.Info, opt triangle.Options) bool {
	return r.Question != "" || !lists.KeepsRecords(uint64(info.Records.Get()), mostVertices(info), opt.Memory, opt.Threads)
}

// mostVertices is how many vertices a task has at most.
func mostVertices(info graph.Info) uint64 {
	vertices := 2 * uint64(info.Records.Get())
	if info.MaxID > 0 {
		vertices = min(vertices, info.MaxID+1)
	}
	return min(vertices, 1<<32-1)
}

// estimateTask says what a task takes on the CPU.
func (r Request) estimateTask(info graph.Info, opt triangle.Options) (triangle.Estimate, error) {
	info.Vertices = graph.Known(mostVertices(info))
	opt.Engine = device.CPU
	if !slices.Contains(triangle.Methods(device.CPU), opt.Method) {
		opt.Method = "" // one of a GPU, which has its own lists there
	}
	estimate := map[string]func(info graph.Info) (triangle.Estimates, error){
		"":         func(info graph.Info) (triangle.Estimates, error) { return triangle.EstimateCount(info, opt) },
		ofVertices: opt.EstimateVertices,
		ofEdges:    opt.EstimateEdges,
	}[r.Question]
	all, err := estimate(info)
	if err != nil {
		return triangle.Estimate{}, err
	}
	return all.Each[0], nil
}

// checkColours refuses what does not go with colours.
func (r Request) checkColours() error {
	switch {
	case r.Colours < autoColours || r.Colours > colours.Most:
		return fmt.Errorf("there are from 1 to %d colours, not %d", colours.Most, r.Colours)
	case r.Colours != 0 && (r.Parts.Rows > 0 || r.Parts.TCBW):
		return errors.New("a graph is cut by colours or by ranges, and not by both")
	}
	return nil
}
