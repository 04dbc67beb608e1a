package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

const benchmarkEdges = 2_000_000

// edgeText returns random edges in the manner of SNAP, each line with the given
// end, behind first.
func edgeText(first string, n int, firstID uint32, end string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := bytes.NewBufferString(first)
	for range benchmarkEdges {
		fmt.Fprintf(b, "%d\t%d%s\n", firstID+r.Uint32N(uint32(n)), firstID+r.Uint32N(uint32(n)), end)
	}
	return b.Bytes()
}

// benchmarkRead reads a text as a file and as a stream.
func benchmarkRead(b *testing.B, text []byte) {
	path := writeFile(b, "graph", string(text))
	read := func(b *testing.B, workers int, open func() (graph.Source, error)) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			src, err := open()
			if err != nil {
				b.Fatal(err)
			}
			sum, err := src.Read(context.Background(), workers, func(int, graph.Batch) error { return nil })
			if err != nil || sum.Records != benchmarkEdges {
				b.Fatal(sum.Records, err)
			}
			closeAll(b, src)
		}
	}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("file/workers=%d", workers), func(b *testing.B) {
			read(b, workers, func() (graph.Source, error) { return Open(path, Options{}) })
		})
	}
	b.Run("stream/workers=1", func(b *testing.B) {
		read(b, 1, func() (graph.Source, error) { return OpenReader(bytes.NewReader(text), "-", Options{}) })
	})
}

func BenchmarkEdgeList(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
		end  string
	}{{"SNAP", 1e6, ""}, {"GraphChallenge", 1e6, "\t1"}, {"weights", 1e6, "\t0.73105857"}, {"large ids", 2e9, ""}} {
		b.Run(c.name, func(b *testing.B) { benchmarkRead(b, edgeText("", c.n, 0, c.end)) })
	}
}

func BenchmarkLabels(b *testing.B) {
	labels := strings.NewReplacer("\t", "\tv", "\n", "\nv").Replace("\n" + string(edgeText("", 1e5, 0, "")))
	benchmarkRead(b, []byte(strings.TrimSuffix(labels, "v")))
}

func BenchmarkMatrixMarket(b *testing.B) {
	size := fmt.Sprintf("1000000 1000000 %d\n", benchmarkEdges)
	b.Run("pattern", func(b *testing.B) { benchmarkRead(b, edgeText(patternGeneral+size, 1e6, 1, "")) })
	b.Run("real", func(b *testing.B) { benchmarkRead(b, edgeText(realGeneral+size, 1e6, 1, " 0.73105857")) })
}
