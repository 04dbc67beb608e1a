package graphio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ulikunitz/xz"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// sample is a small, valid file.
type sample struct {
	name   string // its suffix counts
	format string
	data   []byte
}

// references are the readers that go by the rules without any haste.
var references = map[string]func(text, suffix string) reading{
	"edgelist":     func(text, suffix string) reading { return referenceEdgeList(text, "a"+suffix, "edgelist") },
	"matrixmarket": func(text, _ string) reading { r, _ := referenceMatrix(text); return r },
	"metis":        func(text, _ string) reading { return referenceMetis(text) },
	"dimacs":       func(text, _ string) reading { return referenceDimacs(text) },
	"pajek":        func(text, _ string) reading { return referencePajek(text) },
	"gml":          func(text, _ string) reading { return referenceGML(text) },
	"graphml":      func(text, _ string) reading { return referenceGraphML(text) },
	"gexf":         func(text, _ string) reading { return referenceGEXF(text) },
	"gdf":          func(text, _ string) reading { return referenceGDF(text) },
	"json":         func(text, _ string) reading { return referenceJSON(text) },
	"ndjson":       func(text, _ string) reading { return referenceNDJSON(text) },
	"leda":         func(text, _ string) reading { return referenceLEDA(text) },
	"lgl":          func(text, _ string) reading { return referenceLGL(text) },
	"ligra":        func(text, _ string) reading { return referenceLigra(text) },
	"dot":          func(text, _ string) reading { return referenceDOT(text) },
	"tgf":          func(text, _ string) reading { return referenceTGF(text) },
	"tntp":         func(text, _ string) reading { return referenceTNTP(text) },

	"adjlist":         func(text, _ string) reading { return referenceAdjacency(text, "adjlist") },
	"matrix":          func(text, _ string) reading { return referenceDenseMatrix(text) },
	"adjlist-rows":    func(text, _ string) reading { return referenceAdjacency(text, "adjlist-rows") },
	"adjlist-counted": func(text, _ string) reading { return referenceAdjacency(text, "adjlist-counted") },
	"graph6":          func(text, _ string) reading { return referenceGraph6(text) },
	"sparse6":         func(text, _ string) reading { return referenceGraph6(text) },
	"digraph6":        func(text, _ string) reading { return referenceGraph6(text) },
}

// samples returns files of all formats: what this package writes, plain and
// compressed, and what others do.
func samples(t testing.TB, random *rand.Rand) []sample {
	t.Helper()
	var all []sample
	for _, f := range formats {
		if f.write == nil {
			continue
		}
		for kind, labels := range labelled(random, 8) {
			g := randomGraph(t, rand.New(rand.NewPCG(45, 46)), 8, labels)
			for _, end := range f.outputs {
				data, err := written(t, "g"+end, g)
				if err == nil { // some cannot hold names
					all = append(all, sample{"g" + end, f.name, data})
				}
			}
			if kind != "names" {
				continue
			}
			for _, end := range []string{".gz", ".zst"} {
				path := filepath.Join(t.TempDir(), "g"+f.outputs[0]+end)
				if err := writeGraph(t.Context(), path, g, graph.Options{}); err != nil {
					continue
				}
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, sample{filepath.Base(path), f.name, data})
			}
		}
	}
	all = append(all, []sample{
		{"a.csv", "edgelist", []byte("id_1,id_2\r\n0,1\r\n1,2\r\n")},
		{"a.txt", "edgelist", []byte("# c\n3 3\n1 2 0.5\n2\t3 1e9\n% d\n3 1\n")},
		{"a.tsv", "edgelist", []byte("a b\tc\n\"d\"\"e\"\tc\n")},
		{"a.mtx", "matrixmarket", []byte("%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 2\n2 1 0.5\n3 2 -1e3\n")},
		{"a.mtx", "matrixmarket", []byte("%%MatrixMarket matrix array integer general\n2 2\n0\n1\n1\n0\n")},
		{"a.graph", "metis", []byte("% c\n4 2 111 2\n1 9 8 2 7\n1 9 8 1 7 3 7\n1 9 8 2 7\n1 0 0\n")},
		{"a.graph", "metis", []byte("5 1\n\n4\n\n2\n\n")},
		{"a.col", "dimacs", []byte("c x\np edge 3 2\nn 1 5\ne 1 2\ne 2 3\n")},
		{"a.gr", "dimacs", []byte("p sp 3 2\na 1 2 10\na 2 3 -1.5\n")},
		{"a.paj", "pajek", []byte("% c\r\n*partition x\r\n*vertices 3\r\n1\r\n2\r\n1\r\n*network y\r\n*vertices 3\r\n1 \"a b\" 0.1\r\n2 c\r\n3\r\n*arcs :1\r\n1 2 0.5\r\n*edges\r\n2 3\r\n*arcslist\r\n3 1 2\r\n*vector z\r\n*vertices 3\r\n0.5\r\n1\r\n2e3\r\n")},
		{"a.net", "pajek", []byte("*Vertices 3 1\n*Matrix\n1 0\n")},
		{"a.gml", "gml", []byte("Creator \"x\"\ngraph [ directed 1\n node [ id 7 label \"a &amp; b\" ]\n node [ id 3 label \"c\" ] # d\n edge [ source 7 target 3 value 0.5 ]\n]\n")},
		{"a.graphml", "graphml", []byte("<?xml version=\"1.0\"?>\n<!-- c -->\n<graphml><key id=\"d\"/>\n<graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"&#65;\"><data key=\"d\">1</data></node>\n<edge source=\"a\" target=\"A\" directed=\"false\"/></graph></graphml>\n")},
		{"a.gexf", "gexf", []byte("<?xml version=\"1.0\"?>\n<!-- c -->\n<gexf><graph defaultedgetype=\"mutual\">\n<nodes><node id=\"a\" label=\"A\"><nodes><node id=\"&#65;\" label=\"b\"/></nodes><viz:position x=\"1\"/></node></nodes>\n<edges><edge source=\"a\" target=\"A\" weight=\"0.5\"/></edges></graph></gexf>\n")},
		{"a.gdf", "gdf", []byte("nodedef>name VARCHAR,label VARCHAR,x DOUBLE\n1,'a, b',1.5\n2,\"c\",\n4\nedgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN\n1,2,0.5,true\n4,2\n")},
		{"a.json", "json", []byte("{\"directed\": true,\n\"nodes\": [{\"id\": \"a\"}, {\"id\": 2, \"x\": [1, {}]}],\n\"links\": [{\"source\": 2, \"target\": \"a\", \"weight\": 0.5}]}\n")},
		{"a.json", "json", []byte("{\"links\": [[0, 1], [2, 1]], \"nodes\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"\\u0063\"}]}")},
		{"a.json", "json", []byte("{\"nodes\": [{\"id\": 3}, {\"id\": 4}], \"adjacency\": [[{\"id\": 4}], [{\"id\": 3}]]}")},
		{"a.json", "json", []byte("{\"elements\": {\"nodes\": [{\"data\": {\"id\": \"1\"}}], \"edges\": [{\"data\": {\"source\": 1, \"target\": \"1\"}}]}}")},
		{"a.json", "json", []byte("{\"1\": [2, 3],\n\"2\": [1],\n\"3\": []}")},
		{"a.json", "json", []byte("[[1, 2], [5, 1.0],\n[1, 7]]")},
		{"a.tgf", "tgf", []byte("1 January\r\n2 March\r\n3 March 2\r\n#\r\n1 2 next\r\n2 3\r\n")},
		{"a.txt", "tgf", []byte("a\nb\n7\n#\na b\nb 7 x y\n")},
		{"a.ndjson", "ndjson", []byte("{\"source\": 1, \"target\": 2, \"w\": 0.5, \"x\": [1, {}]}\r\n\r\n{\"target\": 3.0, \"source\": 2}\r\n")},
		{"a.jsonl", "ndjson", []byte("{\"from\":\"a\",\"id\":7,\"to\":\"b c\"}\n{\"from\":\"\\u0061\",\"id\":8,\"to\":\"\xc3\xa9\"}\n{\"from\":\"b c\",\"id\":9,\"to\":\"\\n\"}\n")},
		{"a.jsonl", "ndjson", []byte("[1, 2, 0.5]\n[2, 3, -1e3]\n[4294967296, 1, 7]\n")},
		{"a.tntp", "tntp", []byte("<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n~ c ;\n\t1\t2\t0.5\t;\n\t2\t3\t;\n")},
		{"a.adjlist", "adjlist", []byte("# c\r\n1: 2 3\r\n\r\n2: 1\r\n3: # none\r\n")},
		{"a.adjlist", "adjlist", []byte("a\tb c\td\nb c\nd\n")},
		{"a.txt", "adjlist-rows", []byte("1, 2\n%\n0, 2\n\n4\n3\n")},
		{"a.dl", "dl", []byte("dl n=3, format = fullmatrix\r\nlabels:\r\na,\"b c\",d\r\ndata:\r\n0 1 0\r\n1 0 2.5\r\n0 1 0\r\n")},
		{"a.dl", "dl", []byte("DL n=3 format=nodelist1 labels embedded\ndata:\na b\nb a c\nc\n")},
		{"a.csv", "matrix", []byte("\"\",\"a\",\"b,c\"\r\n\"a\",0,0.5\r\n\"b,c\",1e3,0\r\n")},
		{"a.txt", "matrix", []byte("# c\n0 1  1\n1 0\t0\n\n%\n1 0 0\n")},
		{"a.txt", "matrix", []byte("a b\na 0 1\nb 1 0\n")},
		{"a.txt", "adjlist-counted", []byte("7 2 8 9\n8 1 7\n9 0\n")},
		{"a.txt", "adjlist-counted", []byte("1 2 2 3\n2 1 1\n3 0\n")},
		{"a.g6", "graph6", []byte(">>graph6<<IheA@GUAo\r\n")},
		{"a.s6", "sparse6", []byte(":E_GCik~\n")},
		{"a.d6", "digraph6", []byte("&DI?AO?\n")},
		{"a.lgr", "leda", []byte("# c\nLEDA.GRAPH\nstring\nint\n-1\n2\n|{a}|\n|{b c}|\n2\n1 2 2 |{5}|\n2 1 1 |{}|\nGraphWin 1\n")},
		{"a.lgl", "lgl", []byte("# a\r\nb 0.5\r\n# b\r\nc\r\n\r\n# d\r\n")},
		{"a.adj", "ligra", []byte("WeightedAdjacencyGraph\n3\n2\n0 1\n1\n2 0\n5\n-0.5\n")},
		{"a.gv", "dot", []byte("# c\n/* d */ digraph \"g\" { edge [w=1]\n a:p:n -> {b \"c\\\"d\"} -> 7 [weight=2]; subgraph s { <h<i>> } }\n")},
		{"a.txt", "", []byte(gzipped(t, "0 1\n1 2\n2 0\n"))},
		{"a.net", "", []byte(xzipped(t, "*Vertices 3\n*Edges\n1 2\n2 3\n", xz.WriterConfig{}))},
		{"a.mtx", "", []byte(zstandard(t, patternGeneral+"3 3 2\n2 1\n3 2\n"))},
	}...)
	for _, directed := range []bool{false, true} {
		plain, _ := gapFile(random, 6, directed, false)
		weighted, _ := gapFile(random, 6, directed, true)
		described, _ := graphToolFile(random, binary.LittleEndian, 4, 5, namesOf(4))
		all = append(all, sample{"a.gt", "gt", described}, sample{"a.sg", "gap", plain}, sample{"a.wsg", "gap-weighted", weighted})
	}
	_, _, whole := bvSample()
	all = append(all, sample{"bv.graph", bvName, whole.graph}, sample{"bvalone.graph", bvName, whole.graph}, sample{"bvp.properties", bvName, whole.properties})
	for _, name := range []string{"csr-deflated.npz", "csc.npz", "coo-array.npz", "bsr-3x3.npz", "dia.npz", "adj.npz", "src-dst.npz", "edge_index-deflated.npz", "dense-f2.npy", "pairs-i8.npy", "rows-big-i4.npy"} {
		data, err := os.ReadFile(filepath.Join(numpyFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sample{name, filepath.Ext(name)[1:], data})
	}
	// Maps have no order, but a number should always make the same mutation.
	slices.SortFunc(all, func(a, b sample) int {
		return slices.Compare([]string{a.name, string(a.data)}, []string{b.name, string(b.data)})
	})
	return all
}

// filesBeside returns what stands beside a sample of a graph of several files, which is
// never read from a pipe.
func filesBeside(name string) map[string][]byte {
	_, _, whole := bvSample()
	switch name {
	case "bv.graph":
		return map[string][]byte{"bv.properties": whole.properties, "bv.offsets": whole.offsets}
	case "bvalone.graph":
		return map[string][]byte{"bvalone.properties": whole.properties}
	case "bvp.properties":
		return map[string][]byte{"bvp.graph": whole.graph, "bvp.offsets": whole.offsets}
	}
	return nil
}

var digitRun = regexp.MustCompile(`\d+`)

// mutate changes data at random, in one to three places.
func mutate(random *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + random.IntN(3) {
		if len(data) == 0 {
			return data
		}
		at := random.IntN(len(data))
		end := min(at+1+random.IntN(40), len(data))
		switch random.IntN(9) {
		case 0: // a bit
			data[at] ^= 1 << random.IntN(8)
		case 1: // a byte, of those that mean something
			const telling = "\x00\xff\n\r \t,;*[]<>\"#%&'-+.0123456789aecpn"
			data[at] = telling[random.IntN(len(telling))]
		case 2: // truncated
			data = data[:at]
		case 3: // a range twice
			data = slices.Insert(data, end, data[at:end]...)
		case 4: // a range lost
			data = slices.Delete(data, at, end)
		case 5: // two lines change places
			lines := bytes.SplitAfter(data, newline)
			i, j := random.IntN(len(lines)), random.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			data = bytes.Join(lines, nil)
		case 6, 7: // another number, perhaps a giant one
			runs := digitRun.FindAllIndex(data, -1)
			if len(runs) == 0 {
				continue
			}
			run := runs[random.IntN(len(runs))]
			numbers := []string{"0", "1", "4", "5", "4294967294", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615", "99999999999999999999"}
			data = slices.Replace(data, run[0], run[1], []byte(numbers[random.IntN(len(numbers))])...)
		case 8: // a giant word, where there is room
			for i := at; i < min(at+1+random.IntN(8), len(data)); i++ {
				data[i] = []byte{0xff, 0x7f}[random.IntN(2)]
			}
		}
	}
	return data
}

// answer is what came of reading.
type answer struct {
	edges [][2]string
	sum   graph.Summary
	err   error
}

// readSample reads data in some way and sees that no more memory is allocated
// than the data justify.
func readSample(t *testing.T, folder string, s sample, data []byte, w way, format string) answer {
	t.Helper()
	const fixed, perByte = 64 << 20, 64
	most := uint64(fixed + perByte*len(data))
	path := filepath.Join(folder, s.name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	beside := filesBeside(s.name)
	for name, data := range beside {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := allocated()
	var o answer
	var src graph.Source
	if w.stream && beside == nil {
		src, o.err = OpenReader(bytes.NewReader(data), path, Options{Format: format})
	} else {
		src, o.err = Open(path, Options{Format: format})
	}
	if o.err == nil {
		setBlockSize(src, w.block)
		o.edges, o.sum, o.err = read(src, w.workers)
		if o.err == nil && src.Info().Rereadable {
			checkClean(t, src, int64(most))
		}
		closeAll(t, src)
	}
	if got := allocated() - before; got > most {
		t.Fatalf("%d bytes allocated for %d, %v", got, len(data), o.err)
	}
	if o.err != nil {
		inputError(t, o.err)
	}
	return o
}

// allocated returns how many bytes were ever allocated on the heap, without
// stopping the world as runtime.ReadMemStats does.
func allocated() uint64 {
	sum := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sum)
	return sum[0].Value.Uint64()
}

// checkClean sees that cleaning works within a limit, or says that it needs
// more: what declares many vertices is a large graph.
func checkClean(t *testing.T, src graph.Source, memory int64) {
	t.Helper()
	var large *graph.MemoryError
	if _, err := lists.Graph(context.Background(), src, graph.Options{Threads: 1, Memory: memory / 2}); err != nil && !errors.As(err, &large) {
		t.Fatalf("clean: %v", err)
	}
}

// message is the text of an error without the name of the file.
func (o answer) message(folder string) string {
	if o.err == nil {
		return ""
	}
	return strings.ReplaceAll(o.err.Error(), folder, "")
}

// TestMutations reads damaged files of all formats. Each is read in two ways,
// which must agree, and where there is a reference, with it. The environment
// variable TRICYCLE_MUTATIONS sets how many.
func TestMutations(t *testing.T) {
	count := 2000
	if testing.Short() {
		count = 300
	}
	if wish := os.Getenv("TRICYCLE_MUTATIONS"); wish != "" {
		var err error
		if count, err = strconv.Atoi(wish); err != nil {
			t.Fatal(err)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // much is allocated, little kept
	all := samples(t, rand.New(rand.NewPCG(41, 42)))
	folder := t.TempDir()
	refused := 0
	for i := range count {
		random := rand.New(rand.NewPCG(43, uint64(i)))
		s := all[i%len(all)]
		data := mutate(random, s.data)
		format := ""
		if random.IntN(2) == 0 {
			format = s.format
		}
		what := fmt.Sprintf("mutation %d of %s as %q:\n%q", i, s.name, format, data)
		ended := watchForEnd(what)
		bad := t.Run("", func(t *testing.T) {
			first := readSample(t, folder, s, data, way{false, 1 + random.IntN(60), 1}, format)
			second := readSample(t, folder, s, data, way{true, 1 + random.IntN(60), 4}, format)
			if first.err != nil {
				refused++
			}
			compareOutcomes(t, folder, s, first, second)
			_, packed := cutCompression(s.name)
			if reference, ok := references[format]; ok && len(data) <= headSize && packed == nil && findCompression(data) == nil {
				w := way{random.IntN(2) == 0, 1 + random.IntN(60), 1 + random.IntN(4)}
				checkReading(t, []way{w}, string(data), s.name, format, reference(withLineFeeds(string(data)), filepath.Ext(s.name)))
			}
		})
		ended()
		if !bad {
			t.Fatal(what)
		}
	}
	t.Logf("%d mutations of %d files: %d refused, %d read", count, len(all), refused, count-refused)
}

// watchForEnd panics with all stacks unless the function that it returns is
// called soon. A process that was stopped meanwhile gets a second chance.
func watchForEnd(what string) (ended func()) {
	done := make(chan struct{})
	go func() {
		for range 2 {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Second):
			}
		}
		debug.SetTraceback("all")
		panic("no end: " + what)
	}()
	return func() { close(done) }
}

func compareOutcomes(t *testing.T, folder string, s sample, a, b answer) {
	t.Helper()
	if (a.err == nil) != (b.err == nil) {
		t.Fatalf("one way %v, the other %v", a.err, b.err)
	}
	// Of a binary file that is damaged twice, either may be seen first.
	if _, text := references[s.format]; text && a.message(folder) != b.message(folder) {
		t.Fatalf("one way %v, the other %v", a.err, b.err)
	}
	if a.err == nil && (!slices.Equal(a.edges, b.edges) || !slices.Equal(a.sum.Names, b.sum.Names) ||
		!slices.Equal(a.sum.Numbers, b.sum.Numbers) || a.sum.Vertices != b.sum.Vertices) {
		t.Fatalf("one way %+v, the other %+v", a, b)
	}
}
