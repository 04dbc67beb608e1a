package cyclelist

import (
	"bytes"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// Bitmaps are the same bytes, whether they come as cycles or as sets.
func TestBitmapsOfSets(t *testing.T) {
	src, err := generator.Grid{Rows: 7, Cols: 7}.Source()
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := loading.Graph(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bitmaps := newBitmapCycles(g)
	write := func(body func(s *Stream) error) []byte {
		var out bytes.Buffer
		s, err := NewStream(&out, bitmaps)
		if err != nil {
			t.Fatal(err)
		}
		if err := body(s); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(true); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	cycles := write(func(s *Stream) error {
		for cycle, err := range chordless.All(t.Context(), g, chordless.Options{Threads: 1}) {
			if err != nil {
				return err
			}
			if err := s.Write(cycle); err != nil {
				return err
			}
		}
		return nil
	})
	sets := write(func(s *Stream) error {
		for sets, err := range chordless.Sets(t.Context(), g, chordless.Options{Threads: 1}) {
			if err != nil {
				return err
			}
			if err := s.WriteSets(sets); err != nil {
				return err
			}
		}
		return nil
	})
	if !bytes.Equal(cycles, sets) || len(sets) < 65772*7 {
		t.Errorf("%d bytes of sets, %d of cycles", len(sets), len(cycles))
	}
}
