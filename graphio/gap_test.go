package graphio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// gapFile lays out a graph as GAP's writer.h does, and returns its edges.
func gapFile(random *rand.Rand, n int, directed, weighted bool) ([]byte, []graph.WideEdge) {
	out := make([][]uint32, n)
	in := make([][]uint32, n)
	var edges []graph.WideEdge
	add := func(u, v int) {
		out[u] = append(out[u], uint32(v))
		in[v] = append(in[v], uint32(u))
		edges = append(edges, graph.WideEdge{U: uint64(u), V: uint64(v)})
	}
	for range 3 * n {
		u, v := random.IntN(n), random.IntN(n)
		add(u, v)
		if !directed {
			add(v, u)
		}
	}
	data := []byte{0}
	if directed {
		data[0] = 1
	}
	data = binary.LittleEndian.AppendUint64(data, uint64(len(edges)))
	data = binary.LittleEndian.AppendUint64(data, uint64(n))
	side := func(lists [][]uint32) {
		end := 0
		data = binary.LittleEndian.AppendUint64(data, 0)
		for _, list := range lists {
			end += len(list)
			data = binary.LittleEndian.AppendUint64(data, uint64(end))
		}
		for _, v := range slices.Concat(lists...) {
			data = binary.LittleEndian.AppendUint32(data, v)
			if weighted {
				data = binary.LittleEndian.AppendUint32(data, random.Uint32())
			}
		}
	}
	side(out)
	if directed {
		side(in)
	}
	slices.SortFunc(edges, compareEdges)
	return data, edges
}

func gapName(weighted bool) string {
	if weighted {
		return "g.wsg"
	}
	return "g.sg"
}

// openBoth opens data as a file and as a stream.
func openBoth(t testing.TB, name string, data []byte, opt Options) map[string]func() (graph.Source, error) {
	path := testFile(t, name, data)
	return map[string]func() (graph.Source, error){
		"file":   func() (graph.Source, error) { return Open(path, opt) },
		"stream": func() (graph.Source, error) { return OpenReader(bytes.NewReader(data), name, opt) },
	}
}

func TestGAP(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 70, 500} {
		for _, directed := range []bool{false, true} {
			for _, weighted := range []bool{false, true} {
				data, want := gapFile(random, n, directed, weighted)
				for how, open := range openBoth(t, gapName(weighted), data, Options{}) {
					for workers, piece := range map[int]int64{1: gapPiece, 2: 1, 3: 30} {
						src, err := open()
						if err != nil {
							t.Fatal(err)
						}
						src.(*gapSource).piece = piece
						info := src.Info()
						if info.Vertices != graph.Known(n) || info.Records != graph.Known(len(want)) || info.Directed != directed || info.Weighted != weighted {
							t.Errorf("info %+v", info)
						}
						got, summary := rawEdges(t, src, workers)
						if !slices.Equal(got, want) || summary.Vertices != graph.Known(n) {
							t.Errorf("%s, %d vertices, directed %t, weighted %t: %d edges, want %d", how, n, directed, weighted, len(got), len(want))
						}
						closeAll(t, src)
					}
				}
			}
		}
	}
}

// refusedEverywhere checks that data is refused with the same message as a file
// and as a stream, by any number of workers.
func refusedEverywhere(t testing.TB, name string, data []byte, opt Options) {
	t.Helper()
	for how, open := range openBoth(t, name, data, opt) {
		message := ""
		for _, workers := range []int{1, 3} {
			src, err := open()
			if err == nil {
				_, _, err = tryRead(src, workers)
				closeAll(t, src)
			}
			got := inputError(t, err).Error()
			if message != "" && got != message {
				t.Fatalf("%s: %q, and %q with %d workers", how, message, got, workers)
			}
			message = got
		}
	}
}

func TestGAPTruncated(t *testing.T) {
	for _, directed := range []bool{false, true} {
		data, _ := gapFile(rand.New(rand.NewPCG(3, 4)), 6, directed, false)
		for cut := range data {
			refusedEverywhere(t, "g.sg", data[:cut], Options{Format: "gap"})
		}
		refusedEverywhere(t, "g.sg", append(data, 0), Options{Format: "gap"})
	}
}

func TestGAPDamaged(t *testing.T) {
	const n = 40
	for _, directed := range []bool{false, true} {
		whole, edges := gapFile(rand.New(rand.NewPCG(5, 6)), n, directed, false)
		sides := 1
		if directed {
			sides = 2
		}
		side := gapOffset*(n+1) + 4*len(edges)
		for damage, at := range map[string]int{
			"directed":       0,
			"entries":        1,
			"vertices":       9,
			"first offset":   gapHeader,
			"an offset":      gapHeader + gapOffset*n/2,
			"last offset":    gapHeader + gapOffset*n,
			"neighbour":      gapHeader + gapOffset*(n+1) + 4*7,
			"last neighbour": gapHeader + side - 4,
		} {
			for s := range sides {
				if at+3 < gapHeader && s > 0 {
					continue
				}
				for _, value := range []uint32{n + 1000, 1 << 31} {
					data := slices.Clone(whole)
					if at == 0 {
						data[0] = 2
					} else {
						binary.LittleEndian.PutUint32(data[at+s*side:], value)
					}
					t.Run(fmt.Sprintf("%s, directed %t, side %d", damage, directed, s), func(t *testing.T) {
						refusedEverywhere(t, "g.sg", data, Options{})
					})
				}
			}
		}
	}
}

// A header may declare anything: what is made room for is what is there.
func TestGAPGiantSizes(t *testing.T) {
	for _, sizes := range [][2]uint64{{1 << 55, 1 << 31}, {1 << 56, 0}, {0, 1 << 31}, {1 << 63, 1}, {1, 1 << 63}, {1<<64 - 1, 1<<64 - 1}} {
		data := binary.LittleEndian.AppendUint64([]byte{0}, sizes[0])
		data = append(binary.LittleEndian.AppendUint64(data, sizes[1]), make([]byte, 100)...)
		checkAllocation(t, 16<<20, func() { refusedEverywhere(t, "g.sg", data, Options{}) })
	}
}

// checkAllocation checks that body allocates at most so many bytes in all.
func checkAllocation(t testing.TB, most uint64, body func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body()
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > most {
		t.Errorf("%d bytes allocated, want %d at most", got, most)
	}
}

func TestGAPFileShrinks(t *testing.T) {
	data, _ := gapFile(rand.New(rand.NewPCG(7, 8)), 5000, true, true)
	path := testFile(t, "g.wsg", data)
	src := openFile(t, path)
	if err := os.Truncate(path, int64(len(data)/2)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tryRead(src, 2); !strings.Contains(inputError(t, err).Error(), "shrank") {
		t.Error(err)
	}
}

func TestGAPEmitError(t *testing.T) {
	data, _ := gapFile(rand.New(rand.NewPCG(9, 10)), 5000, false, false)
	full := errors.New("full")
	for how, open := range openBoth(t, "g.sg", data, Options{}) {
		src, err := open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := src.Read(t.Context(), 3, func(int, graph.Batch) error { return full }); !errors.Is(err, full) {
			t.Errorf("%s: %v", how, err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(full)
		if src, err = open(); err != nil {
			t.Fatal(err)
		}
		if _, err := src.Read(ctx, 3, func(int, graph.Batch) error { return nil }); !errors.Is(err, full) {
			t.Errorf("%s: %v", how, err)
		}
	}
}

// referenceGAP reads a file the plainest way. It is not ok where a rule is
// broken.
func referenceGAP(data []byte, weighted bool) (edges []graph.WideEdge, ok bool) {
	if len(data) < 17 || data[0] > 1 {
		return nil, false
	}
	m, n := binary.LittleEndian.Uint64(data[1:]), binary.LittleEndian.Uint64(data[9:])
	entry := uint64(4)
	if weighted {
		entry = 8
	}
	if m > uint64(len(data)) || n > uint64(len(data)) || uint64(len(data)) != 17+(1+uint64(data[0]))*(8*(n+1)+entry*m) {
		return nil, false
	}
	rest := data[17:]
	for side := range 1 + int(data[0]) {
		offsets, lists := rest[:8*(n+1)], rest[8*(n+1):]
		if binary.LittleEndian.Uint64(offsets) != 0 || binary.LittleEndian.Uint64(offsets[8*n:]) != m {
			return nil, false
		}
		for u := range n {
			begin, end := binary.LittleEndian.Uint64(offsets[8*u:]), binary.LittleEndian.Uint64(offsets[8*u+8:])
			if begin > end || end > m {
				return nil, false
			}
			for i := begin; i < end; i++ {
				v := uint64(binary.LittleEndian.Uint32(lists[entry*i:]))
				if v >= n {
					return nil, false
				}
				if side == 0 {
					edges = append(edges, graph.WideEdge{U: u, V: v})
				}
			}
		}
		rest = lists[entry*m:]
	}
	slices.SortFunc(edges, compareEdges)
	return edges, true
}

func FuzzGAP(f *testing.F) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{0, 1, 3} {
		for _, directed := range []bool{false, true} {
			for _, weighted := range []bool{false, true} {
				data, _ := gapFile(random, n, directed, weighted)
				f.Add(data, weighted)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, weighted bool) {
		if findCompression(data) != nil {
			return
		}
		want, ok := referenceGAP(data, weighted)
		opt := Options{Format: "gap"}
		if weighted {
			opt.Format = "gap-weighted"
		}
		if !ok {
			refusedEverywhere(t, "g", data, opt)
			return
		}
		readEverywhere(t, "g", data, opt, want)
	})
}

// readEverywhere checks that data is read alike as a file and as a stream, by
// any number of workers.
func readEverywhere(t testing.TB, name string, data []byte, opt Options, want []graph.WideEdge) {
	t.Helper()
	for how, open := range openBoth(t, name, data, opt) {
		for _, workers := range []int{1, 3} {
			src, err := open()
			if err != nil {
				t.Fatal(err)
			}
			got, _ := rawEdges(t, src, workers)
			if !slices.Equal(got, want) {
				t.Fatalf("%s, %d workers: %v, want %v", how, workers, got, want)
			}
			closeAll(t, src)
		}
	}
}
