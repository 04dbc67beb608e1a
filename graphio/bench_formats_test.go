package graphio

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// benchmarkGraph has about two million edges.
func benchmarkGraph(b *testing.B, labels func(n int) graph.Labels) *graph.Graph {
	b.Helper()
	src, err := generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	g, err := build(b.Context(), src, graph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return relabelled(b, g, labels(g.Vertices()))
}

func noLabels(int) graph.Labels    { return graph.Labels{} }
func fromOne(int) graph.Labels     { return graph.BaseLabels(1) }
func someNames(n int) graph.Labels { return graph.NameLabels(namesOf(n)) }

// benchmarkFormats are the formats other than plain lists of edges, in and out.
var benchmarkFormats = []struct {
	name, file string
	labels     func(n int) graph.Labels
}{
	{"u32", "g.bin", noLabels}, {"graph500", "g.g500", noLabels}, {"graph500-packed", "g.g500p", noLabels},
	{"gap", "g.sg", noLabels}, {"npz", "g.npz", noLabels}, {"parquet", "g.parquet", noLabels}, {"parquet names", "g.parquet", someNames}, {"arrow", "g.arrow", noLabels}, {"arrow names", "g.arrow", someNames},
	{"metis", "g.graph", fromOne}, {"dimacs sp", "g.gr", fromOne}, {"dimacs edge", "g.col", fromOne},
	{"pajek", "g.net", fromOne}, {"pajek names", "g.net", someNames}, {"tntp", "g.tntp", fromOne},
	{"gml", "g.gml", fromOne}, {"gml names", "g.gml", someNames}, {"graphml", "g.graphml", someNames}, {"gexf", "g.gexf", someNames},
	{"gdf", "g.gdf", fromOne}, {"gdf names", "g.gdf", someNames}, {"tgf", "g.tgf", fromOne}, {"tgf names", "g.tgf", someNames},
	{"leda", "g.lgr", fromOne}, {"lgl", "g.lgl", noLabels}, {"ligra", "g.adj", noLabels}, {"gt", "g.gt", noLabels},
	{"json", "g.json", noLabels}, {"json names", "g.json", someNames}, {"ndjson", "g.ndjson", noLabels}, {"ndjson names", "g.ndjson", someNames},
	{"dot", "g.dot", noLabels}, {"dot names", "g.dot", someNames},
	{"dl", "g.dl", fromOne}, {"dl names", "g.dl", someNames}, {"adjlist", "g.adjlist", noLabels}, {"adjlist names", "g.adjlist", someNames},
	{"matrixmarket", "g.mtx", fromOne}, {"edgelist", "g.txt", noLabels}, {"sparse6", "g.s6", noLabels}, {"gzip", "g.txt.gz", noLabels}, {"zstd", "g.txt.zst", noLabels},
}

func BenchmarkReadFormats(b *testing.B) {
	for _, f := range benchmarkFormats {
		path := b.TempDir() + "/" + f.file
		if err := writeGraph(b.Context(), path, benchmarkGraph(b, f.labels), graph.Options{}); err != nil {
			b.Fatal(err)
		}
		benchmarkFile(b, f.name, path, Options{})
	}
	for _, f := range benchmarkFiles {
		benchmarkFile(b, f.name, f.make(b), f.opt)
	}
}

// benchmarkFile reads the records of a file with one worker and with two.
func benchmarkFile(b *testing.B, name, path string, opt Options) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(b *testing.B) {
			records := uint64(0)
			for b.Loop() {
				src, err := Open(path, opt)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(src.Info().Bytes.Get())
				sum, err := src.Read(b.Context(), workers, func(int, graph.Batch) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				records += sum.Records
				closeAll(b, src)
			}
			b.ReportMetric(float64(records)/b.Elapsed().Seconds()/1e6, "Medges/s")
		})
	}
}

func BenchmarkWriteFormats(b *testing.B) {
	for _, f := range benchmarkFormats {
		g := benchmarkGraph(b, f.labels)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", f.name, workers), func(b *testing.B) {
				format, c, err := outputFormat(f.file, "")
				if err != nil {
					b.Fatal(err)
				}
				records := uint64(0)
				for b.Loop() {
					var written counter
					out := &output{Writer: &written, suffix: suffix(f.file), workers: workers}
					if err := out.compress(c, func(out *output) error { return format.write(b.Context(), out, g) }); err != nil {
						b.Fatal(err)
					}
					b.SetBytes(int64(written))
					records += g.Edges()
				}
				b.ReportMetric(float64(records)/b.Elapsed().Seconds()/1e6, "Medges/s")
			})
		}
	}
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(data []byte) (int, error) {
	*c += counter(len(data))
	return len(data), nil
}

// BenchmarkDecompress says bytes of text a second.
func BenchmarkDecompress(b *testing.B) {
	text := lineText(300_000)
	for _, p := range []struct{ name, data string }{
		{"gzip", gzipped(b, text)},
		{"block gzip", compressed(b, "g.gz", text, 2)},
		{"zstd", streamed(b, strings.Repeat(text, 8))},
		{"zstd frames", compressed(b, "g.zst", text, 2)},
		{"xz", xzipped(b, text, xz.WriterConfig{})},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", p.name, workers), func(b *testing.B) {
				for b.Loop() {
					r, err := findCompression([]byte(p.data)).reader(packed{strings.NewReader(p.data), graph.Known(len(p.data)), workers, new(budget)})
					if err != nil {
						b.Fatal(err)
					}
					n, err := io.Copy(io.Discard, r)
					if err != nil {
						b.Fatal(err)
					}
					b.SetBytes(n)
					closeAll(b, r)
				}
			})
		}
	}
}
