package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
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
		{"semicolons", "0;1\n1;2\n2;0\n", reading{edges: triangle}},
		{"bars", "0|1|-1\n1|2|0\n2|0|-1\n", reading{edges: triangle}},
		{"tabs or spaces", "0\t1\n1 2\n2  \t 0\n", reading{edges: triangle}},
		{"commas and blanks", "0, 1\n1 ,2\n2 , 0\n", reading{edges: triangle}},
		{"commas or blanks", "0 1\n1,2\n2 0\n", malformedAt(2)},
		{"padded", "  0   1 \n\t1 \t2\t\n 2 0\n", reading{edges: triangle}},
		{"no last line feed", "0 1\n1 2\n2 0", reading{edges: triangle}},
		{"CR LF", "0 1\r\n1 2\r\n\r\n2 0\r\n", reading{edges: triangle}},
		{"CR LF, no last line end", "0 1\r\n1 2\r\n2 0\r", reading{edges: triangle}},
		{"byte-order mark", "\ufeff0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"comments", "# a\n0 1\n% b\n1 2\n\n  # c\n2 0\n#", reading{edges: triangle}},
		{"weights", "0 1 0.5\n1 2 -3\n2 0 1e-9\n", reading{edges: triangle}},
		{"leading zeros", "00000000000000000000 01\n1 002\n2 0\n", reading{edges: triangle}},
		{"loops and duplicates", "1 1\n1 2\n2 1\n1 2\n", reading{edges: ids("1", "1", "1", "2", "2", "1", "1", "2")}},
		{"long ids", "12345678 123456789\n4294967295 4294967296\n18446744073709551615 1\n",
			reading{edges: ids("12345678", "123456789", "4294967295", "4294967296", "18446744073709551615", "1")}},
		{"nothing but comments", "# Nodes: 0\n", reading{}},

		{"a weight that is missing", "0 1 0.5\n1 2\n2 0 1\n", malformedAt(2)},
		{"an empty weight", "0,1,0.5\n1,2,\n2,0,1\n", reading{edges: triangle}},
		{"an empty weight behind a tab", "0\t1\t0.5\n1\t2\t\n2\t0\t1\n", reading{edges: triangle}},
		{"separators at the end", "0,1,\n1,2,,,\n2,0\n", reading{edges: triangle}},
		{"tags", "0\t1\tx\t#a\n1\t2\tx y\n2\t0\tz\t#b\t#c\n", reading{edges: triangle}},
		{"comments behind", "0 1 # a b\n1 2\n2 0 #c\n", reading{edges: triangle}},
		{"attributes", "0 1 {'a': 1, 'b': 2}\n1 2 {}\n2 0 {\"c\": \"d e\"}\n", reading{edges: triangle}},
		{"words in quotes", "0,1,\"a, b\"\n1,2,c\n2,0,\"d \"\"e\"\"\"\n", reading{edges: triangle}},
		{"a comma in quotes, and one more", "0,1,\"a, b\"\n1,2,c,d\n", malformedAt(2)},
		{"whole numbers with a point", "0.0,1\n1.0,2\n2.,0\n", reading{edges: triangle}},
		{"whole numbers with an exponent", "0.000000000000000000e+00 1.000000000000000000e+00\n1e+0 2.0E0\n20e-1 0\n", reading{edges: triangle}},
		{"a point further down", "0 1\n1 2.0\n2 0\n", reading{edges: triangle}},
		{"a fraction", "0 1\n1 2.5\n", malformedAt(2)},
		{"a fraction first", "0.5 1\n1 2\n", malformedAt(1)},
		{"a number that was rounded", "0 1\n1 2.14748e+09\n", malformedAt(2)},
		{"a number of a spreadsheet", "0 1\n1 9.00E+03\n", malformedAt(2)},
		{"a number of R", "0 1\n1 1e+05\n", reading{edges: ids("0", "1", "1", "100000")}},
		{"a float that is not exact", "0 1\n1 9007199254740992.0\n", malformedAt(2)},
		{"a negative one with a point", "0 1\n1 -2.0\n", malformedAt(2)},

		{"header row", "id_1,id_2\n0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"header row in quotes", "\"a\",\"b\"\n0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"header row with blanks", "FromNodeId ToNodeId\n0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"header row of words nobody knows", "x,y\n0,1\n1,2\n2,0\n", reading{edges: triangle}},
		{"header row alone", "source,target\n", reading{}},
		{"header row of labels", "source,target\na,b\n", reading{edges: ids("a", "b"), names: []string{"a", "b"}}},
		{"header row above numbers behind labels", "man,friend,weight\nann,bob,3\nbob,cid,4\n",
			reading{edges: ids("ann", "bob", "bob", "cid"), names: []string{"ann", "bob", "cid"}}},
		{"weight first", "weight,source,target\n7,0,1\n7,1,2\n8,2,0\n", reading{edges: triangle}},
		{"target first", "target,x,source\n1,7,0\n2,7,1\n0,7,2\n", reading{edges: triangle}},
		{"Gephi", "Id,Source,Target\n7,0,1\n8,1,2\n9,2,0\n", reading{edges: triangle}},
		{"comments behind a column", "w source target\n1 0 1\n% 5 6\n  % 1 3\n1 1 2\n1 2 0\n", reading{edges: triangle}},
		{"time first", "time source target\n10 0 1\n20 1 2\n20 2 0\n", reading{edges: triangle}},
		{"names beside the ids", "source_id,source_name,target_id,target_name\n0,a,1,b\n1,b,2,c\n2,c,0,a\n", reading{edges: triangle}},
		{"index column", ",source,target\n0,0,1\n1,1,2\n2,2,0\n", reading{edges: triangle}},
		{"index column behind a tab", "\tsource\ttarget\n0\t0\t1\n1\t1\t2\n2\t2\t0\n", reading{edges: triangle}},
		{"index column without a name", "\"V1\" \"V2\"\n\"1\" 0 1\n\"2\" 1 2\n\"3\" 2 0\n", reading{edges: triangle}},
		{"index column without a header", "0,5,6\n1,6,7\n2,7,5\n", malformedAt(1)},
		{"index column without a header, labels", "\"1\" \"a\" \"b\"\n\"2\" \"b\" \"c\"\n", malformedAt(1)},
		{"no well-known names", "p,q,r\n0,1,7\n1,2,7\n", malformedAt(1)},
		{"two pairs of names", "source,target,from,to\n0,1,2,3\n", malformedAt(1)},
		{"a vertex and a value", "node,degree\n0,1\n1,1\n", malformedAt(1)},
		{"vertices with labels", "Id,Label\n1,ann\n2,bob\n", malformedAt(1)},
		{"labels, or names of columns", "x,y\nann,bob\nbob,cid\n", malformedAt(1)},
		{"no names of columns", "ann,bob\nbob,cid\n", reading{edges: ids("ann", "bob", "bob", "cid"), names: []string{"ann", "bob", "cid"}}},

		{"vertex count", "3\n0 1\n1 2\n2 0\n", reading{edges: triangle}},
		{"vertex count, from 1", "3\n1 2\n2 3\n", reading{edges: ids("1", "2", "2", "3")}},
		{"edge count", "2\n0 1\n1 5\n", reading{edges: ids("0", "1", "1", "5")}},
		{"vertex count too small", "2\n0 1\n1 2\n2 3\n", malformedAt(1)},
		{"vertex count too small by one", "2\n0 1\n1 0\n0 2\n", malformedAt(1)},
		{"vertex count alone", "3\n", malformedAt(1)},
		{"vertex count of labels", "2\na b\n", reading{edges: ids("a", "b"), names: []string{"a", "b"}}},
		{"vertex count of too many labels", "2\na b\na c\nb c\n", malformedAt(1)},
		{"later line of one field", "3\n0 1\n2\n", malformedAt(3)},
		{"n m", "3 4\n0 1\n1 2\n2 0\n0 2\n", reading{edges: append(ids("0", "2"), triangle...)}},
		{"n m with weights", "5 2\n1 2 7\n2 5 7\n", reading{edges: ids("1", "2", "2", "5")}},
		{"n m and more", "5 2 undirected\n1 2\n2 5\n", reading{edges: ids("1", "2", "2", "5")}},
		{"n m and a number", "5 2 1\n1 2\n2 5\n", reading{edges: ids("1", "2", "2", "5")}},
		{"n,m and more", "5,2,d,graph,2\n1,2\n2,5\n", reading{edges: ids("1", "2", "2", "5")}},
		{"n m and more, another count", "5 3 undirected\n1 2\n2 5\n", malformedAt(1)},
		{"n m and more, larger ids", "4 2 undirected\n1 2\n2 5\n", malformedAt(1)},
		{"n m of labels", "3 2\na b\nb c\n", reading{edges: ids("a", "b", "b", "c"), names: []string{"a", "b", "c"}}},
		{"n m in part: both directions", "3 2\n0 1\n1 0\n1 2\n2 1\n", malformedAt(1)},
		{"n m in part: cut short", "4 5\n1 2\n2 3\n3 4\n", malformedAt(1)},
		{"n m in part: ids with gaps", "4 3\n10 20\n20 30\n30 40\n", malformedAt(1)},
		{"n m of no edges", "5 0\n", malformedAt(1)},
		{"n m is an edge: too few vertices", "1 2\n1 3\n2 3\n", reading{edges: ids("1", "2", "1", "3", "2", "3")}},
		{"n m is an edge: larger ids", "2 3\n0 1\n1 2\n2 0\n0 2\n3 1\n", reading{edges: append(ids("2", "3", "0", "2", "3", "1"), triangle...)}},
		{"n m is an edge: many more", "4 0\n3 0\n2 1\n", reading{edges: ids("4", "0", "3", "0", "2", "1")}},
		{"n m is a wide edge", "5000000000 0\n0 1\n", reading{edges: ids("5000000000", "0", "0", "1")}},
		{"n n nnz", "3 3 3\n0 1 1\n1 2 1\n2 0 1\n", reading{edges: triangle}},
		{"n n nnz in part", "4 4 5\n0 1 1\n1 2 1\n2 0 1\n", malformedAt(1)},

		{"labels", "a b\nc a\n", reading{edges: ids("a", "b", "c", "a"), names: []string{"a", "b", "c"}}},
		{"labels, one numeric", "1 b\n1 01\n", reading{edges: ids("1", "b", "1", "01"), names: []string{"1", "b", "01"}}},
		{"labels and attributes", "RDD SFO {}\nEUG SLC {'a': 1, 'b': 2}\n",
			reading{edges: ids("RDD", "SFO", "EUG", "SLC"), names: []string{"RDD", "SFO", "EUG", "SLC"}}},
		{"labels and weights", "a b 1\nb c 0.5\n", reading{edges: ids("a", "b", "b", "c"), names: []string{"a", "b", "c"}}},
		{"labels with spaces and tabs", "New York\tBoston\nBoston\tLa Paz\n",
			reading{edges: ids("New York", "Boston", "Boston", "La Paz"), names: []string{"New York", "Boston", "La Paz"}}},
		{"labels with commas and tabs", "Smith, J\tDoe, X\nDoe, X\tRoe, Y\n",
			reading{edges: ids("Smith, J", "Doe, X", "Doe, X", "Roe, Y"), names: []string{"Smith, J", "Doe, X", "Roe, Y"}}},
		{"labels in quotes", "\"Smith, J\",\"Doe \"\"X\"\"\"\nRoe , \"Smith, J\"\n",
			reading{edges: ids("Smith, J", `Doe "X"`, "Roe", "Smith, J"), names: []string{"Smith, J", `Doe "X"`, "Roe"}}},
		{"labels with spaces or commas", "New York,Boston\nBoston,La Paz\n", malformedAt(1)},
		{"names with blanks", "New York Boston\nBoston La Paz\n", malformedAt(1)},
		{"names with blanks, not always", "Boston Lima\nNew York Boston\n", malformedAt(2)},
		{"labels in three columns", "a\tlikes\tb\nb\tknows\tc\n", malformedAt(1)},
		{"names and numbers", "ann 5\nbob 7\n", malformedAt(1)},
		{"numbers of thousands", "1,234 5,678\n2,345 6,789\n", malformedAt(1)},
		{"comma among blanks", "p q\nq r\nc,d e\n", malformedAt(3)},
		{"one label", "a b\nc\n", malformedAt(2)},
		{"empty label", "a,b\nb,,\n", malformedAt(2)},
		{"negative among labels", "a b\na -5\nb c\n", malformedAt(2)},
		{"fraction among labels", "a b\na 1.5\nb c\n", malformedAt(2)},
		{"attributes for a label", "a b\nb {}\n", malformedAt(2)},
		{"open quote", "a b\n\"c d\n", malformedAt(2)},
		{"text behind a quote", "a b\n\"c\"d e\n", malformedAt(2)},

		{"negative", "0 1\n1 -2\n", malformedAt(2)},
		{"negative first", "-1 -1 1.0\n", malformedAt(1)},
		{"one field", "0 1\n\n1\n", malformedAt(3)},
		{"one field with a comma", "0,1\n1,\n", malformedAt(2)},
		{"empty field", "0,1,\n1,,2\n", malformedAt(2)},
		{"empty first field", "0,1\n,1\n", malformedAt(2)},
		{"a word among numbers", "0 1\n1 2\n# x\n1 b\n", malformedAt(4)},
		{"a word behind a number", "0 1\n1 2x\n", malformedAt(2)},
		{"too large", "0 1\n1 18446744073709551616\n", malformedAt(2)},
		{"far too large", "0 1\n1 123456789012345678901234567890\n", malformedAt(2)},
		{"CR alone", "# a\r0 1\r1 2\r2 0\r", reading{edges: triangle}},
		{"CR alone behind a comment", "# a\r0 1\r1 2\n", malformedAt(1)},
		{"stray CR", "0 1\n0 1\r1 2\n", malformedAt(2)},
		{"first of two errors", "0 1\nx 1\n\n1 y\n", malformedAt(2)},

		{"adjacency list", "0 1 2\n1 2\n3\n", malformedAt(2)},
		{"adjacency list, all of one degree", "1 2 3\n2 3 1\n3 1 2\n", malformedAt(1)},
		{"adjacency list with colons", "10: 20 30\n20: 30\n", malformedAt(1)},
		{"dense matrix", "0 1 1\n1 1 1\n1 0 0\n", malformedAt(1)},
		{"dense matrix of floats", "0.0,1.5,2\n1.5,0.0,1\n2,1,0.0\n", malformedAt(1)},
		{"dense matrix with names", ",a,b\na,0,1\nb,-1,0\n", malformedAt(1)},
		{"dense matrix under names", "A,B,C\n0,5,3\n5,0,2\n3,2,0\n", malformedAt(1)},
		{"dense matrix under numbers", "1,2,3,4\n0,7,3,1\n7,0,2,0\n3,2,0,4\n1,0,-4,0\n", malformedAt(1)},
		{"dense matrix of R", "\"V1\" \"V2\" \"V3\"\n\"1\" 0 -1 1\n\"2\" 1 0 1\n\"3\" 1 1 0\n", malformedAt(1)},
		{"time first, with a loop", "1082040961 10 20\n1082040962 20 30\n1082040963 30 10\n1082040964 7 7\n", malformedAt(1)},
		{"Trivial Graph Format", "a x\nb y\nc z\n#\na b\nb c\nc a\n", malformedAt(1)},
		{"rows of R, some of them", "\"17\" 10 20\n\"22\" 20 30\n\"31\" 30 10\n", malformedAt(1)},
		{"rows of pandas, some of them", "0,1,2\n3,2,3\n7,3,1\n8,1,4\n9,4,2\n", malformedAt(1)},
		{"names of columns in quotes, or labels", "\"person\" \"friend\"\n\"Alice\" \"Bob\"\n\"Bob\" \"Carol\"\n", malformedAt(1)},
		{"LGL", "# a\nb 1\nc 2\n# b\nc 3\n", malformedAt(2)},
		{"LGL of numbers", "# 0\n1 5\n2 7\n# 1\n2 3\n", malformedAt(2)},
		{"gSpan", "t # 0\nv 0 1\ne 0 1 2\n", malformedAt(1)},
		{"arrows", "1 -> 2\n2 -> 3\n", malformedAt(1)},
		{"tuples", "(0, 1)\n(1, 2)\n", malformedAt(1)},
		{"JSON", "[[0,1,2],[1,2,0]]\n", malformedAt(1)},
		{"JSON lines of something", "{\"name\": 0, \"age\": 1}\n", malformedAt(1)},
		{"a cycle as METIS, or its edges and sizes", "4 4\n2 4\n1 3\n2 4\n1 3\n", malformedAt(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if want := referenceEdgeList(c.text, "graph.txt", ""); fmt.Sprint(want.names, sortedEdges(want.edges), want.badLine) !=
				fmt.Sprint(c.want.names, sortedEdges(c.want.edges), c.want.badLine) {
				t.Errorf("the reference reads %+v, want %+v", want, c.want)
			}
			checkReading(t, ways, c.text, "graph.txt", "", c.want)
		})
	}
}

// What the user says is not doubted.
func TestEdgeListAsTold(t *testing.T) {
	triangle := ids("0", "1", "1", "2", "2", "0")
	asList := Options{Format: "edgelist"}
	for _, c := range []struct {
		name, text string
		opt        Options
		want       [][2]string // nil for a refusal
	}{
		{"uneven lines", "0\t1\tx\n1\t2\n2\t0\ta b\tc,d\n", asList, triangle},
		{"adjacency list", "0 1 2\n1 2\n2 0\n", asList, triangle},
		{"matrix", "0 1 1\n1 2 1\n2 0 1\n", asList, triangle},
		{"METIS", "1 2\n2 3\n3 1 1\n", asList, ids("1", "2", "2", "3", "3", "1")},
		{"columns", "7 0 1\n7 1 2\n8 2 0\n", Options{Columns: []string{"2", "3"}}, triangle},
		{"columns the other way", "1,7,0\n2,8,1\n0,9,2\n", Options{Columns: []string{"3", "1"}}, triangle},
		{"one column twice", "1,7\n2,8\n", Options{Columns: []string{"1", "1"}}, nil},
		{"columns behind a comment", "1,1,2\n%x,1,3\n1,2,3\n", Options{Columns: []string{"2", "3"}}, ids("1", "2", "2", "3")},
		{"columns behind sizes", "3 3\n1 2\n2 3\n1 3\n", Options{Columns: []string{"1", "2"}}, ids("1", "2", "2", "3", "1", "3")},
		{"numbers under numbers", "5 7 1\n1 2 4\n2 3 4\n1 3 4\n", Options{Columns: []string{"1", "2"}, Header: "yes"}, ids("1", "2", "2", "3", "1", "3")},
		{"columns of uneven lines", "7 0 1\n7 1 2 5\n8 2 0\n", Options{Columns: []string{"2", "3"}}, triangle},
		{"columns by name", "p,q,r\n7,0,1\n7,1,2\n8,2,0\n", Options{Columns: []string{"q", "r"}}, triangle},
		{"columns by numbers under names", "p,q,r\n7,0,1\n7,1,2\n8,2,0\n", Options{Columns: []string{"2", "3"}}, triangle},
		{"names before numbers", "2,1,3\n7,0,1\n7,1,2\n8,2,0\n", Options{Columns: []string{"1", "3"}, Header: "yes"}, triangle},
		{"columns of labels", "likes,a,b\nknows,b,c\n", Options{Columns: []string{"2", "3"}, Header: "no"}, ids("a", "b", "b", "c")},
		{"a missing column", "0 1\n", Options{Columns: []string{"2", "3"}}, nil},
		{"a missing column further down", "0 1 2\n0 1\n", Options{Columns: []string{"2", "3"}}, nil},
		{"an unknown name", "p,q,r\n7,0,1\n", Options{Columns: []string{"q", "s"}}, nil},
		{"column 0", "0 1\n", Options{Columns: []string{"0", "1"}}, nil},
		{"three columns", "0 1 2\n", Options{Columns: []string{"1", "2", "3"}}, nil},
		{"header", "a b\nc d\n", Options{Header: "yes"}, ids("c", "d")},
		{"header of numbers", "5 7 directed\n0 1\n1 2\n2 0\n", Options{Header: "yes"}, triangle},
		{"no header", "source target\na b\n", Options{Header: "no"}, ids("source", "target", "a", "b")},
		{"no header, but sizes", "3 3\n0 1\n1 2\n2 0\n", Options{Header: "no"}, append(ids("3", "3"), triangle...)},
		{"header of another format", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", Options{Header: "no"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, workers := range []int{1, 3} {
				src, err := OpenReader(strings.NewReader(c.text), "graph.txt", c.opt)
				var edges [][2]string
				if err == nil {
					setBlockSize(src, 7)
					edges, _, err = read(src, workers)
				}
				if c.want == nil {
					inputError(t, err)
				} else if err != nil || fmt.Sprint(edges) != fmt.Sprint(sortedEdges(c.want)) {
					t.Errorf("read %v, %v, want %v", edges, err, c.want)
				}
			}
		})
	}
}

// A refusal for want of certainty says how the file would be read, and so it is.
func TestChoicesAreTaken(t *testing.T) {
	for _, text := range []string{
		"0,5,6\n1,6,7\n2,7,5\n", "10 1 2\n20 2 3\n30 3 1\n", "p,q,r\n0,1,7\n1,2,7\n",
		"x,y\nann,bob\nbob,cid\n", "a\tlikes\tb\nb\tknows\tc\n", "ann 5\nbob 7\n", "4 4\n2 4\n1 3\n2 4\n1 3\n",
		"3 2\n0 1\n1 0\n1 2\n2 1\n", "5 0\n", "4 3 graph\n10 20\n20 30\n30 40\n", "0 1 2\n1 2\n2 0\n",
		"6 9\n1 2 3\n2 3 4\n3 4 5\n4 5 6\n",
	} {
		src, err := OpenReader(strings.NewReader(text), "graph.txt", Options{})
		if err == nil {
			_, _, err = read(src, 2)
		}
		var unclear *UnclearError
		if !errors.As(err, &unclear) || len(unclear.Choices) == 0 {
			t.Errorf("%q: %v, want one with choices", text, err)
			continue
		}
		seen := make(map[string]bool)
		further := 0 // choices behind which there are more
		for _, choice := range unclear.Choices {
			src, err := OpenReader(strings.NewReader(text), "graph.txt", choice.Options)
			if err == nil {
				var edges [][2]string
				edges, _, err = read(src, 2)
				seen[fmt.Sprint(edges)] = true
			}
			var again *UnclearError
			if errors.As(err, &again) {
				further++
			} else if err != nil && choice.Options.Format != metisName {
				t.Errorf("%q as %s: %v", text, choice.As, err)
			}
		}
		if len(seen)+further < min(len(unclear.Choices), 2) {
			t.Errorf("%q: all choices read %v", text, seen)
		}
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

// isEdgeList says that a text is opened as an edge list, or refused.
func isEdgeList(text, name string) bool {
	src, err := OpenReader(strings.NewReader(text), name, Options{})
	_, ok := src.(*edgeList)
	return ok || err != nil
}

func TestEdgeListAgreesWithReference(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	numbers := []string{"0 1", "1\t2", "3,4", "5, 6 7", " 12345678 1", "123456789,4000000000", "4294967296 1", "7 8\tx", "# c", "%", "", "1 2 "}
	odd := append([]string{"1", "a b", "-1 2", "3 x", "1,,2", "1 2x", "\r", "2 99999999999999999999"}, numbers...)
	labels := []string{"a b", "b c x", "a 1", "é ü", "# d", "", "\"q r\" a", "x\ty"}
	first := []string{"", "3", "3 4", "8 8 5", "id_1,id_2", "x y", "0 1", "5000000000"}
	trials := 1200
	if testing.Short() {
		trials = 300
	}
	for range trials {
		pieces := [][]string{numbers, numbers, odd, labels}[r.IntN(4)]
		text := first[r.IntN(len(first))] + "\n" + randomText(r, pieces, r.IntN(12))
		w := way{r.IntN(2) == 0, 1 + r.IntN(40), 1 + r.IntN(4)}
		checkReading(t, []way{w}, text, "graph.txt", "edgelist", referenceEdgeList(text, "graph.txt", "edgelist"))
		if isEdgeList(text, "graph.txt") {
			checkReading(t, []way{w}, text, "graph.txt", "", referenceEdgeList(text, "graph.txt", ""))
		}
	}
}

func TestEdgeListInManyBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var text bytes.Buffer
	for range 20000 {
		fmt.Fprintf(&text, "%d\t%d\n", r.IntN(1000000), r.Uint32())
	}
	want := referenceEdgeList(text.String(), "graph", "")
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
	want := referenceEdgeList(text.String(), "graph", "")
	checkReading(t, []way{{false, 512, 4}, {true, 512, 4}, {false, 100, 3}, {false, 1 << 20, 1}}, text.String(), "graph", "", want)
	lines := strings.SplitAfter(text.String(), "\n")
	lines[2500], lines[4000] = "lone\n", "lone\n"
	checkReading(t, []way{{false, 512, 4}, {true, 512, 4}, {false, 100, 3}}, strings.Join(lines, ""), "graph", "", malformedAt(2501))
}

func TestLongLines(t *testing.T) {
	long := "0 1 " + strings.Repeat("x", 100000)
	text := "0 1\n" + long + "\n1 2\n" + long + "\n2 0"
	want := referenceEdgeList(text, "graph", "edgelist")
	checkReading(t, []way{{false, 64, 3}, {true, 64, 3}, {false, 99999, 2}, {true, 99999, 2}}, text, "graph", "edgelist", want)

	text = "0 1\n1 2\n0 1 " + strings.Repeat("x", maxLine+1<<20) + "\n"
	checkReading(t, []way{{false, 1 << 18, 2}, {true, 1 << 18, 2}}[:graphtest.Fewer(2)], text, "graph", "edgelist", malformedAt(3))
}
