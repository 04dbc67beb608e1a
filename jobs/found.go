package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// A job that asks for an answer to each vertex or edge keeps beside each of its shards
// what was found there, a vector in an object of its own; the answer is their sum.

// The questions of a [Request].
const (
	ofVertices = "vertices"
	ofEdges    = "edges"
)

// divide cuts a source for the question.
func (r Request) divide(ctx context.Context, src graph.Source, files FS, opt triangle.Options) (*triangle.Divided, error) {
	switch r.Question {
	case "":
		return triangle.Divide(ctx, src, files, opt)
	case ofVertices:
		return opt.DivideVertices(ctx, src, files)
	case ofEdges:
		return opt.DivideEdges(ctx, src, files)
	}
	return nil, fmt.Errorf("no job answers the question %q", r.Question)
}

// divided returns the graph of a plan, for the question.
func (j *Job) divided(store *partition.Store, folder string) *triangle.Divided {
	d := &triangle.Divided{Store: store, Grid: j.plan.Grid}
	longest := j.plan.Graph.MaxOutDegree
	switch c := j.plan.Colouring; {
	case c != nil && j.Request.Question == ofVertices:
		d.PerVertexWeighted(longest)
		return d
	case c != nil:
		d.PerEdgeWeighted(longest, c.edges(), folder)
		return d
	}
	switch j.Request.Question {
	case ofVertices:
		d.PerVertex(longest)
	case ofEdges:
		d.PerEdge(longest, folder)
	}
	return d
}

// newVector returns a name for a vector, which is nobody else's.
func newVector() string { return fmt.Sprintf("%016x", rand.Uint64()) }

// vectorName is the object of a vector.
func vectorName(vector string) string { return foundPrefix + vector + ".tvec" }

// vectorID is what is in a vector of the plan, so that it is not taken for another.
func (p *plan) vectorID(vector string) string { return p.ID + " " + vector }

// keepFound writes down what was found since it was written last.
func (j *Job) keepFound(ctx context.Context, d *triangle.Divided, vector string) error {
	size, err := d.FoundBytes(ctx)
	if err != nil {
		return err
	}
	return j.files.Create(ctx, vectorName(vector), size, func(w io.Writer) error {
		return d.WriteFound(ctx, w, j.plan.vectorID(vector))
	})
}

// openFound opens what [Job.keepFound] wrote.
func (j *Job) openFound(ctx context.Context) func(s *Shard) (io.ReadCloser, string, error) {
	return func(s *Shard) (io.ReadCloser, string, error) {
		name := vectorName(s.Vector)
		r, err := objectfs.NewReader(ctx, j.files, name, 1<<62)
		return r, objectfs.Path(j.files, name), err
	}
}

// Vertices counts the subtasks that are not finished, as [Job.Count] does, and hands the
// answer to the question "vertices" to use. The blocks stay, and the input is read again
// for its ids: it is open meanwhile.
func (j *Job) Vertices(ctx context.Context, opt triangle.Options, use func(p *triangle.PerVertex) error) error {
	return j.finish(ctx, ofVertices, opt, func(t *tally) error { return j.answer(ctx, opt, t, j.openFound(ctx), useVertices(ctx, use)) })
}

// Edges is [Job.Vertices] for the question "edges".
func (j *Job) Edges(ctx context.Context, opt triangle.Options, use func(p *triangle.PerEdge) error) error {
	return j.finish(ctx, ofEdges, opt, func(t *tally) error { return j.answer(ctx, opt, t, j.openFound(ctx), useEdges(ctx, use)) })
}

// finish counts what is left, and hands on what there is.
func (j *Job) finish(ctx context.Context, question string, opt triangle.Options, answer func(t *tally) error) error {
	if err := cmp.Or(j.unprepared(), j.asks(question)); err != nil {
		return err
	}
	release, reads, err := j.alone(ctx)
	if err != nil {
		return err
	}
	defer release(false)
	for range patience {
		if !reads {
			if err := j.run(ctx, 1, 1, opt, j.Result()); err != nil {
				return err
			}
		}
		t, err := j.progress(ctx)
		if err != nil {
			return err
		}
		if len(t.found) == len(t.known) {
			return answer(t)
		}
	}
	return fmt.Errorf("%w: others count the same subtasks meanwhile", ErrLocked)
}

// patience is how often subtasks are counted again that others have counted together with
// those of somebody else: the sum cannot be told apart.
const patience = 8

// asks refuses a question that is not the job's.
func (j *Job) asks(question string) error {
	if j.Request.Question != question {
		return fmt.Errorf("the job asks for %q, and not for %q", j.Request.Question, question)
	}
	return nil
}

// SumVertices is [Job.Sum] for the question "vertices": open opens what [Job.ShardTo]
// wrote of a shard, and says what it is called. The input is read again for its ids, and
// is open while the answer is used.
func (j *Job) SumVertices(ctx context.Context, opt triangle.Options, open func(s *Shard) (io.ReadCloser, string, error), shards []*Shard, use func(p *triangle.PerVertex) error) error {
	return j.sumOf(ctx, ofVertices, opt, open, shards, useVertices(ctx, use))
}

// SumEdges is [Job.SumVertices] for the question "edges".
func (j *Job) SumEdges(ctx context.Context, opt triangle.Options, open func(s *Shard) (io.ReadCloser, string, error), shards []*Shard, use func(p *triangle.PerEdge) error) error {
	return j.sumOf(ctx, ofEdges, opt, open, shards, useEdges(ctx, use))
}

func (j *Job) sumOf(ctx context.Context, question string, opt triangle.Options, open func(s *Shard) (io.ReadCloser, string, error), shards []*Shard, use asked) error {
	if err := cmp.Or(j.unprepared(), j.asks(question)); err != nil {
		return err
	}
	t, err := j.tallyOf(shards)
	if err != nil {
		return err
	}
	return j.answer(ctx, opt, t, open, use)
}

// asked makes an answer of what was found, and uses it: by a source that is read again, or by the
// cells that many made, which is without one.
type asked func(d *triangle.Divided, src graph.Source, m *mergedCells, result *triangle.Result, opt triangle.Options) error

func useVertices(ctx context.Context, use func(p *triangle.PerVertex) error) asked {
	return func(d *triangle.Divided, src graph.Source, m *mergedCells, result *triangle.Result, opt triangle.Options) (err error) {
		var p *triangle.PerVertex
		if src == nil {
			p, err = d.VerticesMerged(m.ids, m.numbered, m.placer(), result)
		} else {
			p, err = d.Vertices(ctx, src, result, opt)
		}
		if err != nil {
			return err
		}
		return use(p)
	}
}

func useEdges(ctx context.Context, use func(p *triangle.PerEdge) error) asked {
	return func(d *triangle.Divided, src graph.Source, m *mergedCells, result *triangle.Result, opt triangle.Options) (err error) {
		var p *triangle.PerEdge
		if src == nil {
			p, err = d.EdgesMerged(ctx, m.ids, m.numbered, m.mergeBytes(), m.eachOf, result, opt)
		} else {
			p, err = d.Edges(ctx, src, result, opt)
		}
		if err != nil {
			return err
		}
		return cmp.Or(use(p), p.Close())
	}
}

// answer adds up the vectors of all shards, and has ask make the answer of them.
func (j *Job) answer(ctx context.Context, opt triangle.Options, t *tally, open func(s *Shard) (io.ReadCloser, string, error), ask asked) (err error) {
	result, err := t.result()
	if err != nil {
		return err
	}
	if err := j.input.check(ctx); err != nil {
		return err
	}
	opt, giveBack := j.Request.options(opt)
	defer func() { err = cmp.Or(err, giveBack()) }()
	if c := j.plan.Colouring; c != nil && c.merged() {
		return j.badBlock(j.answerMerged(ctx, opt, t, open, result, ask))
	}
	store, err := j.plan.open(ctx, j.files)
	if err != nil {
		return j.badBlock(err)
	}
	defer store.Close()
	d := j.divided(store, opt.TmpDir)
	defer func() { err = cmp.Or(err, d.Close()) }()
	if err := j.takeAll(ctx, d, t, open); err != nil {
		return err
	}
	if c := j.plan.Colouring; c != nil && j.Request.Question == ofEdges {
		if err := d.JoinEdges(ctx, c.fileOf(), opt); err != nil {
			return j.badBlock(err)
		}
	}
	src, err := j.input.open(j.Request, opt.Memory)
	if err != nil {
		return err
	}
	opt.Parts = triangle.Parts{}
	err = mapping.Guard(func() error { return ask(d, src, nil, result, opt) })
	return j.badBlock(cmp.Or(src.Close(), err))
}

// takeAll adds the vectors of all shards.
func (j *Job) takeAll(ctx context.Context, d *triangle.Divided, t *tally, open func(s *Shard) (io.ReadCloser, string, error)) error {
	for _, s := range t.shards {
		if len(s.counted) == 0 {
			continue
		}
		if err := j.takeFound(ctx, d, s, open); err != nil {
			return err
		}
	}
	return nil
}

// takeFound adds the vector of a shard.
func (j *Job) takeFound(ctx context.Context, d *triangle.Divided, s *Shard, open func(s *Shard) (io.ReadCloser, string, error)) error {
	if s.Vector == "" {
		return &graph.InputError{File: s.path, Expected: "a shard with what it found of " + j.Request.Question, Found: "one without"}
	}
	r, name, err := open(s)
	if err != nil {
		return &graph.InputError{File: name, Err: fmt.Errorf("what %s found: %w", s.path, objectfs.Cause(err))}
	}
	defer r.Close()
	err = d.TakeFound(ctx, r, j.plan.vectorID(s.Vector))
	if err != nil && ctx.Err() == nil && !ownTrouble(err) {
		return &graph.InputError{File: name, Err: fmt.Errorf("what %s found: %w", s.path, objectfs.Cause(err))}
	}
	return err
}

// ownTrouble reports whether an error is of the memory or the temporary files of who adds
// up, and not of what was read.
func ownTrouble(err error) bool {
	return errors.As(err, new(*graph.MemoryError)) || errors.As(err, new(*lists.DiskError)) ||
		errors.As(err, new(*lists.FileError)) || errors.As(err, new(*atomicfile.PlaceError))
}
