package graphio

import (
	"fmt"
	"strings"
	"testing"
)

func TestDLRules(t *testing.T) {
	path := [][2]string{{"0", "1"}, {"1", "0"}, {"1", "2"}, {"2", "1"}}
	named := [][2]string{{"Ann", "Bo L"}, {"Bo L", "Ann"}, {"Bo L", "Cy"}, {"Cy", "Bo L"}}
	numbers := reading{edges: path, declares: true, n: 3}
	names := reading{edges: named, names: []string{"Ann", "Bo L", "Cy"}, declares: true, n: 3}
	half := reading{edges: [][2]string{{"1", "0"}, {"2", "1"}}, declares: true, n: 3}
	for _, c := range []struct {
		name, text string
		want       reading
	}{
		{"full matrix", "dl n=3 format=fullmatrix\ndata:\n0 1 0\n1 0 1\n0 1 0\n", numbers},
		{"a word a line", "DL\nN = 3\nFORMAT = FULLMATRIX DIAGONAL PRESENT\nDATA:\n0 1 0\n1 0 1\n0 1 0\n", numbers},
		{"no format", "dl n=3\ndata:\n0 1 0\n1 0 1\n0 1 0\n", numbers},
		{"wrapped rows", "dl n = 3, data: 0 1 0 1\n0 1 0\n1 0\n", numbers},
		{"labels", "dl n=3, nm=1,\nformat = fullmatrix,\nlabels:\nAnn,\"Bo L\",Cy\ndata:\n0 1 0\n1 0 1\n0 1 0\n", names},
		{"labels of rows and columns", "dl n=3\nROW LABELS:\nAnn\n\"Bo L\"\nCy\nCOLUMN LABELS:\nAnn\n\"Bo L\"\nCy\ndata:\n0 1 0\n1 0 1\n0 1 0\n", names},
		{"labels like headings", "dl n=2 format=edgelist1\nlabels:\n\"data:\"\n\"x labels: y\"\ndata:\n1 2\n",
			reading{edges: [][2]string{{"data:", "x labels: y"}}, names: []string{"data:", "x labels: y"}, declares: true, n: 2}},
		{"no diagonal", "dl n=3 diagonal=absent\ndata:\n1 0\n1 1\n0 1\n", numbers},
		{"lower half", "dl n=3 format=lowerhalf\ndata:\n0\n1 0\n0 1 0\n", half},
		{"lower half, no diagonal", "dl n=3 format=lowerhalf diagonal=absent\ndata:\n1\n0 1\n", half},
		{"upper half", "dl n=3 format=upperhalf\ndata:\n0 1 0\n0 1\n0\n", reading{edges: [][2]string{{"0", "1"}, {"1", "2"}}, declares: true, n: 3}},
		{"edge list", "dl n=3 format=edgelist1\ndata:\n1 2\n2 1 0.5\n2 3\n3 2\n", numbers},
		{"node list", "dl n=3 format=nodelist1\ndata:\n1 2\n2 1 3\n3 2\n", numbers},
		{"embedded", "dl n=3 format=edgelist1\nlabels embedded:\ndata:\nAnn \"Bo L\"\n\"Bo L\" Ann\n\"Bo L\" Cy\nCy \"Bo L\"\n", names},
		{"embedded, node list", "dl n=3 format=nodelist1 labels embedded\ndata:\nAnn \"Bo L\"\n\"Bo L\" Ann Cy\nCy \"Bo L\"\n", names},
		{"isolated", "dl n=3 format=edgelist1\ndata:\n1 2\n", reading{edges: [][2]string{{"0", "1"}}, declares: true, n: 3}},
		{"two modes", "dl nr=2 nc=3 format=fullmatrix\ndata:\n", malformedAt(1)},
		{"several relations", "dl n=2 nm=2\ndata:\n", malformedAt(1)},
		{"another format", "dl n=2 format=rankedlist1\ndata:\n", malformedAt(1)},
		{"a word that is none", "dl n=2 colour=red\n", malformedAt(1)},
		{"too few values", "dl n=2\ndata:\n0 1 1\n", malformedAt(4)},
		{"too many values", "dl n=2\ndata:\n0 1 1 0\n1\n", malformedAt(4)},
		{"no number", "dl n=2\ndata:\n0 x 1 0\n", malformedAt(3)},
		{"a vertex beyond", "dl n=2 format=edgelist1\ndata:\n1 3\n", malformedAt(3)},
		{"more labels than n", "dl n=2 format=edgelist1 labels embedded\ndata:\na b\nb c\n", malformedAt(4)},
		{"fewer labels than n", "dl n=3\nlabels:\na b\ndata:\n", malformedAt(4)},
		{"a label twice", "dl n=2\nlabels:\na,a\ndata:\n", malformedAt(3)},
		{"other labels of columns", "dl n=2\nrow labels:\na b\ncolumn labels:\na c\ndata:\n", malformedAt(5)},
		{"no data", "dl n=2\n", malformedAt(2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkReading(t, ways, c.text, "a.txt", "dl", c.want)
			checkReading(t, ways[:2], strings.ReplaceAll(c.text, "\n", "\r\n"), "a.txt", "", c.want)
		})
	}
}

// FuzzDL looks for panics and for answers that depend on the way of reading.
func FuzzDL(f *testing.F) {
	for i, text := range []string{
		"dl n=3 format=fullmatrix\ndata:\n0 1 0\n1 0 1\n0 1 0\n", "DL\nN=2\nlabels:\na,\"b c\"\nDATA:\n0 1 1 0\n", "dl n=3 format=lowerhalf diagonal=absent\ndata:\n1\n0 1\n",
		"dl n=3 format=edgelist1\nlabels embedded:\ndata:\na b\nb c 2\n", "dl n=2 row labels:\na b\ncolumn labels:\na b\ndata:\n0 1 1 0\n", "dl nr=2,nc=3\n", "dl n=3 format=nodelist1\ndata:\n1 2 3\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint16) {
		if len(text) > headSize || findCompression([]byte(text)) != nil {
			return
		}
		var first string
		for i, w := range []way{{false, defaultBlockSize, 1}, fuzzWay(seed)} {
			src, err := openWay(t, w, text, "a.dl", "dl")
			result := ""
			if err == nil {
				edges, sum, failed := read(src, w.workers)
				result, err = fmt.Sprint(edges, sum.Names, sum.Vertices), failed
				closeAll(t, src)
			}
			if err != nil {
				_, result, _ = strings.Cut(inputError(t, err).Error(), "a.dl")
			}
			if i == 0 {
				first = result
			} else if result != first {
				t.Fatalf("%q one way, %q the other, of %q", first, result, text)
			}
		}
	})
}
