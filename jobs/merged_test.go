package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// rows are an answer as it is written: a line for each vertex or edge, by the ids of the input.
type rows struct {
	lines     []string
	maxDegree uint32
	isolated  uint64
}

func rowsOfVertices(p *triangle.PerVertex) rows {
	r := rows{maxDegree: p.MaxDegree, isolated: p.Cleaning.Isolated}
	for v, n := range p.Counts {
		r.lines = append(r.lines, fmt.Sprint(p.Labels.Label(uint32(v)), p.Degrees[v], n, p.Clustering(uint32(v))))
	}
	return r
}

func rowsOfEdges(p *triangle.PerEdge) rows {
	r := rows{maxDegree: p.MaxDegree, isolated: p.Cleaning.Isolated}
	for e, n := range p.All() {
		r.lines = append(r.lines, fmt.Sprint(p.Labels.Label(e.U), p.Labels.Label(e.V), p.Degrees[e.U], p.Degrees[e.V], n))
	}
	return r
}

func (r rows) same(other rows) error {
	if !slices.Equal(r.lines, other.lines) || r.maxDegree != other.maxDegree || r.isolated != other.isolated {
		return fmt.Errorf("%w: %v, want %v", errAnswer, r, other)
	}
	return nil
}

// wholeRows are those of the files as one graph.
func wholeRows(t *testing.T, names []string) map[string]rows {
	t.Helper()
	src, err := graphio.Open(names[0], graphio.Options{Format: "edgelist", Union: names})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	vertices, err := triangle.Vertices(t.Context(), src, cpu)
	if err != nil {
		t.Fatal(err)
	}
	edges, err := triangle.Edges(t.Context(), src, cpu)
	if err != nil {
		t.Fatal(err)
	}
	defer edges.Close()
	return map[string]rows{ofVertices: rowsOfVertices(vertices), ofEdges: rowsOfEdges(edges)}
}

// rowsOfCells answers a question about a folder with cells, in one process or in shards.
func rowsOfCells(ctx context.Context, files FS, cells, question string, inShards bool, opt triangle.Options) (got rows, err error) {
	j, err := Prepare(ctx, files, Request{File: cells, Question: question, Method: "auto"}, opt)
	if err != nil {
		return got, err
	}
	if !inShards {
		if question == ofVertices {
			err = j.Vertices(ctx, opt, got.ofVertices)
		} else {
			err = j.Edges(ctx, opt, got.ofEdges)
		}
		return got, err
	}
	shards, open, err := shardsOf(ctx, j)
	if err != nil {
		return got, err
	}
	return sumOfCells(ctx, j, question, opt, shards, open)
}

// sumOfCells adds up what shards found.
func sumOfCells(ctx context.Context, j *Job, question string, opt triangle.Options, shards []*Shard, open func(s *Shard) (io.ReadCloser, string, error)) (got rows, err error) {
	if question == ofVertices {
		err = j.SumVertices(ctx, opt, open, shards, got.ofVertices)
	} else {
		err = j.SumEdges(ctx, opt, open, shards, got.ofEdges)
	}
	return got, err
}

func (r *rows) ofVertices(p *triangle.PerVertex) error {
	*r = rowsOfVertices(p)
	return nil
}

func (r *rows) ofEdges(p *triangle.PerEdge) error {
	*r = rowsOfEdges(p)
	return p.Err()
}

func TestAnswersOfMany(t *testing.T) {
	for seed := range uint64(4) {
		for n := 1 + int(seed)%2; n <= 7; n += 2 {
			of := 1 + (int(seed)+n)%4
			names, _ := sharedGraph(t, seed, of+int(seed))
			want := wholeRows(t, names)
			cells := filepath.Join(t.TempDir(), "cells")
			if err := makeShares(t.Context(), Dir(cells), n, names, of); err != nil {
				t.Fatal(err)
			}
			for question, rows := range want {
				opt := cpu
				opt.TmpDir, opt.Threads = t.TempDir(), 1+n%3
				if n%3 == 1 {
					opt.Memory = 160 << 20
				}
				files := new(objectfs.Memory) // the second time what is there is taken
				for _, inShards := range []bool{false, true} {
					got, err := rowsOfCells(t.Context(), files, cells, question, inShards, opt)
					if err == nil {
						err = got.same(rows)
					}
					if err != nil {
						t.Fatalf("graph %d, %d colours, %d shares, %s, in shards %v: %v", seed, n, of, question, inShards, err)
					}
				}
			}
		}
	}
}

// TestAnswersOfManyEveryCallFails fails each call of the file system that the plan is in, and goes on.
func TestAnswersOfManyEveryCallFails(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { everyCallOfAnswersFails(t, 2) })
	t.Run("names", func(t *testing.T) { everyCallOfAnswersFails(t, 3) })
}

func everyCallOfAnswersFails(t *testing.T, seed uint64) {
	names, _ := sharedGraph(t, seed, 3)
	want := wholeRows(t, names)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	for question, rows := range want {
		whole := &objectfs.Faulty{FS: new(objectfs.Memory)}
		if _, err := rowsOfCells(t.Context(), whole, cells, question, false, cpu); err != nil {
			t.Fatal(err)
		}
		step := 1 + whole.Calls()/12
		if testing.Short() {
			step = 1 + whole.Calls()/4
		}
		for call := 1; call <= whole.Calls(); call += step {
			for fault := range objectfs.ForGood + 1 {
				files := new(objectfs.Memory)
				got, err := rowsOfCells(t.Context(), &objectfs.Faulty{FS: files, At: call, How: fault}, cells, question, false, cpu)
				if err != nil {
					got, err = rowsOfCells(t.Context(), files, cells, question, false, cpu)
				}
				if err == nil {
					err = got.same(rows)
				}
				if err != nil {
					t.Errorf("%s, call %d, fault %d: %v", question, call, fault, err)
				}
			}
		}
	}
}

// TestAnswersOfManyRefuse has cells that are others than the plan says, or damaged.
func TestAnswersOfManyRefuse(t *testing.T) {
	names, _ := sharedGraph(t, 0, 2)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	for what, r := range map[string]Request{
		"a count":       {File: cells, Method: "auto"},
		"other colours": {File: cells, Method: "auto", Question: ofEdges, Colours: 4},
		"ranges":        {File: cells, Method: "auto", Question: ofEdges, Parts: triangle.Parts{Rows: 2, Columns: 1}},
		"no cells":      {File: t.TempDir(), Method: "auto", Question: ofEdges},
	} {
		if _, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu); !errors.As(err, new(*graph.InputError)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, spoil := range map[string]func(files *objectfs.Disk) error{
		"a share is gone": func(*objectfs.Disk) error { return os.Remove(filepath.Join(cells, "shares", "2-of-2.json")) },
		"vertices are damaged": func(files *objectfs.Disk) error {
			all, err := files.List(t.Context(), blockPrefix)
			for name := range all {
				err = errors.Join(err, damage(files.Path(name)))
			}
			return err
		},
	} {
		files := objectfs.NewDisk(filepath.Join(t.TempDir(), "run"))
		r := Request{File: cells, Question: ofVertices, Method: "auto"}
		j, err := Prepare(t.Context(), files, r, cpu)
		if err == nil {
			err = spoil(files)
		}
		if err != nil {
			t.Fatal(err)
		}
		err = j.Vertices(t.Context(), cpu, func(*triangle.PerVertex) error { return nil })
		if !errors.As(err, new(*graph.InputError)) {
			t.Errorf("%s: %v", what, err)
		}
		if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnswersOfManyNameTheMemory raises the memory by what refusals name, until there is an answer.
func TestAnswersOfManyNameTheMemory(t *testing.T) {
	names, _ := sharedGraph(t, 1, 3)
	want := wholeRows(t, names)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	for question, rows := range want {
		j, err := Prepare(t.Context(), new(objectfs.Memory), Request{File: cells, Question: question, Method: "auto"}, cpu)
		if err != nil {
			t.Fatal(err)
		}
		shards, open, err := shardsOf(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		opt, refusals := cpu, 0
		opt.Threads, opt.Memory, opt.TmpDir = 8, 1<<20, t.TempDir()
		for {
			got, err := sumOfCells(t.Context(), j, question, opt, shards, open)
			var short *graph.MemoryError
			if !errors.As(err, &short) {
				if err == nil {
					err = got.same(rows)
				}
				if err != nil {
					t.Errorf("%s, %d bytes: %v", question, opt.Memory, err)
				}
				break
			}
			// The first is before what is found is read.
			if refusals++; short.Limit != opt.Memory || short.Need <= opt.Memory || refusals > 2 {
				t.Fatalf("%s, %d bytes, refusal %d: %v", question, opt.Memory, refusals, short)
			}
			opt.Memory = short.Need
		}
		if refusals == 0 || question == ofEdges && refusals != 2 {
			t.Errorf("%s: refused %d times", question, refusals)
		}
	}
}

// damage changes the last byte of a file.
func damage(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	end, err := file.Seek(-1, io.SeekEnd)
	last := make([]byte, 1)
	if err == nil {
		_, err = file.ReadAt(last, end)
	}
	last[0]++
	if err == nil {
		_, err = file.WriteAt(last, end)
	}
	return err
}

// TestAnswersOfManyWithinMemory asks for more memory before anything is merged, where it is too small for that,
// and reckons with the files of a cell, of which shares with little memory leave several, and with the
// vertices of a task.
func TestAnswersOfManyWithinMemory(t *testing.T) {
	names, _ := sharedGraph(t, 0, 2)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	opt := cpu
	opt.Memory = 16 << 20
	r, files := Request{File: cells, Question: ofVertices, Method: "auto"}, new(objectfs.Memory)
	_, err := Prepare(t.Context(), files, r, opt)
	short := new(graph.MemoryError)
	if !errors.As(err, &short) {
		t.Fatal(err)
	}
	if left, err := files.List(t.Context(), ""); len(left) > 0 || err != nil {
		t.Errorf("there are left %v, %v", left, err)
	}
	opt.Memory = short.Need
	j, err := Prepare(t.Context(), files, r, opt)
	if err != nil {
		t.Fatal(err)
	}
	c := j.plan.Colouring
	before, largest := c.foundBytes(ofEdges), uint64(0)
	for _, f := range c.Vertices {
		largest = max(largest, f.Edges)
	}
	if before < c.mergeBytes()+3*8*int64(largest) {
		t.Errorf("%d bytes are for edges, and tasks have up to 3 times %d vertices", before, largest)
	}
	for range 2000 {
		c.Files = append(c.Files, c.Files[0])
	}
	if after := c.foundBytes(ofEdges); after <= before {
		t.Errorf("%d bytes to merge 2,000 files more, and %d before", after, before)
	}
}
