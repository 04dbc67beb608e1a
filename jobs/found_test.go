package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// answers are what is to be found at the vertices and edges of the graph of a test.
type answers struct {
	vertices []uint64
	edges    map[graph.Edge]uint32
}

func answersOf(t *testing.T, r Request) answers {
	t.Helper()
	src, err := graphio.Open(r.File, graphio.Options{Format: r.Format})
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
	return answers{vertices.Counts, maps.Collect(edges.All())}
}

// errAnswer is the error where an answer is another than it should be.
var errAnswer = errors.New("another answer")

func (a answers) sameVertices(p *triangle.PerVertex) error {
	if !slices.Equal(p.Counts, a.vertices) {
		return fmt.Errorf("%w: %v, want %v", errAnswer, p.Counts, a.vertices)
	}
	return nil
}

func (a answers) sameEdges(p *triangle.PerEdge) error {
	if got := maps.Collect(p.All()); p.Err() == nil && !maps.Equal(got, a.edges) {
		return fmt.Errorf("%w: %v, want %v", errAnswer, got, a.edges)
	}
	return p.Err()
}

// prepared goes on with a job, or begins it.
func prepared(ctx context.Context, files FS, r Request, question string) (*Job, error) {
	r.Question = question
	return Prepare(ctx, files, r, cpu)
}

// shardsOf counts three shards, and returns what opens their vectors.
func shardsOf(ctx context.Context, j *Job) (shards []*Shard, open func(s *Shard) (io.ReadCloser, string, error), err error) {
	vectors := map[*Shard][]byte{}
	for number := 1; number <= 3; number++ {
		var vector, document bytes.Buffer
		s, err := j.ShardTo(ctx, number, 3, cpu, &vector)
		if err != nil {
			return nil, nil, err
		}
		if _, err := s.WriteTo(&document); err != nil {
			return nil, nil, err
		}
		if s, err = ReadShard(&document, s.name()); err != nil {
			return nil, nil, err
		}
		vectors[s] = vector.Bytes()
		shards = append(shards, s)
	}
	slices.Reverse(shards)
	return shards, func(s *Shard) (io.ReadCloser, string, error) {
		return io.NopCloser(bytes.NewReader(vectors[s])), "vector of " + s.name(), nil
	}, nil
}

// answering are the ways to come to answers.
var answering = map[string]func(ctx context.Context, files FS, r Request, want answers) error{
	"vertices": func(ctx context.Context, files FS, r Request, want answers) error {
		j, err := prepared(ctx, files, r, ofVertices)
		if err != nil {
			return err
		}
		return j.Vertices(ctx, cpu, want.sameVertices)
	},
	"edges": func(ctx context.Context, files FS, r Request, want answers) error {
		j, err := prepared(ctx, files, r, ofEdges)
		if err != nil {
			return err
		}
		return j.Edges(ctx, cpu, want.sameEdges)
	},
	"vertices in shards that are kept": func(ctx context.Context, files FS, r Request, want answers) error {
		j, err := prepared(ctx, files, r, ofVertices)
		for number := 1; number <= 3 && err == nil; number++ {
			err = j.Run(ctx, number, 3, cpu)
		}
		if err != nil {
			return err
		}
		return j.Vertices(ctx, cpu, want.sameVertices)
	},
	"vertices in shards": func(ctx context.Context, files FS, r Request, want answers) error {
		j, err := prepared(ctx, files, r, ofVertices)
		if err != nil {
			return err
		}
		shards, open, err := shardsOf(ctx, j)
		if err != nil {
			return err
		}
		return j.SumVertices(ctx, cpu, open, shards, want.sameVertices)
	},
	"edges in shards": func(ctx context.Context, files FS, r Request, want answers) error {
		j, err := prepared(ctx, files, r, ofEdges)
		if err != nil {
			return err
		}
		shards, open, err := shardsOf(ctx, j)
		if err != nil {
			return err
		}
		return j.SumEdges(ctx, cpu, open, shards, want.sameEdges)
	},
}

// TestEveryWayToAnswers goes each way twice, by two methods.
func TestEveryWayToAnswers(t *testing.T) {
	r, _ := testGraph(t)
	want := answersOf(t, r)
	for where, place := range places {
		for how, way := range answering {
			for _, method := range []triangle.Method{"auto", "merge"} {
				r.Method = method
				files := place(t)
				for range 2 {
					if err := way(t.Context(), files, r, want); err != nil {
						t.Errorf("%s in %s: %v", how, where, err)
					}
				}
			}
		}
	}
}

// TestEveryCallFailsOfAnswers fails calls of the file system: there is an error or the
// right answer, and whoever goes on has the right one.
func TestEveryCallFailsOfAnswers(t *testing.T) {
	r, _ := testGraph(t)
	want := answersOf(t, r)
	for how, way := range answering {
		t.Run(how, func(t *testing.T) {
			files, whole := faulty(new(objectfs.Memory), 0, 0)
			if err := way(t.Context(), files, r, want); err != nil {
				t.Fatal(err)
			}
			// Each way makes hundreds of calls: some of them, others in each run.
			step := 1 + whole.Calls()/30
			if testing.Short() {
				step = 1 + whole.Calls()/6
			}
			for call := 1 + rand.IntN(step); call <= whole.Calls(); call += step {
				for fault := range objectfs.ForGood + 1 {
					files := new(objectfs.Memory)
					failing, _ := faulty(files, call, fault)
					err := way(t.Context(), failing, r, want)
					if errors.Is(err, errAnswer) {
						t.Errorf("call %d, fault %d: %v", call, fault, err)
					}
					if again := way(t.Context(), files, r, want); again != nil {
						t.Errorf("call %d, fault %d: ends with %v, and when it goes on with %v", call, fault, err, again)
					}
				}
			}
		})
	}
}

// TestAnswersGoOn ends counts in the middle: what was finished is not counted again.
func TestAnswersGoOn(t *testing.T) {
	r, _ := testGraph(t)
	want := answersOf(t, r)
	for _, how := range []string{"vertices", "edges"} {
		for range 5 {
			memory := new(objectfs.Memory)
			ctx, stop := context.WithCancel(t.Context())
			if err := answering[how](ctx, &stopping{memory, stop}, r, want); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			j, err := Open(t.Context(), memory)
			if err != nil {
				t.Fatal(err)
			}
			if done, all, err := j.Progress(t.Context()); err != nil || done == 0 || done >= all {
				t.Fatalf("%d of %d subtasks, %v", done, all, err)
			}
			if err := answering[how](t.Context(), memory, r, want); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestManyAnswerTheSame lets several processes at the same job.
func TestManyAnswerTheSame(t *testing.T) {
	r, _ := testGraph(t)
	want := answersOf(t, r)
	for range 5 {
		memory := new(objectfs.Memory)
		done := make(chan error)
		for range 3 {
			go func() { done <- answering["vertices"](t.Context(), memory, r, want) }()
		}
		for range 3 {
			if err := <-done; err != nil && !errors.Is(err, ErrLocked) {
				t.Error(err)
			}
		}
		if err := answering["vertices"](t.Context(), memory, r, want); err != nil {
			t.Error(err)
		}
	}
}

// TestVectorsAreMissed names what is gone, damaged, or of another shard.
func TestVectorsAreMissed(t *testing.T) {
	r, _ := testGraph(t)
	folder := filepath.Join(t.TempDir(), "job")
	j, err := prepared(t.Context(), Dir(folder), r, ofVertices)
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(*triangle.PerVertex) error { return nil }
	if err := j.Vertices(t.Context(), cpu, nothing); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "found", "*.tvec"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)/2] ^= 1
	for name, data := range map[string][]byte{"cut": whole[:len(whole)-1], "flipped": flipped, "another": other, "gone": nil} {
		if err := os.Remove(files[0]); err != nil {
			t.Fatal(err)
		}
		if data != nil {
			if err := os.WriteFile(files[0], data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := j.Vertices(t.Context(), cpu, nothing)
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || input.File != files[0] {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.WriteFile(files[0], whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Edges(t.Context(), cpu, nil); err == nil || !strings.Contains(err.Error(), "vertices") {
		t.Errorf("edges of a job for vertices: %v", err)
	}
}

// TestTemporaryFilesAreNobodysShard blames a folder that takes no temporary files, and no
// shard whose vector was to be added up there.
func TestTemporaryFilesAreNobodysShard(t *testing.T) {
	r, _ := testGraph(t)
	j, err := prepared(t.Context(), new(objectfs.Memory), r, ofEdges)
	if err != nil {
		t.Fatal(err)
	}
	shards, open, err := shardsOf(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	opt := cpu
	opt.TmpDir = filepath.Join(t.TempDir(), "gone")
	err = j.SumEdges(t.Context(), opt, open, shards, func(*triangle.PerEdge) error { return nil })
	if errors.As(err, new(*graph.InputError)) || !errors.As(err, new(*atomicfile.PlaceError)) {
		t.Error(err)
	}
}

// TestNothingStaysOpen counts shards that keep what they find of edges in a temporary file.
func TestNothingStaysOpen(t *testing.T) {
	names, _ := sharedGraph(t, 0, 2)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	ranges, _ := testGraph(t)
	coloured, _ := colouredGraph(t, 3)
	for what, r := range map[string]Request{"ranges": ranges, "colours": coloured, "cells": {File: cells, Method: "auto"}} {
		r.Question = ofEdges
		j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		opt := cpu
		opt.TmpDir = t.TempDir()
		if _, err := j.ShardTo(t.Context(), 1, 1, opt, io.Discard); err != nil {
			t.Fatal(err)
		}
		open, err := filepath.Glob("/proc/self/fd/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, fd := range open {
			if file, err := os.Readlink(fd); err == nil && strings.HasPrefix(file, opt.TmpDir) {
				t.Errorf("%s: %s is open", what, file)
			}
		}
	}
}
