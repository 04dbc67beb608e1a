package cpucount

import (
	"testing"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/liststest"
)

// BenchmarkAnswers answers for the lists of [liststest.File].
func BenchmarkAnswers(b *testing.B) {
	o := liststest.File(b)
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
}
