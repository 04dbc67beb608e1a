package bench

import (
	"math"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

// The sizes that the table prints are those of the data sets, in M of 2^20 and K of
// 2^10, rounded or cut off.
func TestTCBWTable(t *testing.T) {
	for _, p := range tcbwTable {
		g := p.graph()
		asPrinted(t, p.name+": nodes", p.nodes, g.Vertices)
		asPrinted(t, p.name+": triangles", p.triangles, g.Triangles)
		if p.name == "twitter-cb" {
			const arcs = 1_768_149 // of the data set
			asPrinted(t, p.name+": arcs", p.edges, arcs)
			continue
		}
		asPrinted(t, p.name+": edges", p.edges, g.Edges)
	}
}

// asPrinted holds a number against how the table prints it, such as "65.57K".
func asPrinted(t *testing.T, what, text string, n uint64) {
	t.Helper()
	unit := map[byte]float64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}[text[len(text)-1]]
	value, err := strconv.ParseFloat(text[:len(text)-1], 64)
	if err != nil {
		t.Fatal(err)
	}
	// 3.6M has one digit, and stands for 3.60.
	if off := math.Abs(float64(n)/unit - value); off > 0.01 && off/value > 0.02 {
		t.Errorf("%s: %s is printed for %d, which is %.3f of it", what, text, n, float64(n)/unit)
	}
}

func TestTCBWFiles(t *testing.T) {
	t.Setenv("TRICYCLE_DATA", "")
	files, err := tcbwFiles([]string{"a/com-lj.ungraph.txt.gz", "TWITTER_combined.txt", "b/com-orkut"})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range tcbwTable {
		want := map[string]string{"com-lj": "a/com-lj.ungraph.txt.gz", "twitter-cb": "TWITTER_combined.txt", "com-orkut": "b/com-orkut"}[p.name]
		if files[i] != want {
			t.Errorf("%s is read from %q, want %q", p.name, files[i], want)
		}
	}
}

// What the paper says of its own speed-ups is in its table.
func TestTCBWFaster(t *testing.T) {
	least, most := math.Inf(1), 0.0
	for _, p := range tcbwTable {
		f := p.faster()
		if f.tricore > 1.2 { // "nearly 1.3 to 21.3", where it is not slower
			least, most = min(least, f.tricore), max(most, f.tricore)
		}
	}
	if readable.Short(least) != "1.28" || readable.Short(most) != "21.2" {
		t.Errorf("%v to %v times faster than TriCore", least, most)
	}
}
