package lists

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// Real files of every format: what Build tells of them is what cleaning them in
// memory does.
func TestPiecesOfRealGraphs(t *testing.T) {
	ctx := context.Background()
	const large = 2 << 20 // bytes
	tested, small := 0, 0
	err := filepath.WalkDir(realdata.Folder(t), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		stat, err := entry.Info()
		if err != nil || stat.Size() > large || testing.Short() && stat.Size() > large/32 {
			return err
		}
		if stat.Size() < large/32 {
			if small++; small%8 != 0 {
				return nil // there are many
			}
		}
		open := func() graph.Source {
			src, err := OpenFile(name)
			if err != nil {
				return nil
			}
			return src
		}
		src := open()
		if src == nil {
			return nil // not a graph
		}
		defer src.Close()
		g, err := Graph(ctx, src, graph.Options{Threads: 2})
		if input := (*graph.InputError)(nil); errors.As(err, &input) {
			return nil
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		again := open()
		defer again.Close()
		random := rand.New(rand.NewPCG(1, uint64(stat.Size())))
		shape := func(s shape) shape {
			return shape{target: 1000 + random.Uint64N(5000), chunk: 1000, sorters: 2, keep: random.Int64N(stat.Size())}
		}
		s, err := openPieces(ctx, again, piecesOptions{Threads: 2, shape: shape})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		defer s.Close()
		var got pieces
		built, err := s.Build(ctx, got.add)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		edges := uint64(0)
		for _, b := range got.all {
			if !b.valid() {
				t.Errorf("%s: the piece of row %d is no lists", name, b.First)
			}
			edges += uint64(len(b.Neighbors))
		}
		want, err := FactsOfGraph(ctx, g, 2)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		facts := built.Facts
		if built.Report != g.Report() || edges != want.Edges || facts.Edges != want.Edges || facts.Vertices != want.Vertices ||
			facts.MaxDegree() != want.MaxDegree() || facts.Wedges().Cmp(want.Wedges()) != 0 {
			t.Errorf("%s: %+v, %+v, %d edges; want %+v, %+v", name, built.Report, facts, edges, g.Report(), want)
		}
		tested++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if tested < 10 {
		t.Errorf("only %d files were tested", tested)
	}
	t.Logf("%d files", tested)
}
