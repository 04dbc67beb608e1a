package graphio

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// benchmarkFiles are files that our writers do not write.
var benchmarkFiles = []struct {
	name string
	opt  Options
	make func(b *testing.B) string
}{
	{"npz csr deflated", Options{}, func(b *testing.B) string { return deflatedFile(b, csrFile) }},
	{"npz coo deflated", Options{}, func(b *testing.B) string { return deflatedFile(b, cooFile) }},
	{"matrix", Options{Format: "matrix"}, denseFile},
	{"adjlist-rows", Options{Format: "adjlist-rows"}, func(b *testing.B) string { return rowsFile(b, false) }},
	{"adjlist-counted", Options{Format: "adjlist-counted"}, func(b *testing.B) string { return rowsFile(b, true) }},
	{"bvgraph rmat", Options{}, func(b *testing.B) string { return bvFile(b, false, true) }},
	{"bvgraph rmat, no offsets", Options{}, func(b *testing.B) string { return bvFile(b, false, false) }},
	{"bvgraph copies", Options{}, func(b *testing.B) string { return bvFile(b, true, true) }},
	{"bvgraph copies, no offsets", Options{}, func(b *testing.B) string { return bvFile(b, true, false) }},
}

// csrFile returns an adjacency matrix as we write it.
func csrFile(b *testing.B) []byte {
	data, err := written(b, "g.npz", benchmarkGraph(b, noLabels))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// cooFile returns the edges of a graph as two lists, in no order.
func cooFile(b *testing.B) []byte {
	src, err := generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	var lists [2][]uint32
	_, err = src.Read(b.Context(), 1, func(_ int, batch graph.Batch) error {
		for _, e := range batch.Edges {
			lists[0], lists[1] = append(lists[0], e.U), append(lists[1], e.V)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	var data bytes.Buffer
	w := &npzWriter{ctx: b.Context(), out: &output{Writer: &data}, zip: zip.NewWriter(&data)}
	for i, name := range []string{"row", "col"} {
		if err := w.write(name, "<i4", "("+strconv.Itoa(len(lists[i]))+",)", chunksOf(lists[i])); err != nil {
			b.Fatal(err)
		}
	}
	closeAll(b, w.zip)
	return data.Bytes()
}

// deflatedFile deflates the members of a zip archive, as save_npz does.
func deflatedFile(b *testing.B, archive func(*testing.B) []byte) string {
	stored := archive(b)
	members, err := zip.NewReader(bytes.NewReader(stored), int64(len(stored)))
	if err != nil {
		b.Fatal(err)
	}
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	for _, f := range members.File {
		from, err := f.Open()
		if err != nil {
			b.Fatal(err)
		}
		to, err := w.Create(f.Name)
		if err == nil {
			_, err = io.Copy(to, from)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	closeAll(b, w)
	return testFile(b, "g.npz", data.Bytes())
}

// denseFile is a matrix half of whose entries are ones.
func denseFile(b *testing.B) string {
	random := rand.New(rand.NewPCG(1, 2))
	var text []byte
	const n = 2048
	for range n {
		for range n {
			text = append(text, '0'+byte(random.IntN(2)), ' ')
		}
		text[len(text)-1] = '\n'
	}
	return testFile(b, "g.adjmat", text)
}

// rowsFile has the neighbours of a vertex on each line, perhaps behind the vertex and their
// number.
func rowsFile(b *testing.B, counted bool) string {
	g := benchmarkGraph(b, noLabels)
	var text []byte
	for v := range uint32(g.Vertices()) {
		if counted {
			text = append(appendIndexes(text, v, g.Degree(v)-1), ' ')
		}
		for _, w := range g.Neighbors(v) {
			text = append(appendIndex(text, w), ' ')
		}
		text = append(bytes.TrimSuffix(text, []byte(" ")), '\n')
	}
	return testFile(b, "g.txt", text)
}

// bvFile is a BVGraph with the codes that WebGraph chooses: an R-MAT graph, in which lists
// are written without references as they have little in common, or a graph whose lists are
// copied from those before.
func bvFile(b *testing.B, copies, offsets bool) string {
	shape := bvShape{depth: 3, minInterval: 4, k: 3, codes: [...]string{"GAMMA", "UNARY", "GAMMA", "GAMMA", "GAMMA", "ZETA", "GAMMA"}}
	random := rand.New(rand.NewPCG(3, 4))
	var lists [][]int
	arcs := 0
	if copies {
		shape.window = 7
		lists, _ = randomBVLists(random, 150_000)
	} else {
		g := benchmarkGraph(b, noLabels)
		for v := range uint32(g.Vertices()) {
			var list []int
			for _, w := range g.Neighbors(v) {
				list = append(list, int(w))
			}
			lists = append(lists, list)
		}
	}
	for _, list := range lists {
		arcs += len(list)
	}
	files := bvFiles{properties: []byte(shape.properties(len(lists), arcs))}
	files.graph, files.offsets = shape.write(random, lists)
	if !offsets {
		files.offsets = nil
	}
	path := files.in(b, b.TempDir())
	if stat, err := os.Stat(path); err == nil {
		b.Logf("%s: %.1f bits an arc", filepath.Base(path), 8*float64(stat.Size())/float64(arcs))
	}
	return path
}
