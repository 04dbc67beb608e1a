package triads

import (
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/realdata"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// Real graphs, as igraph 1.0 counts their triads.
func TestCensusAsIgraph(t *testing.T) {
	folder := realdata.Folder(t)
	for name, want := range map[string][classes]int64{
		"wiki-Vote":     {59302615490, 669765316, 19688797, 5796637, 3232664, 2746838, 357461, 558525, 462715, 6795, 28288, 45559, 58259, 17667, 15275, 2119},
		"email-Eu-core": {153640073, 6345756, 7716387, 81896, 38347, 58745, 145903, 262008, 5639, 419, 279934, 6984, 11123, 7455, 39656, 34185},
		"cit-HepPh":     {6856239312590, 14467358240, 22649720, 5063671, 12146139, 5224282, 15830, 18228, 1265624, 65, 112, 5396, 5342, 232, 191, 18},
	} {
		src, err := graphio.Open(filepath.Join(folder, "snap", name+".txt.gz"), graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		d, err := ties.ReadDirected(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := Of(t.Context(), d, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkCounts(t, c, want)
	}
}
