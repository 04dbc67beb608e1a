package table

import (
	"io"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// BenchmarkTriangles writes rows of three ids to nowhere, on two threads.
func BenchmarkTriangles(b *testing.B) {
	const batchRows, batches = 1 << 12, 1 << 10
	table := &Table{Columns: []Column{{Name: "a", Kind: Vertex}, {Name: "b", Kind: Vertex}, {Name: "c", Kind: Vertex}}, Vertices: 1 << 18}
	random := rand.New(rand.NewPCG(1, 2))
	batch := make(Batch, 3)
	for i := range batch {
		for range batchRows {
			batch[i].Uint32s = append(batch[i].Uint32s, uint32(random.ExpFloat64()*20000)&(1<<18-1))
		}
	}
	benchmark(b, table, batchRows*batches, func(w *Writer) error {
		for range batches {
			if err := w.Write(batch); err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkVertices writes what is known of vertices, filled in by the workers.
func BenchmarkVertices(b *testing.B) {
	const rows = 1 << 20
	table := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}, {Name: "degree", Kind: Uint32}, {Name: "triangles", Kind: Uint64}, {Name: "clustering", Kind: Float}}, Vertices: rows, Rows: graph.Known(rows)}
	benchmark(b, table, rows, func(w *Writer) error {
		return w.Fill(func(first int, rows Batch) error {
			for i := range rows[0].Uint32s {
				v := uint32(first + i)
				rows[0].Uint32s[i] = v
				rows[1].Uint32s[i] = v%97 + 2
				rows[2].Uint64s[i] = uint64(v % 1001)
				rows[3].Floats[i] = float64(v%1001) / float64(v%97+2) / 1000
			}
			return nil
		})
	})
}

func benchmark(b *testing.B, table *Table, rows int, write func(w *Writer) error) {
	for _, name := range Forms() {
		if name == "npy" {
			continue // which needs a folder
		}
		b.Run(name, func(b *testing.B) {
			target, err := TargetOf("-", name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				w, err := target.Create(b.Context(), io.Discard, table, 2)
				if err != nil {
					b.Fatal(err)
				}
				if err := write(w); err != nil {
					b.Fatal(err)
				}
				if err := w.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}

// BenchmarkEncode formats triangles in order, as they come: on one thread.
func BenchmarkEncode(b *testing.B) {
	const rows = textRows
	table := &Table{Columns: []Column{{Name: "a", Kind: Vertex}, {Name: "b", Kind: Vertex}, {Name: "c", Kind: Vertex}}, Vertices: 1 << 18}
	c := &chunk{rows: rows, columns: make(Batch, 3)}
	random := rand.New(rand.NewPCG(1, 2))
	for row := range rows {
		for i, each := range []int{500, 7, 1} { // rows
			v := random.Uint32N(1 << 18)
			if row%each != 0 {
				v = c.columns[i].Uint32s[row-1]
			}
			c.columns[i].Uint32s = append(c.columns[i].Uint32s, v)
		}
	}
	e, err := newText(nil, table)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := e.encode(c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
