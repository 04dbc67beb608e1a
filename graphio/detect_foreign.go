package graphio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// foreign are files of others that hold graphs and are not read: how they begin,
// what they are, and what makes a file of them that is read.
var foreign = []struct{ begins, is, do string }{
	{"\x89HDF\r\n\x1a\n", "HDF5 (also anndata, and tables of pandas)", `write a sparse matrix in Python: scipy.io.mmwrite("g.mtx", A)`},
	{"MATLAB 7.3 MAT-file", "MATLAB 7.3, which is HDF5", `in MATLAB: [i, j] = find(A); writematrix([i j], "g.txt")`},
	{"MATLAB 5.0 MAT-file", "MATLAB 5", `in Python: scipy.io.mmwrite("g.mtx", scipy.io.loadmat("g.mat")["A"])`},
	{"SQLite format 3\x00", "SQLite", `sqlite3 -csv -header g.db "select source, target from edges" > g.csv`},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel before 2007", "save the sheet as CSV"},
	{"<stata_dta>", "Stata", fromStata},
	{"$FL2@(#)", "SPSS", `in Python: pandas.read_spss("g.sav").to_csv("g.csv", index=False)`},
	{"RDX2\nX\n", "R (save)", `in R: write.csv(igraph::as_data_frame(g), "g.csv", row.names = FALSE)`},
	{"RDX3\nX\n", "R (save)", `in R: write.csv(igraph::as_data_frame(g), "g.csv", row.names = FALSE)`},
	{"X\n\x00\x00\x00\x02\x00", "R (saveRDS)", `in R: write.csv(igraph::as_data_frame(readRDS("g.rds")), "g.csv", row.names = FALSE)`},
	{"X\n\x00\x00\x00\x03\x00", "R (saveRDS)", `in R: write.csv(igraph::as_data_frame(readRDS("g.rds")), "g.csv", row.names = FALSE)`},
}

const (
	fromPickle = `in Python: networkx.write_adjlist(pickle.load(open("g.gpickle", "rb")), "g.adjlist")`
	fromStata  = `in Stata: export delimited using g.csv; in Python: pandas.read_stata("g.dta").to_csv("g.csv", index=False)`
	fromLines  = `in Python: networkx.write_graphml(networkx.read_multiline_adjlist("g.txt"), "g.graphml")`
	fromUTF16  = "iconv -f UTF-16 -t UTF-8 g.txt > utf8.txt, perhaps with UTF-16LE or UTF-16BE"
)

// refuseForeign returns an InputError for a file of another program that is known,
// nil for others. What begins with few bytes of its own could be headerless records
// where the suffix says so.
func (in *input) refuseForeign(records bool) error {
	refuse := func(is, do string) error {
		return &graph.InputError{File: in.name, Expected: "a graph in a format that is read", Found: "a file of " + is + "; " + do}
	}
	for _, f := range foreign {
		if strings.HasPrefix(string(in.head[:min(len(in.head), len(f.begins))]), f.begins) {
			return refuse(f.is, f.do)
		}
	}
	switch {
	case records:
	case len(in.head) > 2 && in.head[0] == 0x80 && in.head[1] >= 2 && in.head[1] <= 5 && strings.IndexByte("\x95c}](K", in.head[2]) >= 0:
		return refuse("Python (pickle)", fromPickle)
	case isOldStata(in.head):
		return refuse("Stata, as pandas writes it, too", fromStata)
	case isUTF16(in.head):
		return refuse("text in UTF-16", fromUTF16)
	case in.isMultiline():
		return refuse("NetworkX (write_multiline_adjlist)", fromLines)
	}
	return nil
}

// isOldStata says that head is that of the versions 113 to 115 of Stata's files, of which
// pandas writes 114 unless it is told otherwise: the version, the order of bytes, 1 and 0,
// the numbers of columns and rows, a label of 81 bytes that ends with a zero, and the time
// in 18, which may be missing.
func isOldStata(head []byte) bool {
	const label, time, end = 10, 10 + 81, 10 + 81 + 18
	if len(head) < end || head[0] < 113 || head[0] > 115 || head[1] != 1 && head[1] != 2 || head[2] != 1 || head[3] != 0 {
		return false
	}
	return bytes.IndexByte(head[label:time], 0) >= 0 && (head[time] == 0 || stataTime(head[time:end]))
}

var stataTime = matches(`^[ 0-3]?\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d\x00`, ":")

// isMultiline says that the text in sight is an adjacency list of a line for each neighbour,
// as NetworkX writes it: a vertex and a number, and below that as many lines, each with a
// vertex and a dict of Python. No edge list has such lines.
func (in *input) isMultiline() bool {
	text := in.text()
	if !in.all {
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	left, neighbours := uint64(0), 0
	for line := range bytes.Lines(text) {
		line = trimLine(bytes.TrimSuffix(line, newline))
		switch {
		case isComment(line, "#"):
		case left > 0:
			if !bytes.Contains(line, []byte(" {")) || !bytes.HasSuffix(line, []byte("}")) {
				return false
			}
			left--
			neighbours++
		default:
			at := bytes.LastIndexByte(line, ' ')
			degree, ok, _ := parseID(line[at+1:])
			if at < 0 || !ok {
				return false
			}
			left = degree
		}
	}
	return neighbours > 0 && (left == 0 || !in.all)
}

// isUTF16 says that head begins with the mark of UTF-16, or has characters of ASCII
// with a zero byte in front of or behind each.
func isUTF16(head []byte) bool {
	const enough = 8 // characters
	if len(head) >= 2 && (head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff) {
		return len(head)%2 == 0
	}
	head = head[:min(len(head), 64)&^1]
	if len(head) < 2*enough {
		return false
	}
	for zero := range 2 {
		found := true
		for i := 0; i < len(head); i += 2 {
			found = found && head[i+zero] == 0 && head[i+1-zero] >= '\t' && head[i+1-zero] < 0x7f
		}
		if found {
			return true
		}
	}
	return false
}

// beginsUTF16XML says that head begins with XML in UTF-16, with or without its mark: so many bytes of
// it that no records begin with them by chance.
func beginsUTF16XML(head []byte) bool {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		text := head[:min(len(head), 2*len("\ufeff<graphml"))]
		var some []byte
		for ; len(text) >= 2; text = text[2:] {
			c := order.Uint16(text)
			if c == 0xfeff && len(some) == 0 {
				continue
			}
			if c > 0x7f {
				break
			}
			some = append(some, byte(c))
		}
		for _, begin := range []string{"<?xml", "<graphml", "<gexf"} {
			if bytes.HasPrefix(some, []byte(begin)) {
				return true
			}
		}
	}
	return false
}

// isStoreError recognises what an object store answers instead of an object.
var isStoreError = matches(`^\s*(<\?xml[^>]*>\s*)?<Error>\s*<Code>`, "<Error>")

// refuseStoreError is the InputError for that.
func (in *input) refuseStoreError() error {
	code := "?"
	if _, rest, ok := bytes.Cut(in.text(), []byte("<Code>")); ok {
		name, _, _ := bytes.Cut(rest, []byte("<"))
		code = string(name[:min(len(name), 40)])
	}
	return &graph.InputError{File: in.name, Expected: "a graph", Found: fmt.Sprintf("what an object store answers where it has none to give: the error %q", code)}
}
