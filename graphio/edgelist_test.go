package graphio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// ids returns edges from pairs of labels.
func ids(labels ...string) (edges [][2]string) {
	for i := 0; i < len(labels); i += 2 {
		edges = append(edges, [2]string{labels[i], labels[i+1]})
	}
	return edges
}

func TestEdgeListRules(t *testing.T) {
	triangle := ids("0", "1", "1", "2", "2", "0")
	for _, c := range []struct {
		name, text string
		want       reading
	}{
		{"blanks", "0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"tabs", "0\t1\n1\t2\n2\t0\n", reading{edges: triangle}},
		{"commas", "0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"commas and blanks", "0, 1\n1 ,2\n2 , 0\n", reading{edges: triangle}},
		{"padded", "  0   1 \n\t1 \t2\t\n 2 0\n", reading{edges: triangle}},
		{"no last line feed", "0 1\n1 2\n2 0", reading{edges: triangle}},
		{"CR LF", "0 1\r\n1 2\r\n\r\n2 0\r\n", reading{edges: triangle}},
		{"CR LF, no last line end", "0 1\r\n1 2\r\n2 0\r", reading{edges: triangle}},
		{"byte-order mark", "\ufeff0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"comments", "# a\n0 1\n% b\n1 2\n\n  # c\n2 0\n#", reading{edges: triangle}},
		{"weights", "0 1 0.5\n1 2 -3\n2 0 1e-9\n", reading{edges: triangle}},
		{"uneven columns", "0\t1\tx\n1\t2\n2\t0\ta b\tc,d\n", reading{edges: triangle}},
		{"leading zeros", "00000000000000000000 01\n1 002\n2 0\n", reading{edges: triangle}},
		{"loops and duplicates", "1 1\n1 2\n2 1\n1 2\n", reading{edges: ids("1", "1", "1", "2", "2", "1", "1", "2")}},
		{"long ids", "12345678 123456789\n4294967295 4294967296\n18446744073709551615 1\n",
			reading{edges: ids("12345678", "123456789", "4294967295", "4294967296", "18446744073709551615", "1")}},
		{"nothing but comments", "# Nodes: 0\n", reading{}},

		{"header row", "id_1,id_2\n0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"header row in quotes", "\"a\",\"b\"\n0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"header row with blanks", "FromNodeId ToNodeId\n0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"header row alone", "source,target\n", reading{}},
		{"header row of labels", "source,target\na,b\n", reading{edges: ids("a", "b"), names: []string{"a", "b"}}},
		{"index column", ",source,target\n0,1,2\n", malformedAt(1)},

		{"vertex count", "3\n0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"vertex count, from 1", "3\n1 2\n2 3\n", reading{edges: ids("1", "2", "2", "3")}},
		{"vertex count too small", "2\n0 1\n1 2\n", malformedAt(1)},
		{"vertex count too small by one", "2\n0 1\n1 0\n0 2\n", malformedAt(1)},
		{"vertex count alone", "3\n", malformedAt(1)},
		{"vertex count of labels", "2\na b\n", reading{edges: ids("a", "b"), names: []string{"a", "b"}}},
		{"vertex count of too many labels", "2\na b\na c\n", malformedAt(1)},
		{"later line of one field", "3\n0 1\n2\n", malformedAt(3)},
		{"n m", "3 4\n0 1\n1 2\n2 0\n0 2\n", reading{edges: append(ids("0", "2"), triangle...)}},
		{"n m with weights", "5 2\n1 2 7\n2 5 7\n", reading{edges: ids("1", "2", "2", "5")}},
		{"n m is an edge: another count", "3 5\n0 1\n1 2\n2 0\n0 2\n", reading{edges: append(ids("3", "5", "0", "2"), triangle...)}},
		{"n m is an edge: larger ids", "2 4\n0 1\n1 2\n2 0\n0 2\n", reading{edges: append(ids("2", "4", "0", "2"), triangle...)}},
		{"n m is an edge: alone", "5 0\n", reading{edges: ids("5", "0")}},
		{"n m is a wide edge", "5000000000 0\n0 1\n", reading{edges: ids("5000000000", "0", "0", "1")}},
		{"n n nnz", "3 3 3\n0 1 1\n1 2 1\n2 0 1\n", reading{edges: triangle}},
		{"n n nnz is an edge", "3 3 4\n0 1 1\n1 2 1\n2 0 1\n", reading{edges: append(ids("3", "3"), triangle...)}},

		{"labels", "a b\nc a\n", reading{edges: ids("a", "b", "c", "a"), names: []string{"a", "b", "c"}}},
		{"labels, one numeric", "1 b\n1 01\n", reading{edges: ids("1", "b", "1", "01"), names: []string{"1", "b", "01"}}},
		{"labels and attributes", "RDD SFO {}\nEUG SLC {'a': 1, 'b': 2}\n",
			reading{edges: ids("RDD", "SFO", "EUG", "SLC"), names: []string{"RDD", "SFO", "EUG", "SLC"}}},
		{"labels with spaces and tabs", "New York\tBoston\nBoston\tLa Paz\textra\n",
			reading{edges: ids("New York", "Boston", "Boston", "La Paz"), names: []string{"New York", "Boston", "La Paz"}}},
		{"labels with spaces and commas", "Boston,New York\nNew York , La Paz,7\n",
			reading{edges: ids("Boston", "New York", "New York", "La Paz"), names: []string{"Boston", "New York", "La Paz"}}},
		{"labels in quotes", "\"Smith, J\",\"Doe \"\"X\"\"\"\nRoe , \"Smith, J\"\n",
			reading{edges: ids("Smith, J", `Doe "X"`, "Roe", "Smith, J"), names: []string{"Smith, J", `Doe "X"`, "Roe"}}},
		{"commas or blanks", "New York,Boston\n", malformedAt(1)},
		{"comma among blanks", "a b\nc,d e\n", malformedAt(2)},
		{"one label", "a b\nc\n", malformedAt(2)},
		{"empty label", "a,b\nc,,d\n", malformedAt(2)},
		{"negative among labels", "a b\na -5\n", malformedAt(2)},
		{"open quote", "a b\n\"c d\n", malformedAt(2)},
		{"text behind a quote", "a b\n\"c\"d e\n", malformedAt(2)},

		{"negative", "0 1\n1 -2\n", malformedAt(2)},
		{"negative first", "-1 -1 1.0\n", malformedAt(1)},
		{"one field", "0 1\n\n1\n", malformedAt(3)},
		{"one field with a comma", "0 1\n1,\n", malformedAt(2)},
		{"empty field", "0,1\n1,,2\n", malformedAt(2)},
		{"empty first field", "0,1\n,1,2\n", malformedAt(2)},
		{"a word among numbers", "0 1\n1 2\n# x\n1 b\n", malformedAt(4)},
		{"a word behind a number", "0 1\n1 2x\n", malformedAt(2)},
		{"a fraction", "0 1\n1 2.5\n", malformedAt(2)},
		{"semicolons", "0;1\n", malformedAt(1)},
		{"too large", "0 1\n1 18446744073709551616\n", malformedAt(2)},
		{"far too large", "0 1\n1 123456789012345678901234567890\n", malformedAt(2)},
		{"CR alone", "0 1\r1 2\r2 0\r", malformedAt(1)},
		{"CR alone behind a comment", "# a\r0 1\r1 2\n", malformedAt(1)},
		{"stray CR", "0 1\n0 1\r1 2\n", malformedAt(2)},
		{"first of two errors", "0 1\nx 1\n\n1 y\n", malformedAt(2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if want := referenceEdgeList(c.text, ".txt"); fmt.Sprint(want.names, sortedEdges(want.edges), want.badLine) !=
				fmt.Sprint(c.want.names, sortedEdges(c.want.edges), c.want.badLine) {
				t.Errorf("the reference reads %+v, want %+v", want, c.want)
			}
			checkReading(t, ways, c.text, "graph.txt", "edgelist", c.want)
		})
	}
}

func TestCSVSuffixSettlesCommas(t *testing.T) {
	want := reading{edges: ids("New York", "Boston"), names: []string{"New York", "Boston"}}
	checkReading(t, ways, "New York,Boston\n", "graph.csv", "", want)
}

// randomText puts lines of many shapes together. Most are well formed.
func randomText(r *rand.Rand, pieces []string, lines int) string {
	var b strings.Builder
	for range lines {
		b.WriteString(pieces[r.IntN(len(pieces))])
		switch r.IntN(12) {
		case 0:
			b.WriteString("\r\n")
		default:
			b.WriteString("\n")
		}
	}
	text := b.String()
	if r.IntN(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

func TestEdgeListAgreesWithReference(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	numbers := []string{"0 1", "1\t2", "3,4", "5, 6 7", " 12345678 1", "123456789,4000000000", "4294967296 1", "7 8\tx", "# c", "%", "", "1 2 "}
	odd := append([]string{"1", "a b", "-1 2", "3 x", "1,,2", "1 2x", "\r", "2 99999999999999999999"}, numbers...)
	labels := []string{"a b", "b c x", "a 1", "é ü", "# d", "", "\"q r\" a", "x\ty"}
	first := []string{"", "3", "3 4", "8 8 5", "id_1,id_2", "x y", "0 1", "5000000000"}
	for range 1200 {
		pieces := [][]string{numbers, numbers, odd, labels}[r.IntN(4)]
		text := first[r.IntN(len(first))] + "\n" + randomText(r, pieces, r.IntN(12))
		w := way{r.IntN(2) == 0, 1 + r.IntN(40), 1 + r.IntN(4)}
		checkReading(t, []way{w}, text, "graph.txt", "edgelist", referenceEdgeList(text, ".txt"))
	}
}

func TestEdgeListInManyBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var text bytes.Buffer
	for range 20000 {
		fmt.Fprintf(&text, "%d\t%d\n", r.IntN(1000000), r.Uint32())
	}
	want := referenceEdgeList(text.String(), "")
	checkReading(t, []way{{false, 4096, 3}, {true, 4096, 3}, {false, 10000, 2}}, text.String(), "graph", "", want)

	// The first of many errors, whoever meets the others.
	lines := strings.SplitAfter(text.String(), "\n")
	for _, at := range []int{15000, 9000, 9001, 19999, 5000} {
		lines[at] = fmt.Sprintf("%d\n", at)
	}
	checkReading(t, []way{{false, 4096, 4}, {true, 4096, 4}, {false, 100, 2}}, strings.Join(lines, ""), "graph", "edgelist", malformedAt(5001))
}

func TestLabelsKeepTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var text bytes.Buffer
	for range 5000 {
		fmt.Fprintf(&text, "v%d v%d\n", r.IntN(3000), r.IntN(3000))
	}
	want := referenceEdgeList(text.String(), "")
	checkReading(t, []way{{false, 512, 4}, {true, 512, 4}, {false, 100, 3}, {false, 1 << 20, 1}}, text.String(), "graph", "", want)
	lines := strings.SplitAfter(text.String(), "\n")
	lines[2500], lines[4000] = "lone\n", "lone\n"
	checkReading(t, []way{{false, 512, 4}, {true, 512, 4}, {false, 100, 3}}, strings.Join(lines, ""), "graph", "", malformedAt(2501))
}

func TestLongLines(t *testing.T) {
	long := "0 1 " + strings.Repeat("x", 100000)
	text := "0 1\n" + long + "\n1 2\n" + long + "\n2 0"
	want := referenceEdgeList(text, "")
	checkReading(t, []way{{false, 64, 3}, {true, 64, 3}, {false, 99999, 2}, {true, 99999, 2}}, text, "graph", "edgelist", want)

	text = "0 1\n1 2\n0 1 " + strings.Repeat("x", maxLine+1<<20) + "\n"
	checkReading(t, []way{{false, 1 << 18, 2}, {true, 1 << 18, 2}}, text, "graph", "edgelist", malformedAt(3))
}
