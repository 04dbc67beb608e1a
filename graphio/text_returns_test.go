package graphio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// A text whose lines end with CR alone is what it is with LF, in all formats, all ways of
// reading, and compressed.
func TestLinesThatEndWithCR(t *testing.T) {
	folder := t.TempDir()
	seen := make(map[string]bool)
	for _, s := range samples(t, rand.New(rand.NewPCG(81, 82))) {
		if _, text := references[s.format]; !text && s.format != "dl" && s.format != "gdf" || !isText(s.data) || bytes.IndexByte(s.data, '\n') < 0 {
			continue
		}
		seen[s.format] = true
		lines := bytes.ReplaceAll(s.data, []byte("\r\n"), newline)
		returns := bytes.ReplaceAll(lines, newline, []byte{'\r'})
		for _, format := range []string{"", s.format}[:graphtest.Fewer(2)] {
			want := readSample(t, folder, s, lines, way{false, defaultBlockSize, 1}, format)
			for _, w := range []way{{false, 7, 3}, {true, 16, 2}}[:graphtest.Fewer(2)] {
				compareOutcomes(t, folder, s, want, readSample(t, folder, s, returns, w, format))
				compareOutcomes(t, folder, s, want, readSample(t, folder, s, []byte(gzipped(t, string(returns))), w, format))
			}
		}
	}
	if len(seen) < 18 {
		t.Errorf("only %d formats", len(seen))
	}
}

// The lines of an error are counted rightly, and what ends its lines in two ways is refused.
func TestLinesThatEndInTwoWays(t *testing.T) {
	long := strings.Repeat("100 200\r", headSize/8+1000)
	lines := strings.Count(long, "\r")
	for _, c := range []struct {
		name, text string
		want       int // line of the error, 0 where there is none
	}{
		{"long", long, 0},
		{"without the last CR", long + "1 2", 0},
		{"malformed", long + "1 2\r1 x\r1 2\r", lines + 2},
		{"LF", long + "1 2\n1 2\r", lines + 1},
		{"CR LF", long + "1 2\r\n1 2\r", lines + 1},
		{"malformed in front of an LF", long + "1 x\r1 2\n", lines + 1},
		{"LF early", "1 2\r1 2\n1 2\r", 1},
		{"CR later", "1 2\n1 2\r1 2\n", 2},
		{"CR at the end of the head", "#" + strings.Repeat("x", headSize-2) + "\r\n1 2\r\n", -1},
	} {
		for _, data := range []string{c.text, gzipped(t, c.text)} {
			if c.want < 0 {
				// There are CR LF alone, which is seen only behind the first bytes.
				checkReading(t, ways[:1], data, "a.txt", "edgelist", reading{edges: ids("1", "2")})
				continue
			}
			for _, w := range []way{{false, 1000, 3}, {false, defaultBlockSize, 1}, {true, defaultBlockSize, 2}}[:graphtest.Fewer(3)] {
				src, err := openWay(t, w, data, "a.txt", "")
				var records uint64
				if err == nil {
					var all [][2]string
					all, _, err = read(src, w.workers)
					records = uint64(len(all))
					closeAll(t, src)
				}
				switch {
				case c.want > 0:
					if refusal := inputError(t, err); refusal.Line != int64(c.want) {
						t.Errorf("%s, %+v: %v, want line %d", c.name, w, err, c.want)
					}
				case err != nil || records != uint64(strings.Count(strings.TrimSuffix(c.text, "\r"), "\r")+1):
					t.Errorf("%s, %+v: %d records, %v", c.name, w, records, err)
				}
			}
		}
	}
}

// Of a stream each byte may come by itself, and of binary data nothing is changed.
func TestCRAsItComes(t *testing.T) {
	src, err := OpenReader(iotest.OneByteReader(strings.NewReader("*Vertices 3\r1 \"a b\"\r2 c\r3 d\r*Edges\r1 2\r2 3\r")), "-", Options{})
	if err != nil {
		t.Fatal(err)
	}
	edges, sum, err := read(src, 2)
	if closeAll(t, src); err != nil || fmt.Sprint(edges) != "[[a b c] [c d]]" || len(sum.Names) != 3 {
		t.Errorf("%v, %+v, %v", edges, sum, err)
	}
	for _, o := range []struct{ name, format string }{{"a.bin", ""}, {"a.txt", "u32"}} {
		src, err := Open(writeFile(t, filepath.Base(o.name), "\r\r\r\r0\r1\r"), Options{Format: o.format})
		if err != nil {
			t.Fatal(err)
		}
		edges, _ := rawEdges(t, src, 1)
		if closeAll(t, src); len(edges) != 1 || edges[0].U != 0x0d0d0d0d || edges[0].V != 0x0d310d30 {
			t.Errorf("%v", edges)
		}
	}
}
