package graphio

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// A graph whose edges are cut into parts, each written in a format of its own, is read as it
// was, whichever parts there are and however many workers read them.
func TestUnionIsTheWhole(t *testing.T) {
	rounds := uint64(12)
	if testing.Short() {
		rounds = 3
	}
	for seed := range rounds {
		random := rand.New(rand.NewPCG(seed, 1))
		prefix, most := "", 1000
		if seed%2 == 1 {
			prefix = "v"
		}
		if seed%3 == 2 {
			most = 1 << 40 // ids of 64 bits
		}
		var all strings.Builder
		parts := make([]strings.Builder, 1+random.IntN(2*mostOpen))
		for range 600 {
			line := fmt.Sprintf("%s%d %s%d\n", prefix, random.IntN(most), prefix, random.IntN(most))
			all.WriteString(line)
			for range 1 + random.IntN(2) { // in one part or in two
				parts[random.IntN(len(parts))].WriteString(line)
			}
		}
		folder := t.TempDir()
		for i := range parts {
			writePart(t, random, folder, i, parts[i].String(), most > 1000)
		}
		want := edgesOf(t, Options{}, writeFile(t, "all.txt", all.String()))
		for _, opt := range []Options{{}, {Memory: 56 << 20}} {
			opt.Union = []string{folder}
			if got := edgesOf(t, opt, "union"); !slices.Equal(got, want) {
				t.Errorf("seed %d: %d edges of the union, %d of the whole", seed, len(got), len(want))
			}
		}
	}
}

// writePart writes lines as a file of some format that keeps their ids.
func writePart(t *testing.T, random *rand.Rand, folder string, i int, lines string, wide bool) {
	t.Helper()
	text := filepath.Join(folder, fmt.Sprintf("part-%05d.txt", i))
	if lines == "" {
		text = strings.TrimSuffix(text, ".txt") // as Spark writes a part without a row
	}
	if err := os.WriteFile(text, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	formats := slices.DeleteFunc(slices.Clone(formats), func(f *format) bool {
		return f.write == nil || !f.keeps.labels || wide && slices.Contains([]string{u32Format.name, "graph500"}, f.name)
	})
	f := formats[random.IntN(len(formats))]
	name := filepath.Join(folder, fmt.Sprintf("part-%05d-%s%s", i, f.name, f.outputs[0]))
	if random.IntN(3) == 0 {
		name += ".gz"
	}
	if lines == "" || random.IntN(3) == 0 {
		return
	}
	g, err := ReadGraph(context.Background(), text, Options{}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	encoding, err := EncodingOf(name, "")
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	err = encoding.Write(context.Background(), out, g, graph.Options{})
	closeAll(t, out)
	unfit := errors.Is(err, errors.ErrUnsupported) // names, or numbers that are too large
	if err == nil {
		var again *graph.Graph
		again, err = ReadGraph(context.Background(), name, Options{}, graph.Options{})
		unfit = err == nil && (again.Labels().Names() == nil) != (g.Labels().Names() == nil) // numbers become names
	}
	switch {
	case unfit:
		err = os.Remove(name)
	case err == nil:
		err = os.Remove(text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// edgesOf reads a graph, and returns its edges as sorted pairs of labels.
func edgesOf(t *testing.T, opt Options, name string) (edges []string) {
	t.Helper()
	src, err := Open(name, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	g, _, err := loading.Graph(context.Background(), src, graph.Options{Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	labels := g.Labels()
	for u := range uint32(g.Vertices()) {
		for _, v := range g.Neighbors(u) {
			edges = append(edges, labels.Label(u)+" "+labels.Label(v))
		}
	}
	slices.Sort(edges)
	return edges
}

// openUnionOf opens files of texts by their names, in this order.
func openUnionOf(t *testing.T, opt Options, files ...[2]string) (graph.Source, error) {
	t.Helper()
	folder := t.TempDir()
	for _, file := range files {
		path := filepath.Join(folder, file[0])
		if err := os.WriteFile(path, []byte(file[1]), 0o666); err != nil {
			t.Fatal(err)
		}
		opt.Union = append(opt.Union, path)
	}
	return Open("union", opt)
}

func TestUnionOfKinds(t *testing.T) {
	mtx := func(n int, edge string) string {
		return fmt.Sprintf("%s%d %d 1\n%s\n", patternGeneral, n, n, edge)
	}
	gml := "graph [ node [ id 7 ] node [ id 9 ] node [ id 11 ] edge [ source 7 target 9 ] ]\n"
	for _, c := range []struct {
		name     string
		files    [][2]string
		edges    [][2]string
		vertices graph.Size
		wrong    string // "" where it is read
	}{
		{"numbers", [][2]string{{"a.txt", "0 1\n"}, {"b.csv", "source,target\n1,2\n"}}, ids("0", "1", "1", "2"), graph.Size{}, ""},
		{"names", [][2]string{{"a.txt", "ann bob\n"}, {"b.txt", "bob cid\n"}}, ids("ann", "bob", "bob", "cid"), graph.Size{}, ""},
		{"empty parts", [][2]string{{"a", ""}, {"b.txt", "ann bob\n"}, {"c", "\n"}, {"d.csv", "source,target\n"}}, ids("ann", "bob"), graph.Size{}, ""},
		{"nothing", [][2]string{{"a", ""}, {"b", ""}}, nil, graph.Size{}, ""},
		{"sizes", [][2]string{{"a.mtx", mtx(3, "1 2")}, {"b.mtx", mtx(5, "2 3")}}, ids("0", "1", "1", "2"), graph.Known(5), ""},
		{"sizes from 0 and from 1", [][2]string{{"a.mtx", mtx(3, "1 2")}, {"b.sg", smallGap}}, ids("0", "1", "1", "0", "1", "2"), graph.Known(4), ""},
		{"numbers of their own", [][2]string{{"a.gml", gml}, {"b.txt", "9 12\n"}}, ids("11", "11", "7", "9", "9", "12"), graph.Size{}, ""},
		{"names and numbers", [][2]string{{"a.txt", "ann bob\n"}, {"b.txt", "1 2\n"}}, nil, graph.Size{}, "b.txt: expected names as ids, as in "},
		{"numbers and names", [][2]string{{"b.txt", "1 2\n"}, {"a.txt", "ann bob\n"}}, nil, graph.Size{}, "b.txt: expected names as ids, as in "},
		{"sizes and none", [][2]string{{"a.mtx", mtx(3, "1 2")}, {"b.txt", "1 2\n"}}, nil, graph.Size{}, "b.txt: expected a number of vertices that is declared"},
		{"malformed", [][2]string{{"a.txt", "1 2\n"}, {"b.txt", "1 2\n1\n"}, {"c.txt", "1\n"}}, nil, graph.Size{}, "b.txt:2: "},
		{"malformed names", [][2]string{{"a.txt", "a b\n"}, {"b.txt", "a b\na\n"}, {"c.txt", "a b\na\n"}}, nil, graph.Size{}, "b.txt:2: "},
	} {
		for _, workers := range []int{1, 2, 7} {
			src, err := openUnionOf(t, Options{}, c.files...)
			var edges [][2]string
			var sum graph.Summary
			if err == nil {
				edges, sum, err = read(src, workers)
				closeAll(t, src)
			}
			switch {
			case c.wrong != "":
				if got := inputError(t, err); got == nil || !strings.Contains(got.Error(), c.wrong) {
					t.Errorf("%s: %v", c.name, err)
				}
			case err != nil || !slices.Equal(edges, c.edges) || sum.Vertices != c.vertices:
				t.Errorf("%s: %v %v %v, %v", c.name, edges, sum.Names, sum.Vertices, err)
			}
		}
	}
}

// smallGap is a graph of two edges among three vertices in the format gap.
var smallGap = "\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" + "\x03\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00" +
	"\x01\x00\x00\x00\x00\x00\x00\x00"

// Names are numbered as if the files were one, for any number of workers, and where records
// wait as where they are read again.
func TestUnionNumbersNamesInOrder(t *testing.T) {
	var files [][2]string
	var want []string
	var behind []uint64 // each part
	seen := map[string]bool{}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 2*mostOpen + 3 {
		text := ""
		for range random.IntN(40) {
			u, v := fmt.Sprintf("v%d", random.IntN(300)), fmt.Sprintf("v%d", random.IntN(300))
			text += u + "," + v + "\n"
			for _, name := range []string{u, v} {
				if !seen[name] {
					seen[name] = true
					want = append(want, name)
				}
			}
		}
		files = append(files, [2]string{fmt.Sprintf("part-%03d.csv", i), text})
		behind = append(behind, uint64(len(want)))
	}
	for _, workers := range []int{1, 2, 5} {
		src, err := openUnionOf(t, Options{}, files...)
		if err != nil {
			t.Fatal(err)
		}
		src.(*union).waiting = int64(workers-1) << 9
		for range 2 {
			if _, sum, err := read(src, workers); err != nil || !slices.Equal(sum.Names, want) {
				t.Errorf("%d workers: %d names, want %d, %v", workers, len(sum.Names), len(want), err)
			}
			if u := src.(*union); !u.MayHaveNames() || !slices.Equal(u.NamesBehind(), behind) {
				t.Errorf("%d workers: names behind the parts are %v, want %v", workers, u.NamesBehind(), behind)
			}
		}
		closeAll(t, src)
		if held := src.(*union).budget.held.Load(); held < 0 {
			t.Errorf("%d bytes are held", held)
		}
	}
}

func TestUnionWeights(t *testing.T) {
	src, err := openUnionOf(t, Options{Weights: true}, [2]string{"a.csv", "source,target,weight\n1,2,5\n"}, [2]string{"b.csv", "source,target,weight\n2,3,7\n"})
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	_, err = src.Read(context.Background(), 1, func(_ int, b graph.Batch) error {
		for _, w := range b.Weights {
			total += w
		}
		return nil
	})
	if closeAll(t, src); err != nil || total != 12 {
		t.Errorf("weights of %v in all, %v", total, err)
	}
	_, err = openUnionOf(t, Options{Weights: true}, [2]string{"a.csv", "source,target,weight\n1,2,5\n"}, [2]string{"b.csv", "source,target\n2,3\n"})
	if got := inputError(t, err); !strings.Contains(got.Error(), "b.csv: expected weights, as in") {
		t.Errorf("%v", err)
	}
}
