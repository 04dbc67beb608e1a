package graphio

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestCorpusVariations has every writer write random graphs, and changes the
// files as they change on their way: another name, other ends of lines, a
// comment on top. They are still read rightly or refused.
func TestCorpusVariations(t *testing.T) {
	var all row
	for _, writer := range corpusWriters() {
		hash := fnv.New64() // another writer changes nothing for this one
		hash.Write([]byte(writer.name))
		for seed := range uint64(2) {
			random := rand.New(rand.NewPCG(hash.Sum64(), seed))
			g := randomCorpusGraph(random)
			if writer.cannotTell != "" || writer.graphs != nil && !writer.graphs(g) {
				continue
			}
			var text corpusText
			writer.write(&text, g)
			name, changed := writer.file, text.String()
			var how []string
			for _, i := range slices.Sorted(slices.Values(random.Perm(len(variations))[:1+random.IntN(2)])) {
				name, changed = variations[i].change(random, name, changed)
				how = append(how, variations[i].name)
			}
			all.files++
			edges, err := readCorpusFile(t, name, changed)
			var refusal *graph.InputError
			switch {
			case errors.As(err, &refusal) && refusal.Error() != "":
				all.refused++
			case err != nil:
				t.Errorf("%s, %v: %v (%[3]T), in %s\n%s", writer.name, how, err, name, changed)
			case writer.isRight(g, edges):
				all.right++
			default:
				all.wrong++
				if !slices.Contains(variedReadWrongly, writer.name) {
					t.Errorf("%s, %v: read %v, in %s\n%s", writer.name, how, edges, name, changed)
				}
			}
		}
	}
	t.Logf("%d files: %d right, %d refused, %d wrong", all.files, all.right, all.refused, all.wrong)
}

// variedReadWrongly are writers whose files are read wrongly only when they
// were changed or are of random graphs.
var variedReadWrongly = []string{
	"N-Triples",
	"DIMACS colouring with degrees",
	"DIMACS maximum flow",
	"old Mac line ends",
}

// variations change a file and no edge. They are done in this order.
var variations = []struct {
	name   string
	change func(random *rand.Rand, name, text string) (string, string)
}{
	{"as it is", func(_ *rand.Rand, name, text string) (string, string) { return name, text }},
	{"another suffix", func(random *rand.Rand, name, text string) (string, string) {
		suffixes := []string{"", ".txt", ".csv", ".tsv", ".dat", ".data", ".edges", ".el", ".graph", ".net", ".out"}
		return "g" + suffixes[random.IntN(len(suffixes))], text
	}},
	{"line ends of Windows", func(_ *rand.Rand, name, text string) (string, string) {
		return name, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}},
	{"no line's end at the end", func(_ *rand.Rand, name, text string) (string, string) {
		return name, strings.TrimRight(text, "\r\n")
	}},
	{"empty lines at the end", func(_ *rand.Rand, name, text string) (string, string) { return name, text + "\n\n" }},
	{"a comment with a hash", func(_ *rand.Rand, name, text string) (string, string) {
		return name, "# from the web, 2026-05-05\n" + strings.TrimPrefix(text, byteOrderMark)
	}},
	{"a comment with a percent sign", func(_ *rand.Rand, name, text string) (string, string) {
		return name, "% 12 34 from the web\n" + strings.TrimPrefix(text, byteOrderMark)
	}},
	{"an empty line on top", func(_ *rand.Rand, name, text string) (string, string) {
		return name, "\n" + strings.TrimPrefix(text, byteOrderMark)
	}},
	{"a byte-order mark", func(_ *rand.Rand, name, text string) (string, string) {
		return name, byteOrderMark + strings.TrimPrefix(text, byteOrderMark)
	}},
}

// randomCorpusGraph returns a graph of 2 to 13 vertices with names of one kind.
func randomCorpusGraph(random *rand.Rand) *corpusGraph {
	n := 2 + random.IntN(12)
	g := &corpusGraph{title: "random", directed: random.IntN(5) == 0, weighted: random.IntN(3) == 0}
	first, last := random.IntN(1000), 0
	kind := random.IntN(5)
	for v := range n {
		last += 1 + random.IntN(100_000)
		g.names = append(g.names, [...]string{
			fmt.Sprint(v), fmt.Sprint(v + 1), fmt.Sprint(first + v), fmt.Sprint(last), fmt.Sprintf("%c%dx", 'a'+random.IntN(26), v),
		}[kind])
	}
	density := 0.1 + 0.8*random.Float64()
	for u := range n {
		for v := range n {
			if u == v || !g.directed && v < u || random.Float64() >= density {
				continue
			}
			e := corpusEdge{u, v, 1}
			if g.weighted {
				e.weight = float64(1+random.IntN(80)) / 8
			}
			g.edges = append(g.edges, e)
		}
	}
	if len(g.edges) == 0 {
		g.edges = []corpusEdge{{0, 1, 1}}
	}
	return g
}

// endColumns are names that say that a column has the ends of edges.
var endColumns = [][2]string{
	{"source", "target"}, {"Source", "Target"}, {"SOURCE", "TARGET"}, {"src", "dst"}, {"Src", "Dst"}, {"src", "dest"},
	{"from", "to"}, {"From", "To"}, {"FROM", "TO"}, {"u", "v"}, {"i", "j"}, {"FromNodeId", "ToNodeId"}, {"from_id", "to_id"},
	{"source_id", "target_id"}, {"sourceId", "targetId"}, {"start", "end"}, {"node1", "node2"}, {"node_1", "node_2"}, {"id_1", "id_2"},
}

// TestCorpusColumns holds that a header with well-known names decides, whatever
// other columns there are, in any order.
func TestCorpusColumns(t *testing.T) {
	others := []string{"weight", "time", "created_at", "kind", "count", "edge_id"}
	wrong, refused := 0, 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(11, seed))
		g := randomCorpusGraph(random)
		names := endColumns[random.IntN(len(endColumns))]
		columns := []string{"source", "target"}
		random.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		for _, other := range others[:random.IntN(4)] {
			columns = slices.Insert(columns, random.IntN(len(columns)+1), other)
		}
		form := table{
			header:    strings.Join(columns, ","),
			separator: [...]string{",", ",", "\t", ";"}[random.IntN(4)],
			index:     random.IntN(4) == 0,
			quote:     [...]quoting{quoteNeeded, quoteAll, quoteText}[random.IntN(3)],
		}
		var text corpusText
		form.write(&text, g)
		header, rows, _ := strings.Cut(text.String(), "\n")
		header = strings.Replace(strings.Replace(header, "source", names[0], 1), "target", names[1], 1)
		file := header + "\n" + rows
		edges, err := readCorpusFile(t, "g"+[...]string{".csv", ".tsv", ".txt", ""}[random.IntN(4)], file)
		var refusal *graph.InputError
		writer := corpusWriter{}
		switch {
		case errors.As(err, &refusal) && refusal.Error() != "":
			refused++
			t.Errorf("seed %d: %v, in\n%s", seed, err, file)
		case err != nil:
			t.Errorf("seed %d: %v, in\n%s", seed, err, file)
		case !writer.isRight(g, edges):
			wrong++
			t.Errorf("seed %d: read %v, in\n%s", seed, edges, file)
		}
	}
	t.Logf("400 tables, %d refused, %d wrong", refused, wrong)
}
