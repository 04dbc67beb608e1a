package graphio

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/tricycle-graph/tricycle/graph"
)

// manyNames are inputs whose names of vertices take much more than they may.
func manyNames() map[string]string {
	const n = 20_000
	var csv, pajek, gml, dot, graphML, gexf, gdf, tgf, links strings.Builder
	name := func(i int) string { return fmt.Sprintf("vertex-%d-%s", i%n, strings.Repeat("x", 200)) }
	fmt.Fprintf(&pajek, "*Vertices %d\n", n)
	dot.WriteString("graph {\n")
	gdf.WriteString("nodedef>name\n")
	gml.WriteString("graph [\n")
	graphML.WriteString(`<graphml><graph edgedefault="undirected">`)
	gexf.WriteString("<gexf><graph><nodes>")
	links.WriteString(`{"links": [], "nodes": [{"id": "x"}`)
	for i := range n {
		fmt.Fprintf(&links, ", {\"id\": %q}", name(i))
		fmt.Fprintf(&gexf, "<node id='%d' label=%q/>\n", i, name(i))
		fmt.Fprintf(&gdf, "%s\n", name(i))
		fmt.Fprintf(&tgf, "%d %s\n", i, name(i))
		fmt.Fprintf(&csv, "%s,%s\n", name(i), name(i+1))
		fmt.Fprintf(&pajek, "%d %q\n", i+1, name(i))
		fmt.Fprintf(&dot, "%q;\n", name(i))
		fmt.Fprintf(&gml, "node [ id %d label %q ]\n", i, name(i))
		fmt.Fprintf(&graphML, "<node id=%q/>\n", name(i))
	}
	pajek.WriteString("*Edges\n1 2\n")
	dot.WriteString("}\n")
	gml.WriteString("edge [ source 1 target 2 ] ]\n")
	fmt.Fprintf(&graphML, "<edge source=%q target=%q/></graph></graphml>\n", name(0), name(n-1))
	return map[string]string{"n.csv": csv.String(), "n.net": pajek.String(), "n.gml": gml.String(), "n.dot": dot.String(), "n.graphml": graphML.String(),
		"n.gdf": gdf.String() + "edgedef>node1,node2\n", "n.tgf": tgf.String() + "#\n",
		"n.gexf": gexf.String() + "</nodes></graph></gexf>", "n.json": links.String() + "]}"}
}

// matrixOfNames is a matrix whose names take much more than its values.
func matrixOfNames() string {
	const n = 500
	var text strings.Builder
	name := func(i int) string { return fmt.Sprintf("vertex-%d-%s", i, strings.Repeat("x", 8000)) }
	for i := range n {
		text.WriteString(name(i) + strings.Repeat("\t0", n) + "\n")
	}
	return text.String()
}

func TestNamesOfMatrixCountAsMemory(t *testing.T) {
	text := matrixOfNames()
	held, err := readWithin(t, "n.adjmat", []byte(text), 0)
	if least := int64(500 * 8000); err != nil || held < least || held > 4*least {
		t.Errorf("holds %d bytes, error %v", held, err)
	}
	refusedThenRead(t, "n.adjmat", []byte(text), 50<<20)
}

// readWithin reads an input within a limit and returns what its source held.
func readWithin(t *testing.T, name string, data []byte, memory int64) (held int64, err error) {
	t.Helper()
	src, err := OpenReader(struct{ *bytes.Reader }{bytes.NewReader(data)}, name, Options{Memory: memory})
	if err != nil {
		return 0, err
	}
	defer src.Close()
	_, err = src.Read(context.Background(), 2, func(int, graph.Batch) error { return nil })
	return src.Info().Holds(), err
}

// refusedThenRead reads within too little, and then within the limit that is named.
func refusedThenRead(t *testing.T, name string, data []byte, memory int64) {
	t.Helper()
	_, err := readWithin(t, name, data, memory)
	var short *graph.MemoryError
	if !errors.As(err, &short) || short.Need <= memory || short.Limit != memory {
		t.Errorf("%s within %d: %v", name, memory, err)
		return
	}
	if _, err := readWithin(t, name, data, short.Need); err != nil {
		t.Errorf("%s: %v; then: %v", name, short, err)
	}
}

func TestNamesCountAsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	for name, text := range manyNames() {
		held, err := readWithin(t, name, []byte(text), 0)
		if least := int64(20_000 * 200); err != nil || held < least || held > 3*least {
			t.Errorf("%s: holds %d bytes, error %v", name, held, err)
		}
		refusedThenRead(t, name, []byte(text), 50<<20)
	}
}

// Positions count, too, once where they are read again, and what is refused says how much is enough.
func TestPositionsCountAsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("many places, read by one worker")
	}
	const n = 40_000
	files := make(map[string]string)
	for name, keys := range map[string]string{"picture.gml": "x 1 y 2", "both.gml": "x 1 lat 2 lon 3", "one.gml": "y 2"} {
		var text strings.Builder
		for v := range n {
			fmt.Fprintf(&text, "node [ id %d %s ]\n", v, keys)
		}
		files[name] = "graph [\n" + text.String() + "]\n"
	}
	var pajek strings.Builder
	for v := range n {
		fmt.Fprintf(&pajek, "%d v 0.5 0.25\n", v+1)
	}
	files["n.net"] = fmt.Sprintf("*Vertices %d\n%s*Edges\n1 2\n", n, &pajek)
	for name, text := range files {
		read := func(memory int64) (held [2]int64, err error) {
			path := writeFile(t, name, text)
			src, err := Open(path, Options{Memory: memory, Positions: true})
			if err != nil {
				t.Fatal(err)
			}
			defer closeAll(t, src)
			for i := range held {
				if _, err = src.Read(t.Context(), 1, func(int, graph.Batch) error { return nil }); err != nil {
					return held, err
				}
				held[i] = src.Info().Holds()
			}
			return held, nil
		}
		held, err := read(0)
		if err != nil || held[0] != held[1] || held[0] < n*(placeBytes+placeEntry) {
			t.Errorf("%s: holds %d, %v", name, held, err)
		}
		var short *graph.MemoryError
		if _, err := read(50 << 20); !errors.As(err, &short) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := read(short.Need); err != nil {
			t.Errorf("%s: %v; then: %v", name, short, err)
		}
	}
}

func TestNamesAreCountedOnceWhereTheyAreReadAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "n.csv")
	if err := os.WriteFile(name, []byte(manyNames()["n.csv"]), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := Open(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	var held [2]int64
	for i := range held {
		if _, err := src.Read(t.Context(), 2, func(int, graph.Batch) error { return nil }); err != nil {
			t.Fatal(err)
		}
		held[i] = src.Info().Holds()
	}
	if held[0] != held[1] {
		t.Errorf("holds %d bytes, and read again %d", held[0], held[1])
	}
}

func TestWindowsCountAsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	// More than a frame may hold that is decompressed at once.
	text := bytes.Repeat([]byte("1 2\n3 4\n"), 4*zstdMost/8)
	for _, single := range []bool{false, true} {
		w, err := zstd.NewWriter(nil, zstd.WithWindowSize(64<<20), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithSingleSegment(single))
		if err != nil {
			t.Fatal(err)
		}
		refusedThenRead(t, "w.txt.zst", w.EncodeAll(text, nil), 60<<20)
	}
}

func TestLongLinesCountAsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	text := strings.Repeat("1 2\n", headSize) + "# " + strings.Repeat("x", 8<<20) + "\n3 4\n"
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	refusedThenRead(t, "l.txt.gz", zipped.Bytes(), 60<<20)
	refusedThenRead(t, "l.txt", []byte(text), 60<<20)
	if _, err := readWithin(t, "short.txt", []byte(text[:headSize]), 1); err != nil {
		t.Errorf("ordinary lines within a byte: %v", err)
	}
}
