package gpugraph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// circulant is a source in which each of n vertices stands with the next
// `chords` ones around a circle.
type circulant struct{ n, chords int }

func (c circulant) Info() graph.Info {
	return graph.Info{Name: "circulant", Vertices: graph.Known(c.n), Records: graph.Known(int64(c.n) * int64(c.chords)), Rereadable: true}
}

func (c circulant) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	err := par.Chunks(ctx, workers, c.n, 1<<13, func(worker, begin, end int) error {
		batch := make([]graph.Edge, 0, c.chords*(end-begin))
		for v := begin; v < end; v++ {
			for k := 1; k <= c.chords; k++ {
				batch = append(batch, graph.Edge{U: uint32(v), V: uint32((v + k) % c.n)})
			}
		}
		return emit(worker, graph.Batch{Edges: batch})
	})
	return graph.Summary{Records: uint64(c.n) * uint64(c.chords), Vertices: graph.Known(c.n)}, err
}

func (c circulant) Close() error { return nil }

// appendRow appends the smaller neighbours of v, ascending.
func (c circulant) appendRow(row []uint32, v int) []uint32 {
	for u := 0; u <= v+c.chords-c.n; u++ {
		row = append(row, uint32(u))
	}
	for u := max(v-c.chords, 0); u < v; u++ {
		row = append(row, uint32(u))
	}
	return row
}

// TestPositionsOf64BitsOnDevice has more than 2^31 edges, and checks every one.
func TestPositionsOf64BitsOnDevice(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	dev := gputest.Open(t, 0)
	src := circulant{n: 1 << 26, chords: 34}
	m := uint64(src.Info().Records.Get())
	need := Bytes(m, src.n)
	if free, err := dev.FreeMemory(); err != nil || free < need {
		t.Skipf("needs %d bytes on the GPU, of which %d are free: %v", need, free, err)
	}
	c, err := Ingest(t.Context(), dev, src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (graph.Report{Records: m, OneWay: m}); c.Report() != want || c.Facts().Edges != m || c.Facts().MaxDegree() != uint32(2*src.chords) {
		t.Errorf("report %+v, %d edges, degrees up to %d", c.Report(), c.Facts().Edges, c.Facts().MaxDegree())
	}
	o, err := c.Orient(t.Context(), graph.OrderDegree) // all the same
	if err != nil {
		t.Fatal(err)
	}
	stream, err := dev.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	offsets := make([]uint64, o.Rows+1)
	if err := gpu.Read(stream, offsets, o.Offsets); err != nil {
		t.Fatal(err)
	}
	const rows = 1 << 21 // fetched at once
	row, at := []uint32{}, uint64(0)
	for begin := 0; begin < o.Rows; begin += rows {
		first := offsets[begin]
		lists := make([]uint32, offsets[min(begin+rows, o.Rows)]-first)
		if err := gpu.Read(stream, lists, o.Neighbors.Slice(int(first), int(first)+len(lists))); err != nil {
			t.Fatal(err)
		}
		for v := begin; v < min(begin+rows, o.Rows); v++ {
			row = src.appendRow(row[:0], v)
			if offsets[v] != at || !slices.Equal(lists[offsets[v]-first:offsets[v+1]-first], row) {
				t.Fatalf("row %d differs", v)
			}
			at += uint64(len(row))
		}
	}
	if at != m {
		t.Errorf("%d edges in the rows", at)
	}
	if err := errors.Join(o.Close(), c.Close()); err != nil {
		t.Error(err)
	}
}

// TestPartOf64BitsOnDevice makes one part of more than 2^32 records, and checks
// every edge of it.
func TestPartOf64BitsOnDevice(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	dev := gputest.Open(t, 0)
	src := circulant{n: 1 << 26, chords: 66}
	m := uint64(src.Info().Records.Get())
	need := PartsBytes(src.n) + partBytes(int(m)+kernels.TileKeys)
	if free, err := dev.FreeMemory(); err != nil || free-free/16 < need {
		t.Skipf("needs %d bytes on the GPU, of which %d are free: %v", need, free, err)
	}
	p, err := OpenParts(t.Context(), dev, src, Options{Piece: 1 << 26})
	if err != nil {
		t.Fatal(err)
	}
	row, next := []uint32{}, 0
	err = p.Build(t.Context(), func(first uint32, lengths, neighbors []uint32) error {
		for _, n := range lengths { // all have as many records: ranks are ids
			row = src.appendRow(row[:0], next)
			if !slices.Equal(neighbors[:n], row) {
				return fmt.Errorf("row %d differs", next)
			}
			neighbors = neighbors[n:]
			next++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (graph.Report{Records: m, OneWay: m}); p.Report() != want || p.Facts().Edges != m || p.Readings() != 2 || next != src.n {
		t.Errorf("report %+v, %d edges, %d readings, %d rows", p.Report(), p.Facts().Edges, p.Readings(), next)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
