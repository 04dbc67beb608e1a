package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// usualSlice is how many bits a slice has where nobody asks for another number.
const usualSlice = 64

// planOfShares makes the plan of all shares; nil where there are none.
func planOfShares(ctx context.Context, files FS) (*plan, error) {
	sizes, err := files.List(ctx, sharePrefix)
	if err != nil || len(sizes) == 0 {
		return nil, err
	}
	var names []string
	for name := range sizes {
		names = append(names, name)
	}
	slices.Sort(names)
	all := make([]*share, len(names))
	err = par.Each(ctx, atOnce, len(names), func(_, i int) error {
		all[i] = new(share)
		return readSealed(ctx, files, names[i], all[i])
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *share) int { return cmp.Compare(a.Share, b.Share) })
	refused := func(s *share, expected, found string) error {
		return &graph.InputError{File: objectfs.Path(files, s.object()), Expected: expected, Found: found}
	}
	first := all[0]
	c := &colouring{Colours: first.Colours, Shares: first.Shares}
	p := &plan{Colouring: c, Graph: facts{Format: "cells", Order: graph.OrderRecords}}
	p.Request = Request{File: "cells", Engine: device.Auto, Method: cpucount.Auto, SliceBits: usualSlice, Colours: c.Colours}
	there, kind := make(map[int]bool), first // the first that has records
	for _, s := range all {
		switch {
		case s.Colours != first.Colours || s.Shares != first.Shares || s.All != first.All:
			return nil, refused(s, fmt.Sprintf("one of %d shares of the same files by %d colours, as %s is", first.Shares, first.Colours, first.name()), fmt.Sprintf("%s, by %d colours", s.name(), s.Colours))
		case s.Seed != first.Seed:
			return nil, refused(s, fmt.Sprintf("a share of names by the seed %d, as %s is", first.Seed, first.name()), fmt.Sprintf("one by the seed %d", s.Seed))
		case !s.sameKind(kind):
			return nil, refused(s, fmt.Sprintf("vertices that are called by %s, as in %s", kind.kindOfIDs(), kind.name()), s.kindOfIDs())
		case s.Share < 1 || s.Share > s.Shares || there[s.Share]:
			return nil, refused(s, "each share once", s.name())
		}
		there[s.Share] = true
		if kind.Cleaning.Records == 0 {
			kind = s
		}
		c.Files, c.Names = append(c.Files, s.Files...), append(c.Names, s.Names...)
		p.Graph.Cleaning.Records += s.Cleaning.Records
		p.Graph.Cleaning.Loops += s.Cleaning.Loops
	}
	var missing []string
	for number := 1; number <= first.Shares && len(missing) < 20; number++ {
		if !there[number] {
			missing = append(missing, fmt.Sprintf("%d/%d", number, first.Shares))
		}
	}
	if len(missing) > 0 {
		return nil, &graph.InputError{File: objectfs.Path(files, sharePrefix), Expected: fmt.Sprintf("%d shares of the graph", first.Shares), Found: fmt.Sprintf("%d; missing: %s", len(all), strings.Join(missing, ", "))}
	}
	if err := p.check(); err != nil {
		return nil, &graph.InputError{File: objectfs.Path(files, sharePrefix), Err: err}
	}
	encode(p)
	return p, nil
}

// counted is what is written down of a task.
func (j *Job) counted(ctx context.Context, t partition.Subtask, found *triangle.Result, opt triangle.Options) (counted, error) {
	one := counted{Subtask: t, Triangles: found.Triangles}
	c := j.plan.Colouring
	if c.Shares == 0 {
		return one, nil
	}
	one.Wedges = found.Wedges.String()
	if t.I == t.J {
		one.Edges = found.Edges
	}
	if t.I == t.K {
		one.Vertices = found.Vertices
		return one, j.checkNames(ctx, t.I, found.Vertices)
	}
	if t.I < t.J || c.Colours == 2 {
		return one, nil
	}
	across := j.task(t)
	across.Parts = slices.DeleteFunc(across.Parts, func(f colours.File) bool { return f.A == f.B })
	between, err := j.countOnly(ctx, across, opt)
	if err != nil {
		return one, err
	}
	if between.Triangles != 0 {
		return one, &partition.BlockError{File: across.Name, Err: errDamaged} // two colours make none
	}
	one.Across = between.Wedges.String()
	return one, nil
}

// errGraph is the error where tasks say of the graph what cannot be.
var errGraph = errors.New("the tasks do not fit together")

// describe adds up what all tasks tell of the graph. Its edges add up as triangles do,
// without the triples. A path of two edges between two vertices of one colour by way of
// another is in each triple with these, so that those of a cell are taken away again.
func (c *colouring) describe(r *triangle.Result, all []counted) error {
	var edges, wedges colours.Sum
	r.Vertices = 0
	for _, one := range all {
		t := one.Subtask
		times := colours.Weight(t, c.Colours)
		if t.I == t.J {
			edges.Add(times, new(big.Int).SetUint64(one.Edges))
		}
		if max(len(one.Wedges), len(one.Across)) > mostDigits { // more take long to read
			return fmt.Errorf("%w: task %v has wedges of too many digits", errDamaged, t)
		}
		n, ok := new(big.Int).SetString(one.Wedges, 10)
		m, ok2 := new(big.Int).SetString(cmp.Or(one.Across, "0"), 10)
		if !ok || !ok2 || n.Sign() < 0 || m.Sign() < 0 {
			return fmt.Errorf("%w: task %v has %q wedges", errDamaged, t, one.Wedges)
		}
		wedges.Add(times, n)
		wedges.Add(int64(2-c.Colours), m)
		r.Vertices = addCapped(r.Vertices, one.Vertices)
	}
	var err error
	if r.Edges, err = edges.Total(); err != nil {
		return err
	}
	if most := r.Cleaning.Records - r.Cleaning.Loops; r.Edges > most {
		return fmt.Errorf("%w: %d edges of %d records", errGraph, r.Edges, most)
	}
	r.Wedges = wedges.Value()
	r.Cleaning.Duplicates = r.Cleaning.Records - r.Cleaning.Loops - r.Edges
	f := facts{Edges: r.Edges, Wedges: r.Wedges}
	if err := f.check(r.Edges); err != nil {
		return fmt.Errorf("%w: %w", errGraph, err)
	}
	if !f.holds(r.Triangles) {
		return fmt.Errorf("%w: %d triangles have three wedges each, and there are %v", errDamaged, r.Triangles, r.Wedges)
	}
	return nil
}
