package graphio

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// What is left of a header is no edge list and no pairs, and the message says
// what it looks like.
func TestDamagedHeaders(t *testing.T) {
	tcsr := tcsrFile(t, randomGraph(t, rand.New(rand.NewPCG(71, 72)), 40, graph.Labels{}))
	table, err := written(t, "a.parquet", randomGraph(t, rand.New(rand.NewPCG(73, 74)), 40, graph.Labels{}))
	if err != nil {
		t.Fatal(err)
	}
	for len(table)%8 != 0 {
		// Behind the magic, where it changes no more than all positions.
		table = slices.Insert(table, 4, 0)
	}
	const matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n"
	const pairs = "\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00"
	zero := func(data []byte, n int) string { return strings.Repeat("\x00", n) + string(data[n:]) }
	for _, c := range []struct{ name, data, want string }{
		{"a.mtx", "%%MatrixMark", "Matrix Market"},
		{"a", "%%MatrixMark", "Matrix Market"},
		{"a.mtx.gz", gzipped(t, "%%MatrixMark"), "Matrix Market"},
		{"a.mtx", "%", "Matrix Market"},
		{"a.mtx", "%$" + matrix[2:], "Matrix Market"},
		{"a.mtx", "$" + matrix[1:], "Matrix Market"},
		{"a.mtx", strings.Replace(matrix, "Mat", "Mt", 1), "Matrix Market"},
		{"a.gr", "p sp 34", "DIMACS"},
		{"a", "c a comment\np sp 34", "DIMACS"},
		{"a.gr", "p sp", "DIMACS"},
		{"a.gr", "q sp 3 2\na 1 2 1\na 2 3 1\n", "DIMACS"},
		{"a.gr", "p $p 3 2\na 1 2 1\na 2 3 1\n", "DIMACS"},
		{"a.gr", "p s", "problem line"},
		{"a.gr", "p!sp 3 2\na 1 2 1\na 2 3 1\n", "problem line"},
		{"a.col", "c x\n", "problem line"},
		{"a.graph", "% c\n", "METIS"},
		{"a.tntp", "<NUMBER OF NO", "TNTP"},
		{"a.tntp", "~ links\n<NUM", "TNTP"},
		{"a.tntp", "|NUMBER OF ZONES> 24\n<NUMBER OF NODES> 24\n", "TNTP"},
		{"a.net", "*", "Pajek"},
		{"a.net", "+Vertices 3\n1 2\n", "Pajek"},
		{"a.gml", "Creator \"somebody\"", "GML"},
		{"a.graphml", "<?xml ver", "XML"},
		{"a.bin", zero(tcsr, 8), ".tcsr"},
		{"a.bin", zero(tcsr, tcsrHeaderSize), ".tcsr"},
		{"a.u32", "\x89TCQR" + string(tcsr[5:]), ".tcsr"},
		{"a.tcsr", zero(tcsr, 8), "damaged"},
		{"a.bin", zero(table, 4), "Parquet"},
		{"a.bin", "PAR0" + string(table[4:]), "Parquet"},
		{"a.bin", "\x93NUMPX\x01\x00" + pairs, "NumPy"},
		{"a.bin", "<?xml vers" + pairs, "XML"},
		{"a.bin", "<graph id='1'>\n", "XML"},
		{"a.bin.gz", "\x1f\x8b\x09" + pairs[:13], "gzip"},
		{"a.bin.zst", "\x00\x00\x00\x00" + pairs[:12], "zstd"},
		{"a.txt.gz", "", "empty"},
		{"a.zst", "", "empty"},
		{"a.el.bz2", "", "empty"},
		{"a.csv.xz", "", "empty"},
		{"a.graph", pairs, "WebGraph"},
		{"a.mtx", pairs, "binary data"},
	} {
		src, err := Open(testFile(t, c.name, []byte(c.data)), Options{})
		if err == nil {
			t.Errorf("%s, %.20q: read as %s", c.name, c.data, src.Info().Format)
			closeAll(t, src)
			continue
		}
		inputError(t, err)
		if !strings.Contains(err.Error(), c.want) || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) || strings.Contains(err.Error(), `\x`) {
			t.Errorf("%s, %.20q: %v", c.name, c.data, err)
		}
	}
}

// What only begins a little like a header is read.
func TestHeadersNotDamaged(t *testing.T) {
	for _, c := range []struct{ name, data, format string }{
		{"a.txt", "% sym unweighted\n1 2\n2 3\n", "edgelist"},
		{"a.txt", "# Matrix Market it is not\n1 2\n", "edgelist"},
		{"a.txt", "#\n", "edgelist"},
		{"a.txt", "p q\nq r\n", "edgelist"},
		{"a.txt", "c d\nd p\n", "edgelist"},
		{"a.txt.gz", "1 2\n2 3\n", "edgelist"}, // decompressed on the way
		{"a.bin", string(bytes.Repeat([]byte{0}, 64)), "u32"},
		{"a.bin", "\x01\x00\x00\x00\x02\x00\x00\x00", "u32"},
	} {
		src, err := Open(testFile(t, c.name, []byte(c.data)), Options{})
		if err != nil {
			t.Errorf("%s, %q: %v", c.name, c.data, err)
			continue
		}
		if got := src.Info().Format; got != c.format {
			t.Errorf("%s, %q: read as %s", c.name, c.data, got)
		}
		closeAll(t, src)
	}
}

// Records begin with any bytes, those with which texts begin among them.
func TestRecordsBeginLikeText(t *testing.T) {
	for first := range 256 {
		for _, second := range "\x00\n !#*0?Aag[{" {
			data := []byte("__\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00")
			data[0], data[1] = byte(first), byte(second)
			src, err := Open(testFile(t, "a.u32", data), Options{})
			if err != nil {
				t.Errorf("%q: %v", data[:2], err)
				continue
			}
			if got := src.Info().Format; got != u32Format.name {
				t.Errorf("%q: read as %s", data[:2], got)
			}
			closeAll(t, src)
		}
	}
}

// unclearChoices returns how an input can be read that could be several things.
func unclearChoices(t testing.TB, err error) []Choice {
	t.Helper()
	var unclear *UnclearError
	if !errors.As(err, &unclear) {
		t.Fatalf("%v is no refusal with choices", err)
	}
	return unclear.Choices
}
