package colours

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// pairsOf are the edges of a batch, which come in their order.
func pairsOf(b graph.Batch) (all [][2]uint64) {
	for _, e := range b.Edges {
		all = append(all, [2]uint64{uint64(e.U), uint64(e.V)})
	}
	for _, e := range b.Wide {
		all = append(all, [2]uint64{e.U, e.V})
	}
	return all
}

// TestMerge holds files that are merged beside all of them sorted, for edges and for vertices.
func TestMerge(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 24))
	order := func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	for round := range graphtest.Fewer(60) {
		files, count := new(objectfs.Memory), random.IntN(9)
		most := []uint64{30, 1 << 20, 1 << 40}[round%3] // many duplicates, few, and wide ids
		loops := round%2 == 1
		var parts []File
		var want [][2]uint64
		for i := range count {
			var pairs [][2]uint64
			for range random.IntN(3 * chunkEdges) {
				u := random.Uint64N(most)
				v := u
				if !loops {
					if u == 0 {
						continue
					}
					v = random.Uint64N(u)
				}
				if random.IntN(3) > 0 {
					u, v = u%97, min(v, u%97)
					if !loops && u == v {
						continue
					}
					if loops {
						v = u
					}
				}
				pairs = append(pairs, [2]uint64{u, v})
			}
			slices.SortFunc(pairs, order)
			pairs = slices.Compact(pairs)
			e := &edges{}
			for _, p := range pairs {
				if pairs[len(pairs)-1][0]>>32 > 0 {
					e.wide = append(e.wide, p)
				} else {
					e.narrow = append(e.narrow, p[0]<<32|p[1])
				}
			}
			f := File{Cell: Cell{1, 1}, Name: fmt.Sprint(i, Suffix), Loops: loops}
			if err := f.write(t.Context(), files, 3, e); err != nil {
				t.Fatal(err)
			}
			parts, want = append(parts, f), append(want, pairs...)
		}
		slices.SortFunc(want, order)
		want = slices.Compact(want)
		var got [][2]uint64
		err := Merge(t.Context(), files, 3, parts, func(b graph.Batch) error {
			got = append(got, pairsOf(b)...)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("round %d: %d files with %d edges are merged to %d, %v", round, count, len(want), len(got), err)
		}
		stop := errors.New("enough")
		if err := Merge(t.Context(), files, 3, parts, func(graph.Batch) error { return stop }); len(want) > 0 && err != stop {
			t.Fatal("what emit says is lost:", err)
		}
		if !loops {
			continue
		}
		f, err := MergeVertices(t.Context(), files, parts, files, "all"+Suffix, 1, 3)
		if err != nil || f.Edges != uint64(len(want)) || f.Check(3) != nil {
			t.Fatal(f, err)
		}
		ids, err := ReadVertices(t.Context(), files, 3, f, nil)
		for i, id := range ids {
			if id != want[i][0] {
				t.Fatal("other vertices")
			}
		}
		if err != nil || len(ids) != len(want) {
			t.Fatal(len(ids), len(want), err)
		}
	}
}

// TestMergeDamaged has a file that is not what was written.
func TestMergeDamaged(t *testing.T) {
	files := new(objectfs.Memory)
	var parts []File
	for i := range 3 {
		f := File{Cell: Cell{0, 1}, Name: fmt.Sprint(i, Suffix)}
		if err := f.write(t.Context(), files, 3, &edges{narrow: []uint64{uint64(5+i)<<32 | 2, 9<<32 | 3}}); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, f)
	}
	for i := range parts {
		bad := slices.Clone(parts)
		bad[i].Sum++
		err := Merge(t.Context(), files, 3, bad, func(graph.Batch) error { return nil })
		if block := (*partition.BlockError)(nil); !errors.As(err, &block) || block.File != parts[i].Name {
			t.Errorf("file %d: %v", i, err)
		}
	}
}
