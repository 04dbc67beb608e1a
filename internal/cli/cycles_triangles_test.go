package cli

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// Triangles are the same bytes, whether they come many at once or as cycles, one by one.
func TestTrianglesAsCycles(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	for range 20 {
		src := &graphtest.Source{Edges: graphtest.SkewedRecords(random, 1+random.Uint32N(300), random.IntN(8000))}
		g, _, err := loading.Graph(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opt := chordless.Options{MinLength: 3, MaxLength: 3, Threads: 1 + random.IntN(3)}
		for range random.IntN(3) {
			opt.Through = append(opt.Through, random.Uint32N(uint32(max(g.Vertices(), 1))))
		}
		if opt.Through == nil || g.Vertices() == 0 {
			opt.Through, opt.Limit = nil, random.Uint64N(3)*random.Uint64N(10_000)
		}
		for _, form := range []cycleForm{formText, formNDJSON, formCSV, formBinary} {
			write := func(body func(s *cycleStream) error) (text []byte, err error) {
				text = streamed(t, form, g, func(stream *cycleStream) bool {
					err = body(stream)
					return err == nil
				})
				return text, err
			}
			want, limited := write(func(stream *cycleStream) error {
				for cycle, err := range chordless.All(t.Context(), g, opt) {
					if err != nil {
						return err
					}
					if err := stream.write(cycle); err != nil {
						return err
					}
				}
				return nil
			})
			got, err := write(func(stream *cycleStream) error {
				return (&search{Graph: g, opt: opt}).triangles(t.Context(), stream)
			})
			if !bytes.Equal(got, want) || !errors.Is(err, limited) {
				t.Fatalf("%s, %+v: %d bytes, %v, want %d, %v", form, opt, len(got), err, len(want), limited)
			}
		}
	}
}

// A list of triangles ends with the writer's error, and with the context.
func TestTrianglesThatEnd(t *testing.T) {
	g, _, err := loading.Graph(t.Context(), &graphtest.Source{Edges: graphtest.CompleteRecords(200)}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &search{Graph: g, opt: chordless.Options{MinLength: 3, MaxLength: 3, Threads: 2}}
	stream, err := newCycleStream(fullWriter{}, textCycles{joinedBy(' ', appendNumber(graph.Labels{}), 200)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.triangles(t.Context(), stream); !errors.Is(err, errFull) {
		t.Errorf("the list ended with %v", err)
	}
	if err := stream.close(false); !errors.Is(err, errFull) {
		t.Errorf("the stream ended with %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTimeout)
	if stream, err = newCycleStream(&bytes.Buffer{}, stream.encoder); err != nil {
		t.Fatal(err)
	}
	if err := s.triangles(ctx, stream); !errors.Is(err, errTimeout) {
		t.Errorf("the list ended with %v", err)
	}
	if err := stream.close(false); err != nil {
		t.Error(err)
	}
}
