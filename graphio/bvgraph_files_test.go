package graphio

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// arcsOfText returns the pairs in a text.
func arcsOfText(t testing.TB, path string) []graph.WideEdge {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var arcs []graph.WideEdge
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		u, _ := strconv.ParseUint(fields[0], 10, 64)
		v, err := strconv.ParseUint(fields[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		arcs = append(arcs, graph.WideEdge{U: u, V: v})
	}
	return arcs
}

// What the writers of WebGraph wrote; see testdata/bvgraph/README.md.
func TestBVGraphFiles(t *testing.T) {
	folder := filepath.Join("testdata", "bvgraph")
	arcs := arcsOfText(t, filepath.Join(folder, "arcs.txt"))
	names, err := filepath.Glob(filepath.Join(folder, "*.graph"))
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		base := strings.TrimSuffix(name, ".graph")
		for _, given := range []string{name, base + ".properties"} {
			t.Run(filepath.Base(given), func(t *testing.T) {
				refusal := map[string]string{"java-golomb": "RESIDUALS_GOLOMB", "rust-pi": "RESIDUALS_PI2", "rust-little": "endianness big"}[filepath.Base(base)]
				src, err := Open(given, Options{})
				if refusal != "" {
					if !strings.Contains(inputError(t, err).Error(), refusal) {
						t.Error(err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer closeAll(t, src)
				want, vertices := arcs, 300
				switch filepath.Base(base) {
				case "java-empty":
					want, vertices = nil, 0
				case "java-arcless":
					want, vertices = nil, 9
				}
				s := src.(*bvSource)
				_, err = os.Stat(base + ".offsets")
				if hasOffsets := err == nil && !strings.HasSuffix(base, "java-gamma"); hasOffsets != (s.offsets != nil) {
					t.Errorf("offsets used: %t", s.offsets != nil)
				}
				for _, workers := range []int{1, 3} {
					s.block, s.starts = int64(1000*workers), nil
					got, summary := rawEdges(t, src, workers)
					if !slices.Equal(got, want) || summary.Vertices != graph.Known(vertices) || summary.Records != uint64(len(want)) {
						t.Errorf("%d workers: %d arcs, want %d; %+v", workers, len(got), len(want), summary)
					}
				}
				if info := src.Info(); info.Format != "bvgraph" || !info.Directed || info.Records != graph.Known(len(want)) {
					t.Errorf("%+v", info)
				}
			})
		}
	}
}
