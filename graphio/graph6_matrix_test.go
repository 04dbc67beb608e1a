package graphio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// referenceAnswers returns a row for each line of a stream up to the first malformed one, and the
// number of that one, 0 where there is none.
func referenceAnswers(text string) (rows string, bad int) {
	text = strings.TrimPrefix(text, byteOrderMark)
	text = text[graph6Header([]byte(text)):]
	var all strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if text == "" {
			break
		}
		r := malformedAt(1)
		if !strings.HasPrefix(line, ">>") && !strings.HasPrefix(line, byteOrderMark) {
			r = referenceGraph6(line)
		}
		if r.badLine != 0 {
			return all.String(), i + 1
		}
		edges, cleaned := referenceCleaning(r)
		if r.n > graphstream.WideMost {
			cleaned = graph.Report{}
		}
		fmt.Fprintf(&all, "%d %d %v %+v\n", i+1, r.n, edges, cleaned)
	}
	return all.String(), 0
}

// referenceCleaning cleans edge by edge.
func referenceCleaning(r reading) (edges [][2]string, cleaned graph.Report) {
	arcs, seen := make(map[[2]string]bool), make(map[string]bool)
	cleaned.Records = uint64(len(r.edges))
	for _, e := range r.edges {
		switch {
		case e[0] == e[1]:
			cleaned.Loops++
			continue
		case arcs[e]:
			cleaned.Duplicates++
			continue
		case arcs[[2]string{e[1], e[0]}]:
			cleaned.Reciprocal++
		default:
			edges = append(edges, ends(e[0], e[1]))
			seen[e[0]], seen[e[1]] = true, true
		}
		arcs[e] = true
	}
	cleaned.Isolated = r.n - uint64(len(seen))
	cleaned.OneWay = uint64(len(edges)) - cleaned.Reciprocal
	return sortedEdges(edges), cleaned
}

// checkAnswers compares the answers for a stream with those for its lines, one by one.
func checkAnswers(t *testing.T, w way, text string) {
	t.Helper()
	want, bad := referenceAnswers(text)
	s, err := openWay(t, w, text, "a.g6", "graph6")
	if err != nil {
		if bad != 1 || inputError(t, err).Line != 1 {
			t.Fatalf("%+v: %v, want an error at line %d, in\n%q", w, err, bad, text)
		}
		return
	}
	defer closeAll(t, s)
	var got bytes.Buffer
	err = s.(graphstream.Source).Answer(t.Context(), w.workers, &got, func(_ int, index uint64, g *graphstream.Graph, row []byte) ([]byte, error) {
		edges, _, err := tryReadEdges(g.Source())
		return fmt.Appendf(row, "%d %d %v %+v\n", index, g.N, edges, g.Cleaned), err
	})
	switch {
	case got.String() != want:
		t.Fatalf("%+v: answers\n%s\nwant\n%s\nin\n%q", w, &got, want, text)
	case bad == 0 && err != nil, bad > 0 && inputError(t, err).Line != int64(bad):
		t.Fatalf("%+v: %v, want an error at line %d, in\n%q", w, err, bad, text)
	}
}

// graph6Text encodes cells by the rules of the format.
func graph6Text(mark string, n int, cells []byte) string {
	text := []byte(mark + string(rune(n+graph6Base)))
	if n > graph6Short {
		text = append([]byte(mark), graph6Most, byte(n>>12+graph6Base), byte(n>>6&63+graph6Base), byte(n&63+graph6Base))
	}
	for i, cell := range cells {
		if i%6 == 0 {
			text = append(text, graph6Base)
		}
		text[len(text)-1] += cell << (5 - i%6)
	}
	return string(text)
}

// TestGraph6Wide answers streams of graphs whose rows are several words, and some of one word,
// a few of whose characters are wrong.
func TestGraph6Wide(t *testing.T) {
	random := rand.New(rand.NewPCG(181, 182))
	for round := range graphtest.Fewer(60) {
		var text strings.Builder
		for range 1 + random.IntN(5) {
			n, mark := 55+random.IntN(90), []string{"", "", "", "&"}[random.IntN(4)]
			if round%20 == 0 {
				n = 255 + random.IntN(4)
			}
			cells := make([]byte, n*(n-1)/2)
			if mark != "" {
				cells = make([]byte, n*n)
			}
			share := []float64{0, .01, .5, 1}[random.IntN(4)]
			for i := range cells {
				if random.Float64() < share {
					cells[i] = 1
				}
			}
			line := []byte(graph6Text(mark, n, cells))
			if random.IntN(8) == 0 {
				at := 4 + random.IntN(len(line)-4)
				if random.IntN(2) == 0 {
					at = len(line) - 1
				}
				line[at] = byte(random.IntN(256))
			}
			text.Write(line)
			text.WriteByte('\n')
		}
		w := ways[random.IntN(len(ways))]
		checkAnswers(t, w, text.String())
	}
}

func FuzzGraph6Stream(f *testing.F) {
	for i, text := range []string{
		"", "?\n", "@\n", "Bw\nBw\nCl", ">>graph6<<DQc\nDQc\n", "\xef\xbb\xbfBw\n:Fa@x^\n&@_\n", ":@N\n:An\r\n\n", "DQc\n>>graph6<<DQc\n", "Bw\n;E\n",
		"Bw\n~?@@" + strings.Repeat("?", 346) + "\nBx\n", "~?@@" + strings.Repeat("?", 345) + "@A\n", "~?@A" + strings.Repeat("~", 357) + "_\n",
		":~?@?\n:~~~~~~~~\n", "&~?@@" + strings.Repeat("_", 704) + "\n", ":~?@@_QM~\n:~?B~_@??`A\n", "~~??????\n~~?????A_\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint16) {
		if len(text) > headSize || findCompression([]byte(text)) != nil {
			return
		}
		checkAnswers(t, fuzzWay(seed), text)
	})
}
