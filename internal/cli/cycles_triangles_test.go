package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
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
		for _, form := range []cyclelist.Form{cyclelist.Text, cyclelist.NDJSON, cyclelist.CSV, cyclelist.Binary} {
			write := func(body func(s *cyclelist.Stream) error) (text []byte, err error) {
				var out bytes.Buffer
				stream := newStream(t, &out, form, g)
				err = body(stream)
				if failed := stream.Close(err == nil); failed != nil {
					t.Fatal(failed)
				}
				return out.Bytes(), err
			}
			want, limited := write(func(stream *cyclelist.Stream) error {
				for cycle, err := range chordless.All(t.Context(), g, opt) {
					if err != nil {
						return err
					}
					if err := stream.Write(cycle); err != nil {
						return err
					}
				}
				return nil
			})
			got, err := write(func(stream *cyclelist.Stream) error {
				return (&search{Graph: g, opt: opt}).triangles(t.Context(), stream)
			})
			if !bytes.Equal(got, want) || !errors.Is(err, limited) {
				t.Fatalf("%s, %+v: %d bytes, %v, want %d, %v", form, opt, len(got), err, len(want), limited)
			}
		}
	}
}

// newStream begins a list of cycles.
func newStream(t *testing.T, out io.Writer, form cyclelist.Form, g *graph.Graph) *cyclelist.Stream {
	t.Helper()
	encoder, err := form.Encoder(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := cyclelist.NewStream(out, encoder)
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

// A list of triangles ends with the writer's error, and with the context.
func TestTrianglesThatEnd(t *testing.T) {
	g, _, err := loading.Graph(t.Context(), &graphtest.Source{Edges: graphtest.CompleteRecords(200)}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &search{Graph: g, opt: chordless.Options{MinLength: 3, MaxLength: 3, Threads: 2}}
	stream := newStream(t, fullWriter{}, cyclelist.Text, g)
	if err := s.triangles(t.Context(), stream); !errors.Is(err, errFull) {
		t.Errorf("the list ended with %v", err)
	}
	if err := stream.Close(false); !errors.Is(err, errFull) {
		t.Errorf("the stream ended with %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTimeout)
	stream = newStream(t, &bytes.Buffer{}, cyclelist.Text, g)
	if err := s.triangles(ctx, stream); !errors.Is(err, errTimeout) {
		t.Errorf("the list ended with %v", err)
	}
	if err := stream.Close(false); err != nil {
		t.Error(err)
	}
}
