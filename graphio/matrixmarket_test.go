package graphio

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

const (
	patternGeneral   = "%%MatrixMarket matrix coordinate pattern general\n"
	patternSymmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n"
	realGeneral      = "%%MatrixMarket matrix coordinate real general\n"
)

func TestMatrixMarketRules(t *testing.T) {
	path := ids("1", "0", "2", "1")
	for _, c := range []struct {
		name, text string
		want       reading
	}{
		{"pattern", patternGeneral + "3 3 2\n2 1\n3 2\n", reading{edges: path}},
		{"symmetric", patternSymmetric + "3 3 2\n2 1\n3 2\n", reading{edges: path}},
		{"symmetric, upper triangle", patternSymmetric + "3 3 2\n1 2\n3 2\n", reading{edges: ids("0", "1", "2", "1")}},
		{"real", realGeneral + "3 3 2\n2 1 0.5\n3 2 -1.25e+3\n", reading{edges: path}},
		{"explicit zero", realGeneral + "3 3 2\n2 1 0\n3 2 0.0\n", reading{edges: path}},
		{"not a number", realGeneral + "3 3 2\n2 1 nan\n3 2 -Inf\n", reading{edges: path}},
		{"Fortran exponent", realGeneral + "3 3 2\n2 1 1.5D-3\n3 2 .5d2\n", reading{edges: path}},
		{"double", "%%MatrixMarket matrix coordinate double general\n3 3 2\n2 1 1.\n3 2 .5\n", reading{edges: path}},
		{"integer", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 -4\n3 2 +4\n", reading{edges: path}},
		{"complex", "%%MatrixMarket matrix coordinate complex hermitian\n3 3 2\n2 1 0 1\n3 2 1e3 -1\n", reading{edges: path}},
		{"skew-symmetric", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1\n3 2 2\n", reading{edges: path}},
		{"one per cent sign, any case", "%matrixmarket MATRIX Coordinate Pattern GENERAL\n3 3 2\n2 1\n3 2\n", reading{edges: path}},
		{"comments and blank lines", patternGeneral + "% a\n\n%b\n3 3 2\n\n2 1\n%c\n3 2\n\n%", reading{edges: path}},
		{"blanks", patternGeneral + "  3\t3  2 \n  2   1  \n\t3\t2\n", reading{edges: path}},
		{"CR LF and byte-order mark", "\ufeff%%MatrixMarket matrix coordinate real general\r\n% a\r\n3 3 2\r\n2 1 1\r\n3 2 1 \r\n\r\n", reading{edges: path}},
		{"no last line feed", patternGeneral + "3 3 2\n2 1\n3 2", reading{edges: path}},
		{"loops and duplicates", patternGeneral + "2 2 4\n1 1\n2 1\n1 2\n2 1\n", reading{edges: ids("0", "0", "1", "0", "0", "1", "1", "0")}},
		{"no entries", patternGeneral + "5 5 0\n", reading{}},
		{"nothing", patternGeneral + "0 0 0\n", reading{}},

		{"array", "%%MatrixMarket matrix array real general\n2 2\n0\n1.5\n-0.0\n7\n", reading{edges: ids("1", "0", "1", "1")}},
		{"symmetric array", "%%MatrixMarket matrix array integer symmetric\n3 3\n0\n1\n0\n0\n1\n0\n", reading{edges: path}},
		{"skew-symmetric array", "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n0\n% c\n-1\n", reading{edges: path}},
		{"hermitian array", "%%MatrixMarket matrix array complex hermitian\n2 2\n0 0\n0 1\n0 0\n", reading{edges: ids("1", "0")}},

		{"no size line", patternSymmetric + "2 1\n3 2\n", malformedAt(2)},
		{"size line in a comment", patternSymmetric + "%3 3 2\n2 1\n3 2\n", malformedAt(3)},
		{"nothing behind the banner", patternSymmetric + "% c\n", malformedAt(3)},
		{"not square", patternGeneral + "3 4 2\n2 1\n3 2\n", malformedAt(2)},
		{"negative size", patternGeneral + "-3 -3 2\n2 1\n3 2\n", malformedAt(2)},
		{"too many vertices", patternGeneral + "4294967296 4294967296 1\n2 1\n", malformedAt(2)},
		{"array size line for coordinates", realGeneral + "3 3\n2 1 1\n", malformedAt(2)},
		{"coordinate size line for an array", "%%MatrixMarket matrix array real general\n1 1 1\n1\n", malformedAt(2)},
		{"too few entries", patternGeneral + "3 3 3\n2 1\n3 2\n", malformedAt(2)},
		{"too many entries", patternGeneral + "% c\n3 3 1\n2 1\n3 2\n", malformedAt(3)},
		{"index 0", patternGeneral + "3 3 2\n2 1\n0 2\n", malformedAt(4)},
		{"index beyond", patternGeneral + "3 3 2\n2 1\n3 4\n", malformedAt(4)},
		{"index far beyond", patternGeneral + "3 3 2\n2 1\n3 99999999999999999999\n", malformedAt(4)},
		{"negative index", patternGeneral + "3 3 2\n2 1\n-3 2\n", malformedAt(4)},
		{"commas", patternGeneral + "3 3 2\n2,1\n3,2\n", malformedAt(3)},
		{"value in a pattern", patternGeneral + "3 3 2\n2 1\n3 2 1\n", malformedAt(4)},
		{"value missing", realGeneral + "3 3 2\n2 1 1\n3 2\n", malformedAt(4)},
		{"value no number", realGeneral + "3 3 2\n2 1 1\n3 2 x\n", malformedAt(4)},
		{"half a complex value", "%%MatrixMarket matrix coordinate complex general\n3 3 2\n2 1 1 0\n3 2 1\n", malformedAt(4)},
		{"comment behind an entry", patternGeneral + "3 3 2\n2 1\n3 2 % c\n", malformedAt(4)},
		{"hash is no comment", patternGeneral + "3 3 2\n2 1\n# c\n3 2\n", malformedAt(4)},
		{"pattern array", "%%MatrixMarket matrix array pattern general\n1 1\n", malformedAt(1)},
		{"pattern skew-symmetric", "%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n", malformedAt(1)},
		{"pattern hermitian", "%%MatrixMarket matrix coordinate pattern hermitian\n1 1 0\n", malformedAt(1)},
		{"real hermitian", "%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n", malformedAt(1)},
		{"unknown field", "%%MatrixMarket matrix coordinate quaternion general\n1 1 0\n", malformedAt(1)},
		{"vector", "%%MatrixMarket vector coordinate real general\n1 1 0\n", malformedAt(1)},
		{"short banner", "%%MatrixMarket matrix coordinate\n1 1 0\n", malformedAt(1)},
		{"no banner", "1 1 0\n", malformedAt(1)},
		{"four per cent signs", "%%" + patternGeneral + "3 3 0\n", malformedAt(1)},
		{"array too short", "%%MatrixMarket matrix array real general\n2 2\n1\n1\n1\n", malformedAt(2)},
		{"array too long", "%%MatrixMarket matrix array real general\n1 1\n1\n\n1\n", malformedAt(5)},
		{"array with two values a line", "%%MatrixMarket matrix array real general\n2 2\n1 1\n1 1\n", malformedAt(3)},
		{"array not a number", "%%MatrixMarket matrix array real general\n1 1\none\n", malformedAt(3)},
		{"CR alone", "%%MatrixMarket matrix coordinate pattern general\r3 3 1\r2 1\r", declared(3, "1", "0")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if want, _ := referenceMatrix(withLineFeeds(c.text)); fmt.Sprint(sortedEdges(want.edges)) != fmt.Sprint(sortedEdges(c.want.edges)) ||
				want.badLine >= 0 && want.badLine != c.want.badLine {
				t.Errorf("the reference reads %+v, want %+v", want, c.want)
			}
			checkReading(t, ways, c.text, "matrix.mtx", "matrixmarket", c.want)
		})
	}
}

func TestMatrixMarketInfo(t *testing.T) {
	for _, c := range []struct {
		text                    string
		vertices, records, most graph.Size
		eachOnce                bool
	}{
		{patternGeneral + "9 9 2\n2 1\n3 2\n", graph.Known(9), graph.Known(2), graph.Known(2), false},
		{patternSymmetric + "9 9 2\n2 1\n3 2\n", graph.Known(9), graph.Known(2), graph.Known(2), true},
		{"%%MatrixMarket matrix array real symmetric\n2 2\n0\n1\n0\n", graph.Known(2), graph.Size{}, graph.Known(3), true},
	} {
		for _, w := range ways {
			src, err := openWay(t, w, c.text, "a.mtx", "")
			if err != nil {
				t.Fatal(err)
			}
			info := src.Info()
			if info.Format != "matrixmarket" || info.Recognised != "banner" || info.Base != 1 ||
				info.Vertices != c.vertices || info.Records != c.records || info.MaxRecords != c.most ||
				info.EachOnce != c.eachOnce || info.Rereadable == w.stream {
				t.Errorf("%+v: %+v", w, info)
			}
			_, sum, err := read(src, w.workers)
			if err != nil || sum.Vertices != c.vertices {
				t.Errorf("summary %+v, %v", sum, err)
			}
			closeAll(t, src)
		}
	}
}

func TestMatrixMarketDeclaresTooMuch(t *testing.T) {
	for _, text := range []string{
		realGeneral + "3 3 9223372036854775808\n2 1 1\n",
		"%%MatrixMarket matrix array real general\n4294967295 4294967295\n1\n",
	} {
		_, err := openWay(t, ways[0], text, "a.mtx", "")
		if got := inputError(t, err); got.Line != 2 {
			t.Errorf("%v", err)
		}
	}
	// What could be true of a larger file is not promised for this one.
	for _, text := range []string{
		patternGeneral + "4000000000 4000000000 9000000000000000000\n2 1\n",
		"%%MatrixMarket matrix array real general\n3000000000 3000000000\n1\n1\n",
	} {
		src, err := openWay(t, ways[0], text, "a.mtx", "")
		if err != nil {
			t.Fatal(err)
		}
		if info := src.Info(); info.Records.Known() || info.MaxRecords.Get() > 2 {
			t.Errorf("%+v", info)
		}
		_, _, err = read(src, 2)
		if got := inputError(t, err); got.Line != 2 {
			t.Errorf("%v", err)
		}
		closeAll(t, src)
	}
}

func TestMatrixMarketAgreesWithReference(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for range 1000 {
		banner := fmt.Sprintf("%%%%MatrixMarket matrix %s %s %s\n",
			[]string{"coordinate", "coordinate", "coordinate", "array"}[r.IntN(4)],
			[]string{"real", "integer", "pattern", "complex"}[r.IntN(4)],
			[]string{"general", "symmetric", "skew-symmetric", "hermitian"}[r.IntN(4)])
		pieces := [][]string{
			{"1 1", "3 2", " 2  1 ", "% c", ""},
			{"1 1 1", "3 2 -0.5", "2\t1 1e5", "3 1 nan", "% c", ""},
			{"1 1 1 0", "3 2 -0.5 1.", "2 1 0 0"},
			{"1", "0", "-0.0", "1e5", "% c"},
			{"1 1", "0 1", "4 1", "1 1 1", "x", "1 2 x", "1", "# c", "1 2 1e", "1 2 0x1", "1 1 1\r"},
		}[r.IntN(5)]
		lines := r.IntN(7)
		size := fmt.Sprintf("%d %d %d\n", 3+r.IntN(2)/2, 3, lines-r.IntN(3)/2)
		if r.IntN(4) == 0 {
			size = "2 2\n"
		}
		text := banner + size + randomText(r, pieces, lines)
		want, _ := referenceMatrix(withLineFeeds(text))
		w := way{r.IntN(2) == 0, 1 + r.IntN(40), 1 + r.IntN(4)}
		checkReading(t, []way{w}, text, "a.mtx", "matrixmarket", want)
	}
}

// The banner of Matrix Market is told as this expression would.
func TestStartsWithMatrixMarket(t *testing.T) {
	expression := regexp.MustCompile(`(?i)^%%?MatrixMarket\b`)
	for _, sign := range []string{"", "%", "%%", "%%%", " %"} {
		for _, word := range []string{"", "MatrixMarket", "matrixmarket", "MATRIXMARKEt", "MatrixMarke", "Matrix Market"} {
			for _, next := range []string{"", " ", "\t", "\n", "s", "_", "5", "é", "%", "-"} {
				text := []byte(sign + word + next)
				if got, want := startsWithMatrixMarket(text), expression.Match(text); got != want {
					t.Errorf("%q: %v, want %v", text, got, want)
				}
			}
		}
	}
}
