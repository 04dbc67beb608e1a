package graphio

import (
	"context"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func TestCounted(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 edges", 1: "1 edge", 999: "999 edges", 1000: "1,000 edges", 12345678: "12,345,678 edges", 1<<64 - 1: "18,446,744,073,709,551,615 edges",
	} {
		if got := counted(n, "edge", "edges"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// What a header declares is compared with what is there in the same terms.
func TestHeadersThatAreWrong(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"metis", "3 5300\n2\n1 3\n2\n", "-:1: expected 10,600 neighbours below, two for each edge that the header declares, found 4"},
		{"metis", "4 2\n2\n1 3\n2\n", "-:1: expected 4 lines below, one for each vertex that the header declares, found 3"},
		{"matrixmarket", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 5\n2 1\n", "-:2: expected 5 entries below, as the header declares, found 1"},
		{"dimacs", "p edge 3 3\ne 1 2\n", "-:1: expected 3 edges below, as the header declares, found 1"},
	} {
		src, err := OpenReader(strings.NewReader(c.text), "-", Options{Format: c.format})
		if err == nil {
			_, err = lists.Graph(context.Background(), src, graph.Options{})
			src.Close()
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.format, err, c.want)
		}
	}
}
