package near

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// open writes a file and opens it.
func open(t *testing.T, name, text string) graph.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := graphio.Open(path, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return src
}

// shapes are texts of random records, by the names of their files.
func shapes(random *rand.Rand) map[string]string {
	lines := func(line func(u, v int) string) string {
		var text strings.Builder
		for range 3000 {
			u, v := random.IntN(300), random.IntN(1+random.IntN(300)) // some have many neighbours, and there are loops
			text.WriteString(line(u, v))
		}
		return text.String()
	}
	pajek := "*Vertices 310\n1 \"first\"\n2 \"second\"\n*Edges\n" + lines(func(u, v int) string { return fmt.Sprintln(u+1, v+1) })
	return map[string]string{
		"dense.txt":  lines(func(u, v int) string { return fmt.Sprintln(u, v) }),
		"sparse.txt": lines(func(u, v int) string { return fmt.Sprintln(u*10_000_019, v*10_000_019) }),
		"wide.txt":   lines(func(u, v int) string { return fmt.Sprintln(uint64(u)<<50, uint64(v)<<50) }),
		"names.txt":  lines(func(u, v int) string { return fmt.Sprintf("v%d v%d\n", u, v) }),
		"from1.mtx":  "%%MatrixMarket matrix coordinate pattern general\n310 310 3000\n" + lines(func(u, v int) string { return fmt.Sprintln(u+1, v+1) }),
		"names.net":  pajek,
	}
}

// TestAroundVertices holds what is found around a few vertices against the whole graph.
func TestAroundVertices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, text := range shapes(random) {
		src := open(t, name, text)
		all, _, err := loading.Graph(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, few := range []int{1, 2, 5, 50} {
			var chosen []uint32
			var labels []string
			for range few {
				v := random.Uint32N(uint32(all.Vertices()))
				chosen = append(chosen, v)
				labels = append(labels, all.Labels().Label(v))
			}
			slices.Sort(chosen)
			chosen = slices.Compact(chosen)
			g, err := Read(t.Context(), src, labels, graph.Options{Threads: 2})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(g.Chosen) != len(chosen) || g.Records != 3000 {
				t.Fatalf("%s: %d of %d vertices, %d records", name, len(g.Chosen), len(chosen), g.Records)
			}
			for i, v := range chosen {
				near := g.Chosen[i]
				want, err := cpucount.Through(t.Context(), all, v, cpucount.Params{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := cpucount.Through(t.Context(), g.Graph, near, cpucount.Params{})
				if err != nil || got != want || g.Degree(near) != all.Degree(v) || g.Labels().Label(near) != all.Labels().Label(v) {
					t.Errorf("%s: vertex %s of %d neighbours: %d triangles, %v; want vertex %s of %d: %d", name,
						g.Labels().Label(near), g.Degree(near), got, err, all.Labels().Label(v), all.Degree(v), want)
				}
			}
		}
		for _, label := range []string{"nobody", "999999999999", "-1", ""} {
			var missing *MissingError
			if _, err := Read(t.Context(), src, []string{all.Labels().Label(0), label}, graph.Options{}); !errors.As(err, &missing) || missing.Label != label {
				t.Errorf("%s: %q: %v", name, label, err)
			}
		}
		if _, err := Read(t.Context(), src, []string{all.Labels().Label(0)}, graph.Options{Threads: 2, Memory: 1}); !errors.Is(err, ErrMany) {
			t.Errorf("%s: in one byte: %v", name, err)
		}
	}
}

// TestSet holds a set against a sorted list, for ids that are dense and for others.
func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		most := uint64(1) << (1 + random.IntN(64) - 1)
		var ids []uint64
		for range random.IntN(1 + random.IntN(1000)) {
			ids = append(ids, random.Uint64()%most)
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		s := newSet(ids)
		for i := range 300 {
			id := random.Uint64() % most
			if i < len(ids) {
				id = ids[i]
			}
			at, has := slices.BinarySearch(ids, id)
			if place, ok := s.place(id); ok != has || s.has(id) != has || has && int(place) != at {
				t.Fatalf("%d below %d: %d at %d, %t; want %d, %t", len(ids), most, id, place, ok, at, has)
			}
		}
	}
}
