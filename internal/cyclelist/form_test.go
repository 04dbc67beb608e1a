package cyclelist

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// edgeless returns a graph without edges, which is all that labels need.
func edgeless(t testing.TB, n int, labels graph.Labels) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph(make([]uint64, n+1), nil, labels)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// labelled returns labels of each kind for n vertices.
func labelled(n int) map[string]graph.Labels {
	numbers := make([]uint64, n)
	names, nasty := make([]string, n), make([]string, n)
	for v := range n {
		numbers[v] = math.MaxUint64 - 3*uint64(n-v)
		names[v] = fmt.Sprint("v", v)
		nasty[v] = fmt.Sprintf("%d, \"the\t%d-th\" <&> é", v%7, v)
	}
	nasty[0] = ""
	return map[string]graph.Labels{
		"base": graph.BaseLabels(1), "numbers": graph.NumberLabels(numbers),
		"names": graph.NameLabels(names), "nasty": graph.NameLabels(nasty),
	}
}

// randomCycles draws cycles that are none: the forms do not care.
func randomCycles(rng *rand.Rand, n, count int) [][]uint32 {
	cycles := make([][]uint32, count)
	for i := range cycles {
		for _, v := range rng.Perm(n)[:3+rng.IntN(n-2)] {
			cycles[i] = append(cycles[i], uint32(v))
		}
	}
	return cycles
}

// streamed returns what body writes to a stream; it tells whether that is all.
func streamed(t *testing.T, form Form, g *graph.Graph, body func(stream *Stream) (all bool)) []byte {
	t.Helper()
	encoder, err := form.Encoder(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	return streamedBy(t, encoder, body)
}

// streamedBy returns what body writes to a stream with this encoder.
func streamedBy(t *testing.T, encoder Encoder, body func(stream *Stream) (all bool)) []byte {
	t.Helper()
	var out bytes.Buffer
	stream, err := NewStream(&out, encoder)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Close(body(stream)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// written returns what a stream writes of some cycles.
func written(t *testing.T, form Form, g *graph.Graph, cycles [][]uint32, all bool) []byte {
	t.Helper()
	return streamed(t, form, g, func(stream *Stream) bool {
		for _, cycle := range cycles {
			if err := stream.Write(cycle); err != nil {
				t.Fatal(err)
			}
		}
		return all
	})
}

// What each form writes can be read back.
func TestCycleForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 9, 255, 256} {
		for kind, labels := range labelled(n) {
			g := edgeless(t, n, labels)
			cycles := randomCycles(rng, n, rng.IntN(20))
			want := make([][]string, len(cycles))
			sets := make([][]string, len(cycles)) // in the order of the ids
			for i, cycle := range cycles {
				want[i] = texts(labels, cycle)
				sets[i] = texts(labels, slices.Sorted(slices.Values(cycle)))
			}
			for form, read := range map[Form]func(*testing.T, []byte) [][]string{
				Text: readTextCycles, CSV: readCSVCycles, NDJSON: readNDJSONCycles,
				Binary: readBinaryCycles, Bitmap: readBinaryCycles,
			} {
				expected := want
				if form == Bitmap {
					expected = sets
				}
				if got := read(t, written(t, form, g, cycles, true)); !slices.EqualFunc(got, expected, slices.Equal) {
					t.Errorf("%s, %d vertices, labels %s:\ngot  %q\nwant %q", form, n, kind, got, expected)
				}
			}
		}
	}
}

func texts(labels graph.Labels, vertices []uint32) []string {
	var all []string
	for _, v := range vertices {
		all = append(all, labels.Label(v))
	}
	return all
}

// readTextCycles splits lines at blanks outside of quotes.
func readTextCycles(t *testing.T, text []byte) [][]string {
	var cycles [][]string
	for line := range strings.Lines(string(text)) {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma = ' '
		cycle, err := r.Read()
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		cycles = append(cycles, cycle)
	}
	return cycles
}

func readCSVCycles(t *testing.T, text []byte) [][]string {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || !slices.Equal(rows[0], []string{"length", "vertices"}) {
		t.Fatalf("%q: %v", text, err)
	}
	var cycles [][]string
	for _, row := range rows[1:] {
		cycle := readTextCycles(t, []byte(row[1]+"\n"))[0]
		if row[0] != fmt.Sprint(len(cycle)) {
			t.Errorf("%q: %d vertices", row, len(cycle))
		}
		cycles = append(cycles, cycle)
	}
	return cycles
}

func readNDJSONCycles(t *testing.T, text []byte) [][]string {
	var cycles [][]string
	for line := range strings.Lines(string(text)) {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		var object struct {
			Length   int   `json:"length"`
			Vertices []any `json:"vertices"`
		}
		if err := decoder.Decode(&object); err != nil || object.Length != len(object.Vertices) {
			t.Fatalf("%q: %v", line, err)
		}
		cycle := make([]string, len(object.Vertices))
		for i, v := range object.Vertices {
			cycle[i] = fmt.Sprint(v)
			if number, ok := v.(json.Number); ok {
				if id, err := number.Int64(); err != nil || id > 1<<53 {
					t.Errorf("%s is no exact number to many readers", number)
				}
			}
		}
		cycles = append(cycles, cycle)
	}
	return cycles
}

// readBinaryCycles follows docs/formats.md.
func readBinaryCycles(t *testing.T, data []byte) [][]string {
	number := func(size int) int {
		t.Helper()
		if len(data) < size {
			t.Fatal("cut off")
		}
		value := make([]byte, 8)
		copy(value, data[:size])
		data = data[size:]
		return int(binary.LittleEndian.Uint64(value))
	}
	if magic := string(data[:8]); magic != "\x89CYCL\r\n\x1a" {
		t.Fatalf("magic %q", magic)
	}
	data = data[8:]
	if version := number(4); version != 1 {
		t.Fatalf("version %d", version)
	}
	width, n := number(4), number(8)
	labels := make([]string, n)
	for v := range labels {
		length := number(4)
		labels[v] = string(data[:length])
		data = data[length:]
	}
	var cycles [][]string
	for {
		var cycle []string
		if width == 0 {
			for at := range (n + 7) / 8 {
				for bits, bit := number(1), 0; bit < 8; bit++ {
					if bits>>bit&1 != 0 {
						cycle = append(cycle, labels[8*at+bit])
					}
				}
			}
		} else {
			for range number(width) {
				cycle = append(cycle, labels[number(width)])
			}
		}
		if cycle == nil {
			break
		}
		cycles = append(cycles, cycle)
	}
	if said := number(8); said != len(cycles) || len(data) != 0 {
		t.Errorf("%d cycles, the end says %d, and %d bytes follow", len(cycles), said, len(data))
	}
	return cycles
}

func TestWidths(t *testing.T) {
	for n, width := range map[int]int{3: 1, 255: 1, 256: 2, 65535: 2, 65536: 4} {
		g := edgeless(t, n, graph.Labels{})
		if got := newBinaryCycles(g).width; got != width {
			t.Errorf("%d vertices in ids of %d bytes, want %d", n, got, width)
		}
		last := []uint32{uint32(n - 1), 0, 1}
		if got := readBinaryCycles(t, written(t, Binary, g, [][]uint32{last}, true)); !slices.Equal(got[0], texts(g.Labels(), last)) {
			t.Errorf("%d vertices: %v", n, got)
		}
	}
}

// What was stopped has no end.
func TestStoppedCyclesHaveNoEnd(t *testing.T) {
	g := edgeless(t, 9, graph.Labels{})
	cycles := [][]uint32{{0, 1, 2, 3}}
	for _, form := range []Form{Binary, Bitmap} {
		whole, cut := written(t, form, g, cycles, true), written(t, form, g, cycles, false)
		if !bytes.HasPrefix(whole, cut) || len(whole) == len(cut) {
			t.Errorf("%s: %x, stopped %x", form, whole, cut)
		}
	}
}

// A label that breaks lines is refused where cycles are lines.
func TestLabelsOfSeveralLines(t *testing.T) {
	g := edgeless(t, 1, graph.NameLabels([]string{"a\nb"}))
	for form, refused := range map[Form]bool{Text: true, CSV: true, NDJSON: false, Binary: false, Bitmap: false} {
		if _, err := form.Encoder(g, nil); (err != nil) != refused {
			t.Errorf("%s: %v", form, err)
		}
	}
}
