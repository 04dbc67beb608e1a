package graphio

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// graphToolFile lays out a graph by the description of the format, with a property of
// each type, and names of the vertices if any. It returns the edges, too.
func graphToolFile(random *rand.Rand, order binary.AppendByteOrder, n, m int, names []string) ([]byte, []graph.WideEdge) {
	data := append([]byte("\xe2\x9b\xbe gt"), 1, 0)
	if order == binary.AppendByteOrder(binary.BigEndian) {
		data[7] = 1
	}
	text := func(s string) { data = append(order.AppendUint64(data, uint64(len(s))), s...) }
	text("graph-tool binary file")
	data = append(data, byte(random.IntN(2)))
	data = order.AppendUint64(data, uint64(n))
	lists := make([][]int, n)
	var edges []graph.WideEdge
	for range m {
		u, v := random.IntN(n), random.IntN(n)
		lists[u] = append(lists[u], v)
		edges = append(edges, graph.WideEdge{U: uint64(u), V: uint64(v)})
	}
	for _, list := range lists {
		data = order.AppendUint64(data, uint64(len(list)))
		for _, v := range list {
			switch {
			case n < 1<<8:
				data = append(data, byte(v))
			case n < 1<<16:
				data = order.AppendUint16(data, uint16(v))
			default:
				data = order.AppendUint32(data, uint32(v))
			}
		}
	}
	sizes := []int{1, 2, 4, 8, 8, 16}
	count := uint64(3 * 15)
	if names != nil {
		count++
	}
	data = order.AppendUint64(data, count)
	for of, values := range []int{1, n, m} {
		for kind := range 15 {
			data = append(data, byte(of))
			text(fmt.Sprintf("property %d", kind))
			data = append(data, byte(kind))
			for range values {
				switch {
				case kind < 6:
					data = append(data, make([]byte, sizes[kind])...)
				case kind == 6 || kind == 14:
					text(strings.Repeat("x", random.IntN(5)))
				case kind == 13:
					data = order.AppendUint64(data, 2)
					text("y")
					text("")
				default:
					length := random.IntN(4)
					data = order.AppendUint64(data, uint64(length))
					data = append(data, make([]byte, length*sizes[kind-7])...)
				}
			}
		}
	}
	if names != nil {
		data = append(data, 1)
		text("name")
		data = append(data, 6)
		for _, name := range names {
			text(name)
		}
	}
	slices.SortFunc(edges, compareEdges)
	return data, edges
}

func TestGraphTool(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 5))
	for _, n := range []int{1, 7, 255, 256, graphtest.Fewer(70_000)} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			names := [][]string{nil, namesOf(n)}[random.IntN(2)]
			data, want := graphToolFile(random, order, n, 2*n, names)
			for how, open := range openBoth(t, "g.gt", data, Options{}) {
				src, err := open()
				if err != nil {
					t.Fatal(err)
				}
				got, summary := rawEdges(t, src, 2)
				if !slices.Equal(got, want) || summary.Vertices != graph.Known(n) || !slices.Equal(summary.Names, names) {
					t.Errorf("%s, %v, %d vertices: %d edges, want %d, %d names", how, order, n, len(got), len(want), len(summary.Names))
				}
				if !src.Info().Weighted {
					t.Error("not called weighted")
				}
				closeAll(t, src)
			}
		}
	}
}

// Weights are those of the first property of edges that is called so and has numbers, in the
// order of the lists.
func TestGraphToolWeights(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		begin := append([]byte(graphToolMagic), 1, 0)
		if order == binary.AppendByteOrder(binary.BigEndian) {
			begin[len(begin)-1] = 1
		}
		text := func(s string) string { return string(order.AppendUint64(nil, uint64(len(s)))) + s }
		size := func(n uint64) string { return string(order.AppendUint64(nil, n)) }
		lists := string(begin) + text("c") + "\x01" + size(3) + size(2) + "\x01\x02" + size(0) + size(1) + "\x00"
		short := func(n int16) string { return string(order.AppendUint16(nil, uint16(n))) }
		float := func(x float64) string { return string(order.AppendUint64(nil, math.Float64bits(x))) }
		cost := "\x02" + text("cost") + "\x00\x07\x08\x09"
		for _, c := range []struct {
			properties string
			count      uint64
			want       string
		}{
			{"", 0, "[0 1 0 2 2 0]"},
			{cost, 1, "[0 1 0 2 2 0]"},
			{cost + "\x02" + text("Weight") + "\x04" + float(0.5) + float(-2) + float(1e9), 2, "[0 1 0.5 0 2 -2 2 0 1e+09]"},
			{"\x02" + text("w") + "\x01" + short(-5) + short(6) + short(300) + cost, 2, "[0 1 -5 0 2 6 2 0 300]"},
			{"\x02" + text("weight") + "\x00\x01\x00\x05" + "\x02" + text("w") + "\x00\x02\x02\x02", 2, "[0 1 1 0 2 0 2 0 5]"},
			{"\x02" + text("weight") + "\x06" + text("a") + text("b") + text(""), 1, "[0 1 0 2 2 0]"},
			{"\x02" + text("weight") + "\x03" + size(7) + size(1<<64-1) + size(9), 1, "[0 1 7 0 2 -1 2 0 9]"},
			{"\x01" + text("weight") + "\x00\x01\x02\x03", 1, "[0 1 0 2 2 0]"},
		} {
			data := []byte(lists + size(c.count) + c.properties)
			for how, open := range openBoth(t, "g.gt", data, Options{Weights: true}) {
				src, err := open()
				if err != nil {
					t.Fatal(err)
				}
				got, summary, err := weighted(t, src, 2)
				if err != nil || fmt.Sprint(got) != c.want || summary.Records != 3 {
					t.Errorf("%s, %q: %v of %d, %v, want %s", how, c.properties, got, summary.Records, err, c.want)
				}
				closeAll(t, src)
			}
		}
		refusedEverywhere(t, "g.gt", []byte(lists+size(1)+"\x02"+text("weight")+"\x04"+float(0.5)), Options{Weights: true})
	}
}

// With weights asked for, all edges are still read.
func TestGraphToolWithoutWeights(t *testing.T) {
	data, want := graphToolFile(rand.New(rand.NewPCG(15, 8)), binary.LittleEndian, 9000, 20_000, nil)
	src, err := OpenReader(strings.NewReader(string(data)), "g.gt", Options{Weights: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	if got, _ := rawEdges(t, src, 1); !slices.Equal(got, want) {
		t.Errorf("%d edges, want %d", len(got), len(want))
	}
}

// Names serve where each vertex has another.
func TestGraphToolNames(t *testing.T) {
	data, _ := graphToolFile(rand.New(rand.NewPCG(15, 6)), binary.LittleEndian, 3, 2, []string{"a", "b", "a"})
	src := openFile(t, testFile(t, "g.gt", data))
	if _, summary := rawEdges(t, src, 1); summary.Names != nil {
		t.Errorf("names %q", summary.Names)
	}
}

func TestGraphToolTruncated(t *testing.T) {
	data, _ := graphToolFile(rand.New(rand.NewPCG(15, 7)), binary.LittleEndian, 3, 2, nil)
	for cut := range data {
		if testing.Short() && cut%8 > 0 {
			continue
		}
		for how, open := range openBoth(t, "g.gt", data[:cut], Options{Format: "gt"}) {
			src, err := open()
			if err == nil {
				_, _, err = tryRead(src, 1)
				closeAll(t, src)
			}
			if err == nil {
				t.Fatalf("%s: %d of %d bytes were read", how, cut, len(data))
			}
			inputError(t, err)
		}
	}
	refusedEverywhere(t, "g.gt", append(data, 0), Options{})
}

func TestGraphToolRefuses(t *testing.T) {
	begin := "\xe2\x9b\xbe gt"
	size := func(n uint64) string { return string(binary.LittleEndian.AppendUint64(nil, n)) }
	for what, data := range map[string]string{
		"version 2":            begin + "\x02\x00" + size(0) + "\x00" + size(0) + size(0),
		"no order of bytes":    begin + "\x01\x02" + size(0) + "\x00" + size(0) + size(0),
		"a giant comment":      begin + "\x01\x00" + size(1<<63) + "\x00" + size(0) + size(0),
		"no direction":         begin + "\x01\x00" + size(0) + "\x02" + size(0) + size(0),
		"many vertices":        begin + "\x01\x00" + size(0) + "\x00" + size(1<<32-1) + size(0),
		"too many vertices":    begin + "\x01\x00" + size(0) + "\x00" + size(1<<32) + size(0),
		"many neighbours":      begin + "\x01\x00" + size(0) + "\x00" + size(1) + size(1<<62) + "\x00",
		"a neighbour beyond":   begin + "\x01\x00" + size(0) + "\x00" + size(1) + size(1) + "\x01" + size(0),
		"many properties":      begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(1<<62),
		"a property of what":   begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(1) + "\x03" + size(0) + "\x00\x00",
		"a type that is none":  begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(1) + "\x00" + size(0) + "\x0f\x00",
		"a giant name":         begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(1) + "\x00" + size(1<<40) + "\x00\x00",
		"a giant list":         begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(1) + "\x00" + size(0) + "\x09" + size(1<<62) + "\x00",
		"no properties, told":  begin + "\x01\x00" + size(1) + "x\x00" + size(0),
		"something behind all": begin + "\x01\x00" + size(0) + "\x00" + size(0) + size(0) + "\x00",
	} {
		for how, open := range openBoth(t, "g.gt", []byte(data), Options{}) {
			src, err := open()
			if err == nil {
				_, _, err = tryRead(src, 1)
				closeAll(t, src)
			}
			if err == nil {
				t.Errorf("%s was read as a %s", what, how)
				continue
			}
			inputError(t, err)
		}
	}
}

// FuzzGraphTool holds a file and a stream against each other.
func FuzzGraphTool(f *testing.F) {
	for i, n := range []int{1, 3, 300} {
		data, _ := graphToolFile(rand.New(rand.NewPCG(15, uint64(i))), binary.LittleEndian, n, 2, nil)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first []graph.WideEdge
		var refused error
		for i, how := range []string{"file", "stream"} {
			src, err := openBoth(t, "g.gt", data, Options{Format: "gt"})[how]()
			var edges []graph.WideEdge
			if err == nil {
				edges, _, err = tryRead(src, 1)
				closeAll(t, src)
			}
			if err != nil {
				inputError(t, err)
				edges = nil
			}
			if i == 1 && ((err == nil) != (refused == nil) || !slices.Equal(edges, first)) {
				t.Fatalf("a file: %v, %v; a stream: %v, %v", first, refused, edges, err)
			}
			first, refused = edges, err
		}
	})
}
