package graphio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// graph500Formats are the two widths.
var graph500Formats = []struct {
	format, name string
	layout       recordLayout
	append       func(data []byte, u, v uint64) []byte
	most         uint64
}{
	{"graph500", "g.g500", graph500Layout, graph500Wide.append, math.MaxInt64},
	{"graph500-packed", "g.g500p", graph500PackedLayout, graph500Packed.append, 1<<47 - 1},
}

// The records of Graph500's packed_edge, byte by byte.
func TestGraph500Layout(t *testing.T) {
	wide := graph500Wide.append(nil, 1, 0x0102030405)
	if want := "\x01\x00\x00\x00\x00\x00\x00\x00\x05\x04\x03\x02\x01\x00\x00\x00"; string(wide) != want {
		t.Errorf("%x, want %x", wide, want)
	}
	packed := graph500Packed.append(nil, 0x010200000003, 0x040500000006)
	if want := "\x03\x00\x00\x00\x06\x00\x00\x00\x02\x01\x05\x04"; string(packed) != want {
		t.Errorf("%x, want %x", packed, want)
	}
}

func TestGraph500(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range graph500Formats {
		for _, n := range []int{0, 1, 1000, recordBytes/f.layout.size + 1} {
			var data []byte
			var want []graph.WideEdge
			for range n {
				e := graph.WideEdge{U: random.Uint64() >> random.IntN(64) & f.most, V: random.Uint64() >> random.IntN(64) & f.most}
				data = f.append(data, e.U, e.V)
				want = append(want, e)
			}
			slices.SortFunc(want, compareEdges)
			readEverywhere(t, f.name, data, Options{}, want)

			src := openFile(t, testFile(t, f.name, data))
			if info := src.Info(); info.Records != graph.Known(n) || !info.Direct || info.Format != f.format {
				t.Errorf("info %+v", info)
			}
			g, err := lists.Graph(t.Context(), src, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Report().Records; got != uint64(n) {
				t.Errorf("%d records cleaned, want %d", got, n)
			}
		}
	}
}

func TestGraph500Refused(t *testing.T) {
	for _, f := range graph500Formats {
		data := bytes.Repeat([]byte{1, 0, 0, 0, 0, 0, 0, 0}, 3*recordBytes/8)
		data = data[:len(data)/f.layout.size*f.layout.size]
		for _, cut := range []int{1, f.layout.size - 1} {
			refusedEverywhere(t, f.name, data[:len(data)-cut], Options{})
		}
		// The first of two negative ids counts, whoever reads it, and also after a reading
		// that was stopped before it came to them.
		for _, end := range []int{0, 1} {
			bad := slices.Clone(data)
			at := recordBytes/f.layout.size + 5
			for _, record := range []int{at, 2*at + 7} {
				edge := [2]uint64{7, 7}
				edge[end] = 1<<64 - 2
				copy(bad[record*f.layout.size:], f.append(nil, edge[0], edge[1]))
			}
			refusedEverywhere(t, f.name, bad, Options{})
			src := openFile(t, testFile(t, f.name, bad))
			stopped := errors.New("stopped")
			if _, err := src.Read(t.Context(), 1, func(int, graph.Batch) error { return stopped }); !errors.Is(err, stopped) {
				t.Errorf("a reading that is stopped: %v", err)
			}
			_, _, err := tryRead(src, 3)
			if got := inputError(t, err); got.Offset != int64(at*f.layout.size) || !strings.Contains(got.Error(), "-2") {
				t.Errorf("%v, want byte %d", err, at*f.layout.size)
			}
		}
	}
}

func FuzzGraph500(f *testing.F) {
	for _, x := range graph500Formats {
		data := x.append(x.append(nil, 1, 2), 1<<40, 3)
		f.Add(data, x.format == "graph500")
		f.Add(append(data, 1), x.format == "graph500")
		f.Add(x.append(data, 1<<64-1, 0), x.format == "graph500")
	}
	f.Fuzz(func(t *testing.T, data []byte, wide bool) {
		if findCompression(data) != nil {
			return
		}
		size, opt := 12, Options{Format: "graph500-packed"}
		if wide {
			size, opt.Format = 16, "graph500"
		}
		var want []graph.WideEdge
		bad := len(data)%size != 0
		for at := 0; at+size <= len(data); at += size {
			low := func(i int) int64 { return int64(binary.LittleEndian.Uint32(data[at+4*i:])) }
			half := func(i int) int64 { return int64(int16(binary.LittleEndian.Uint16(data[at+8+2*i:]))) }
			u, v := low(0)+half(0)<<32, low(1)+half(1)<<32
			if wide {
				u = int64(binary.LittleEndian.Uint64(data[at:]))
				v = int64(binary.LittleEndian.Uint64(data[at+8:]))
			}
			bad = bad || u < 0 || v < 0
			want = append(want, graph.WideEdge{U: uint64(u), V: uint64(v)})
		}
		if bad {
			refusedEverywhere(t, "g", data, opt)
			return
		}
		slices.SortFunc(want, compareEdges)
		readEverywhere(t, "g", data, opt, want)
	})
}
