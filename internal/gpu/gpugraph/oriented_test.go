package gpugraph

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestEveryCallOfUploadFails sends lists there and back, in pieces.
func TestEveryCallOfUploadFails(t *testing.T) {
	sent := lists.NewOriented([]uint64{0, 0, 1, 3, 3, 6}, []uint32{0, 0, 1, 0, 2, 3})
	var got collected
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
		dev, err := driver.Open(0)
		if err != nil {
			return err
		}
		got = collected{piece: 2}
		there, err := Upload(context.Background(), dev, sent, Options{Order: true})
		if err == nil {
			err = cmp.Or(there.HandOver(context.Background(), dev, Options{Threads: 1, Piece: 2}, got.add), there.Close())
		}
		return cmp.Or(err, nothingLeft(dev), dev.Close())
	}, fakeDevice)
	driver := fakecuda.New(fakeDevice)
	dev, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	there, err := Upload(t.Context(), dev, sent, Options{})
	if err != nil || there.Order.Buffer() != nil {
		t.Fatalf("%v, or an order that nobody asked for", err)
	}
	got = collected{piece: 2}
	if err := errors.Join(there.HandOver(t.Context(), dev, Options{Threads: 3, Piece: 2}, got.add), there.Close(), dev.Close()); err != nil {
		t.Fatal(err)
	}
	want := [][]uint32{{}, {0}, {0, 1}, {}, {0, 2, 3}}
	if !slices.EqualFunc(got.lists, want, slices.Equal) || got.longer > 0 {
		t.Errorf("got %v back, %d pieces too long", got.lists, got.longer)
	}
}

// TestIndexOf has more rows than a thread takes at a time, some empty and some long.
func TestIndexOf(t *testing.T) {
	random := rand.New(rand.NewPCG(rand.Uint64(), 9))
	offsets := []uint64{0}
	for range 3<<16 + 5 {
		offsets = append(offsets, offsets[len(offsets)-1]+uint64(max(random.IntN(9)-4, 0)+random.IntN(2000)/1999*3000))
	}
	index, err := indexOf(t.Context(), offsets, 3)
	if err != nil || len(index) != indexLen(int(offsets[len(offsets)-1])) {
		t.Fatalf("an index of %d for %d entries, %v", len(index), offsets[len(offsets)-1], err)
	}
	for i, row := range index {
		if entry := uint64(i * IndexStep); entry < offsets[row] || offsets[row+1] <= entry {
			t.Fatalf("entry %d is in row %d by the index", entry, row)
		}
	}
}

func TestUpload(t *testing.T) {
	want, _ := graphtest.ListsOf(t, randomRecords(rand.New(rand.NewPCG(7, 8)), 3000), graph.OrderDegree)
	driver := fakecuda.New(fakeDevice)
	dev, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Upload(t.Context(), dev, want, Options{Order: true})
	if err != nil {
		t.Fatal(err)
	}
	offsets, neighbors := fetch(t, dev, got)
	if got.Rows != want.Rows() || got.Edges != want.Edges() || got.MaxOutDegree != want.MaxOutDegree() ||
		!slices.Equal(offsets, want.Offsets()) || !slices.Equal(neighbors, want.Neighbors()) {
		t.Errorf("%d rows, %d edges, rows of up to %d differ from what was uploaded", got.Rows, got.Edges, got.MaxOutDegree)
	}
	checkIndex(t, dev, got, offsets)
	if !slices.Equal(fetchOrder(t, dev, got), orderOf(want)) {
		t.Error("the vertices of the ranks differ from those that were uploaded")
	}
	if err := errors.Join(got.Close(), nothingLeft(dev), dev.Close()); err != nil {
		t.Error(err)
	}
	least := ListsBytes(want.Rows(), want.Edges())
	for _, limit := range []int64{least, least - 1} {
		if dev, err = driver.Open(limit); err != nil {
			t.Fatal(err)
		}
		got, err := Upload(t.Context(), dev, want, Options{})
		if fits := err == nil; fits != (limit == least) || !fits && !errors.Is(err, gpu.ErrOutOfMemory) {
			t.Errorf("with %d bytes, of which %d are needed: %v", limit, least, err)
		}
		if err == nil {
			err = got.Close()
			if err := errors.Join(err, nothingLeft(dev)); err != nil {
				t.Error(err)
			}
		}
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults %v", faults)
	}
}
