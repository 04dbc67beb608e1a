package graphio

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// referenceDenseMatrix reads the rows one by one, cut as the real reader found
// that they are.
func referenceDenseMatrix(text string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	src, err := OpenReader(strings.NewReader(text), "a.txt", Options{Format: "matrix"})
	s, ok := src.(*squareMatrix)
	if err != nil || !ok {
		return reading{badLine: -1}
	}
	r := reading{declares: true, n: uint64(s.n)}
	rows, counting := 0, true
	var names []string
	for _, line := range splitLines(text, "#%") {
		if int64(line.number) < s.start.line {
			continue
		}
		bad := malformedAt(line.number)
		if rows == s.n {
			return bad
		}
		around := " \t"
		if s.by == '\t' {
			around = " "
		}
		text := strings.Trim(line.raw, around)
		if s.named {
			separators, name := string(s.by), ""
			if s.by == blank {
				separators = around
			}
			if strings.HasPrefix(text, `"`) {
				if name = quotedCell.FindString(text); name == "" {
					return bad
				}
				text = strings.TrimLeft(text[len(name):], around)
				name = strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
			} else {
				end := strings.IndexAny(text, separators)
				if end < 0 {
					end = len(text)
				}
				name, text = strings.Trim(text[:end], around), strings.TrimLeft(text[end:], around)
			}
			if s.by != blank {
				if text == "" || text[0] != byte(s.by) {
					return bad
				}
				text = strings.TrimLeft(text[1:], around)
			}
			if name != fmt.Sprint(rows) && name != fmt.Sprint(rows+1) {
				counting = false
			}
			names = append(names, name)
		}
		fields := strings.Split(text, string(s.by))
		if s.by == blank {
			fields = blankFields(text)
		} else if s.n == 0 && text == "" {
			fields = nil
		}
		if len(fields) != s.n {
			return bad
		}
		for column, field := range fields {
			value, err := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "E").Replace(strings.Trim(field, around)), 64)
			if err != nil || value != value || value-value != 0 || strings.ContainsAny(strings.Trim(field, around), "xX \t") {
				return bad
			}
			if value != 0 {
				r.edges = append(r.edges, [2]string{fmt.Sprint(rows), fmt.Sprint(column)})
			}
		}
		rows++
	}
	if rows != s.n {
		return malformedAt(int(s.start.line))
	}
	if s.columns != nil {
		if s.named && !slices.Equal(names, s.columns) && !counting {
			return malformedAt(int(s.start.line))
		}
		names = s.columns
	}
	if others, numbers := numbersOrNames(names); others == nil && len(names) > 0 {
		r.numbers = numbers
		return r
	}
	seen := make(map[string]bool)
	for _, name := range names {
		if seen[name] {
			return malformedAt(int(s.start.line))
		}
		seen[name] = true
	}
	if r.names = names; names != nil {
		for i, e := range r.edges {
			for k := range e {
				at, _ := strconv.Atoi(e[k])
				r.edges[i][k] = names[at]
			}
		}
	}
	return r
}

func FuzzDenseMatrix(f *testing.F) {
	for i, text := range []string{
		"0 1 1\n1 0 1\n1 1 0\n", "0,1\n1,0\n", ",a,b\na,0,1\nb,1,0\n", "\"a\" \"b\"\n\"a\" 0 1\n\"b\" 1 0\n", "\ta\tb\r\na\t0\t.5\r\nb\t1e3\t0\r\n",
		"0;1\n1;nan\n", "1 2 3\n0 0 1\n0 0 0\n1 0 0\n", "a 0 1\nb 1 0\n", "1,0,\n", "\"V1\" \"V2\"\n\"1\" 0 1\n\"2\" 1 0\n", "x,1,2\n1,0,1\n2,1,0\n", "5", "",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.txt", "matrix", referenceDenseMatrix))
}

func TestDenseMatrixRules(t *testing.T) {
	both := [][2]string{{"0", "1"}, {"1", "0"}}
	ab := [][2]string{{"a", "b"}, {"b", "a"}}
	numbers := reading{edges: both, declares: true, n: 2}
	named := reading{edges: ab, names: []string{"a", "b"}, declares: true, n: 2}
	counted := reading{edges: both, declares: true, n: 2, numbers: []uint64{5, 7}}
	for _, c := range []struct {
		name, text string
		want       reading
	}{
		{"blanks", "0 1\n1 0\n", numbers},
		{"commas", "0,1\n1, 0\n", numbers},
		{"tabs", "0\t1\n1\t0\n", numbers},
		{"semicolons", "0.0;-2.5\n1e3;0e5\n", numbers},
		{"pandas", ",a,b\na,0,1\nb,1,0\n", named},
		{"R", "\"a\" \"b\"\n\"a\" 0 1\n\"b\" 1 0\n", named},
		{"names above", "a b\n0 1\n1 0\n", named},
		{"names in front", "a 0 1\nb 1 0\n", named},
		{"a word in the corner", "name,a,b\na,0,1\nb,1,0\n", named},
		{"numbers on both sides", ",5,7\n5,0,1\n7,1,0\n", counted},
		{"numbers above", "1 2 3\n0 0 1\n0 0 0\n1 0 0\n", reading{edges: [][2]string{{"0", "2"}, {"2", "0"}}, declares: true, n: 3, numbers: []uint64{1, 2, 3}}},
		{"rows that count", "\"a\" \"b\"\n\"1\" 0 1\n\"2\" 1 0\n", named},
		{"other names in front", ",a,b\na,0,1\nc,1,0\n", malformedAt(2)},
		{"a name twice", "a a\n0 1\n1 0\n", malformedAt(2)},
		{"missing", "0 1\n1 NA\n", malformedAt(2)},
		{"no number", "0 1\nnan 0\n", malformedAt(2)},
		{"infinite", "0 1\n1 inf\n", malformedAt(2)},
		{"empty", "0,1\n1,\n", malformedAt(2)},
		{"a value without a separator", "0,1,1\n1,0,1\n1,1 20,1\n", malformedAt(3)},
		{"a CR within", "0\t1\t1\n1\t0\t1\n1\t1\r0\t1\n", malformedAt(3)},
		{"a short row", "0 1\n1\n", malformedAt(2)},
		{"a long row", "0 1\n1 0 1\n", malformedAt(2)},
		{"too few rows", "0 1 1\n1 0 1\n", malformedAt(1)},
		{"too many rows", "0 1\n1 0\n0 0\n0 0\n", malformedAt(3)},
		{"nothing", "", reading{declares: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkReading(t, ways, c.text, "a.txt", "matrix", c.want)
			checkReading(t, ways[:1], c.text, "a.txt", "matrix", referenceDenseMatrix(c.text))
		})
	}
}

// The files were written by scripts/plainfiles: by NumPy, pandas, igraph and R.
func TestDenseMatricesOfOthers(t *testing.T) {
	for _, c := range []struct {
		file            string
		vertices, edges int
	}{
		{"karate.txt", 34, 78}, {"karate.adjmat", 34, 78}, {"florence.csv", 15, 20}, {"florence-table.txt", 15, 20},
		{"florence-csv2.csv", 15, 20}, {"petersen.txt", 10, 15},
	} {
		src := openFile(t, filepath.Join("testdata", "plain", c.file))
		g, err := build(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if src.Info().Format != "matrix" || g.Vertices() != c.vertices || g.Edges() != uint64(c.edges) {
			t.Errorf("%s: %s of %d vertices and %d edges", c.file, src.Info().Format, g.Vertices(), g.Edges())
		}
		if named := g.Labels().Names() != nil; named != strings.HasPrefix(c.file, "florence") {
			t.Errorf("%s: names %q", c.file, g.Labels().Names())
		}
	}
}

// A matrix of more than the first part of a file is recognised, too.
func TestLargeDenseMatrix(t *testing.T) {
	const n = 700
	random := rand.New(rand.NewPCG(85, 86))
	g := randomGraph(t, random, n, graph.BaseLabels(1))
	data, err := written(t, "a.adjmat", g)
	if err != nil {
		t.Fatal(err)
	}
	src := openFile(t, writeFile(t, "a.txt", string(data)))
	got, err := build(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if src.Info().Format != "matrix" {
		t.Errorf("read as %s", src.Info().Format)
	}
	sameGraph(t, got, g)
}

// A matrix that need not be one of a graph is refused, and the message names the
// format.
func TestMatricesInDoubt(t *testing.T) {
	for _, text := range []string{
		"0 5 3\n5 0 2\n3 2 0\n",       // distances
		"0 -1 1\n-1 0 1\n1 1 0\n",     // -1 for no edge
		"1 1 0 0\n0 1 1 0\n0 0 1 1\n", // incidence
		"1 1 0\n0 0 1\n1 1 0\n",       // a table of zeros and ones
	} {
		_, err := OpenReader(strings.NewReader(text), "a.txt", Options{})
		choices := unclearChoices(t, err)
		if !slices.ContainsFunc(choices, func(c Choice) bool { return c.Options.Format == "matrix" }) {
			t.Errorf("%q: %v, %v", text, err, choices)
		}
	}
}

func TestWeightsOfDenseMatrix(t *testing.T) {
	src, err := OpenReader(strings.NewReader("0 2.5\n2.5 0\n"), "a.adjmat", Options{Weights: true})
	if err != nil {
		t.Fatal(err)
	}
	var weights []float64
	if _, err := src.Read(t.Context(), 1, func(_ int, b graph.Batch) error { weights = append(weights, b.Weights...); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(weights, []float64{2.5, 2.5}) || !src.Info().Weighted {
		t.Errorf("weights %v, weighted %t", weights, src.Info().Weighted)
	}
}

func BenchmarkDenseMatrix(b *testing.B) {
	random := rand.New(rand.NewPCG(87, 88))
	const n = 3000
	text := make([]byte, 0, 2*n*n)
	for range n * n {
		text = append(text, '0'+byte(random.IntN(20)/19), ' ')
	}
	for row := 2 * n; row <= len(text); row += 2 * n {
		text[row-1] = '\n'
	}
	path := filepath.Join(b.TempDir(), "a.adjmat")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		src := openFile(b, path)
		if _, err := src.Read(b.Context(), 1, func(int, graph.Batch) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
