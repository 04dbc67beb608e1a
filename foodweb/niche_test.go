package foodweb

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

// open reads a food web from text.
func open(t *testing.T, name, text string, opt graph.Options) (*Web, error) {
	t.Helper()
	src, err := graphio.OpenReader(strings.NewReader(text), name, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	return Read(t.Context(), src, opt)
}

// niche returns the labels of each pair of rivals, sorted.
func niche(t *testing.T, w *Web) []string {
	t.Helper()
	g, err := w.NicheOverlap(t.Context(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Validate(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != w.Compartments() {
		t.Fatalf("%d vertices, %d compartments", g.Vertices(), w.Compartments())
	}
	pairs := []string{}
	for v := range uint32(g.Vertices()) {
		for _, u := range g.Neighbors(v) {
			if u < v {
				pairs = append(pairs, pair(g.Labels().Label(u), g.Labels().Label(v)))
			}
		}
	}
	slices.Sort(pairs)
	return pairs
}

func pair(a, b string) string { return min(a, b) + "-" + max(a, b) }

// writeWeb writes a web as a project with a partition, and as an edge list of the
// arcs between living compartments.
func writeWeb(classes []int, arcs [][2]int) (project, edgeList string) {
	var partition, network, list strings.Builder
	fmt.Fprintf(&partition, "*Partition types\n*Vertices %d\n", len(classes))
	for _, class := range classes {
		fmt.Fprintln(&partition, class)
	}
	fmt.Fprintf(&network, "*Network web\n*Vertices %d\n", len(classes))
	for v := range classes {
		fmt.Fprintf(&network, "%d \"v%d\"\n", v+1, v+1)
	}
	network.WriteString("*Arcs\n")
	for _, a := range arcs {
		fmt.Fprintf(&network, "%d %d 0.5\n", a[0], a[1])
		if classes[a[0]-1] == living && classes[a[1]-1] == living {
			fmt.Fprintf(&list, "v%d v%d\n", a[0], a[1])
		}
	}
	return partition.String() + network.String(), list.String()
}

// The definition, pair by pair.
func TestNicheOverlapIsSharingAPrey(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(12)
		classes := make([]int, n)
		for i := range classes {
			classes[i] = 1 + rng.IntN(3)/2*rng.IntN(5)
		}
		eats := map[[2]int]bool{} // predator, prey
		var arcs [][2]int
		for range rng.IntN(3 * n) {
			prey, predator := 1+rng.IntN(n), 1+rng.IntN(n)
			arcs = append(arcs, [2]int{prey, predator})
			eats[[2]int{predator, prey}] = classes[prey-1] == living && classes[predator-1] == living
		}
		want := []string{}
		for b := 1; b <= n; b++ {
			for a := 1; a < b; a++ {
				for prey := 1; prey <= n; prey++ {
					if eats[[2]int{a, prey}] && eats[[2]int{b, prey}] {
						want = append(want, pair(fmt.Sprintf("v%d", a), fmt.Sprintf("v%d", b)))
						break
					}
				}
			}
		}
		slices.Sort(want)
		project, list := writeWeb(classes, arcs)
		for name, text := range map[string]string{"web.paj": project, "web.txt": list} {
			if text == "" {
				continue
			}
			w, err := open(t, name, text, graph.Options{Threads: 1 + rng.IntN(3)})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if got := niche(t, w); !slices.Equal(got, want) {
				t.Errorf("seed %d: %s:\n%s\ngot  %v\nwant %v", seed, name, text, got, want)
			}
		}
	}
}

func TestCannibalsShareWithThoseWhoEatThem(t *testing.T) {
	w, err := open(t, "web.txt", "pike pike\npike heron\nroach pike\n", graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := niche(t, w); !slices.Equal(got, []string{"heron-pike"}) {
		t.Errorf("got %v", got)
	}
}

// Ids of 64 bits with gaps.
func TestSparseIDs(t *testing.T) {
	w, err := open(t, "web.txt", "18446744073709551615 7\n18446744073709551615 5000000000\n9 9\n", graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := niche(t, w); w.Compartments() != 4 || w.Living() != 4 || w.Arcs() != 3 || !slices.Equal(got, []string{"5000000000-7"}) {
		t.Errorf("%d compartments, %d arcs, %v", w.Compartments(), w.Arcs(), got)
	}
}

func TestRefused(t *testing.T) {
	partition := "*Partition p\n*Vertices %d\n1\n1\n"
	network := "*Network n\n*Vertices 2\n*Arcs\n1 2\n"
	for name, c := range map[string]struct{ file, text, found string }{
		"edges":          {"w.net", "*Vertices 2\n*Edges\n1 2\n", "edges without a direction"},
		"mixed":          {"w.net", "*Vertices 2\n*Edges\n1 2\n*Arcs\n1 2\n", "edges without a direction beside them"},
		"symmetric":      {"w.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", "edges without a direction"},
		"two partitions": {"w.paj", fmt.Sprintf(partition+partition, 2, 2) + network, "2 partitions"},
		"short":          {"w.paj", strings.Replace(fmt.Sprintf(partition, 1), "1\n1\n", "1\n", 1) + network, "one of 1"},
	} {
		_, err := open(t, c.file, c.text, graph.Options{})
		var input *graph.InputError
		if !errors.As(err, &input) || input.Found != c.found {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMemory(t *testing.T) {
	// One prey of 1000 predators: half a million pairs.
	var text strings.Builder
	for v := range 1000 {
		fmt.Fprintf(&text, "0 %d\n", v+1)
	}
	var refused *graph.MemoryError
	if _, err := open(t, "w.txt", text.String(), graph.Options{Memory: 1000}); !errors.As(err, &refused) {
		t.Errorf("read in 1000 bytes: %v", err)
	}
	w, err := open(t, "w.txt", text.String(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.NicheOverlap(t.Context(), graph.Options{Memory: 1 << 20}); !errors.As(err, &refused) || refused.Need < 4_000_000 {
		t.Errorf("a graph of 4 MB in 1 MiB: %v", err)
	}
	g, err := w.NicheOverlap(t.Context(), graph.Options{Memory: refused.Need})
	if err != nil || g.Edges() != 499_500 {
		t.Errorf("%d edges, %v", g.Edges(), err)
	}
}

func TestCancel(t *testing.T) {
	w, err := open(t, "w.txt", "1 2\n1 3\n", graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.NicheOverlap(ctx, graph.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
