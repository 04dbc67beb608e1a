package gpugraph

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func TestUpload(t *testing.T) {
	clean, err := lists.Clean(t.Context(), randomRecords(rand.New(rand.NewPCG(7, 8)), 3000), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rank, err := clean.Rank(t.Context(), graph.OrderDegree, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := clean.Orient(t.Context(), rank, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	driver := fakecuda.New(fakeDevice)
	dev, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Upload(t.Context(), dev, want)
	if err != nil {
		t.Fatal(err)
	}
	offsets, neighbors := fetch(t, dev, got)
	if got.Rows != want.Rows() || got.Edges != want.Edges() || got.MaxOutDegree != want.MaxOutDegree() ||
		!slices.Equal(offsets, want.Offsets()) || !slices.Equal(neighbors, want.Neighbors()) {
		t.Errorf("%d rows, %d edges, rows of up to %d differ from what was uploaded", got.Rows, got.Edges, got.MaxOutDegree)
	}
	if err := errors.Join(got.Close(), nothingLeft(dev), dev.Close()); err != nil {
		t.Error(err)
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults %v", faults)
	}
}
