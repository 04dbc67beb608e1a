package cpucount

import (
	"cmp"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// BenchmarkAnswers answers for the file that TRICYCLE_GRAPH names, in the order that
// TRICYCLE_ORDER names.
func BenchmarkAnswers(b *testing.B) {
	name := os.Getenv("TRICYCLE_GRAPH")
	if name == "" {
		b.Skip("TRICYCLE_GRAPH names no file")
	}
	order := graph.Order(cmp.Or(os.Getenv("TRICYCLE_ORDER"), string(graph.OrderRecords)))
	src, err := graphio.Open(name, graphio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s, err := lists.Open(b.Context(), src, lists.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Rank(b.Context(), order); err != nil {
		b.Fatal(err)
	}
	o, _, err := s.Whole(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, answer := range []struct {
		name string
		do   func() error
	}{
		{"count", func() error { _, err := Count(b.Context(), o, Auto, Params{}); return err }},
		{"vertices", func() error { _, err := Vertices(b.Context(), o, Auto, Params{}); return err }},
		{"support", func() error {
			at, err := hugemem.New[uint32](int(o.Edges()))
			if err != nil {
				return err
			}
			defer at.Free()
			return SupportTo(b.Context(), o, Auto, Params{}, at.Slice())
		}},
	} {
		b.Run(answer.name, func(b *testing.B) {
			for b.Loop() {
				if err := answer.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	_, _ = s.Close(), src.Close()
}
