package jobs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// filesOf writes texts to files.
func filesOf(t *testing.T, suffix string, texts ...string) (names []string) {
	t.Helper()
	folder := t.TempDir()
	for i, text := range texts {
		names = append(names, filepath.Join(folder, fmt.Sprintf("part-%d%s", i, suffix)))
		if err := os.WriteFile(names[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// withIDs has names hashed by another function until the test ends.
func withIDs(t *testing.T, id func(seed uint64, name string) uint64) {
	whole := idOfName
	idOfName = id
	t.Cleanup(func() { idOfName = whole })
}

// TestNamesWithOneHash has two names with one hash, in one share and in several: that is an error of
// each count, and of what prepares an answer; with another seed there is none.
func TestNamesWithOneHash(t *testing.T) {
	names := filesOf(t, ".txt", "ann bob\nbob cid\n", "ann cid\ncid dan\n")
	withIDs(t, func(seed uint64, name string) uint64 {
		if seed == 0 && name == "bob" {
			name = "dan" // which only the other file has
		}
		return colours.NameID(seed, name)
	})
	collides := func(what string, err error) {
		t.Helper()
		two := new(colours.CollisionError)
		if !errors.As(err, new(*graph.InputError)) || !errors.As(err, &two) || two.Names != [2]string{"bob", "dan"} {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := sharedBy(3).Partition(t.Context(), new(objectfs.Memory), names, 1, 1, cpu)
	collides("one share", err)
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	_, err = sumOfShards(t.Context(), Dir(cells), 2)
	collides("shards", err)
	for _, question := range []string{ofVertices, ofEdges} {
		_, err = rowsOfCells(t.Context(), new(objectfs.Memory), cells, question, false, cpu)
		collides(question, err)
	}
	j, err := Open(t.Context(), Dir(cells))
	if err == nil {
		_, err = j.Count(t.Context(), cpu)
	}
	collides("a count", err)
	other := new(objectfs.Memory)
	for number := 1; number <= 2; number++ {
		r := sharedBy(3)
		r.Seed = 1
		if _, err := r.Partition(t.Context(), other, names, number, 2, cpu); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := sumOfShards(t.Context(), other, 2); err != nil || got.Triangles != 1 || got.Vertices != 4 || got.Edges != 4 {
		t.Error("another seed:", got, err)
	}
}

// TestNamesOfFewBits has random graphs of names with a hash of few bits: the count is that of the
// files as one graph, or an error that names two of them with one hash.
func TestNamesOfFewBits(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 11))
	few := func(seed uint64, name string) uint64 { return colours.NameID(seed, name) % 4093 }
	withIDs(t, few)
	counted, refused := 0, 0
	for round := range 30 {
		texts, ids, collides := make([]string, 3), make(map[uint64]string), false
		for i := range texts {
			for range 20 {
				u, v := fmt.Sprint("n", random.IntN(50+40*(round%2))), fmt.Sprint("n", random.IntN(40))
				texts[i] += u + " " + v + "\n"
				for _, name := range []string{u, v} {
					id := few(uint64(round), name)
					collides = collides || ids[id] != "" && ids[id] != name
					ids[id] = name
				}
			}
		}
		names, files := filesOf(t, ".txt", texts...), new(objectfs.Memory)
		r, err := sharedBy(1+round%4), error(nil)
		r.Seed = uint64(round)
		for number := 1; number <= 3 && err == nil; number++ {
			_, err = r.Partition(t.Context(), files, names, number, 3, cpu)
		}
		var got *triangle.Result
		if err == nil {
			got, err = sumOfShards(t.Context(), files, 2)
		}
		if collides != errors.As(err, new(*colours.CollisionError)) || !collides && err != nil {
			t.Fatalf("round %d: names collide %v, and %v", round, collides, err)
		}
		if collides {
			refused++
			continue
		}
		counted++
		sameGraph(t, fmt.Sprint("round ", round), got, countAsOne(t, names))
	}
	if counted == 0 || refused == 0 {
		t.Errorf("%d counted, %d refused", counted, refused)
	}
}

// countAsOne counts files as one graph.
func countAsOne(t *testing.T, names []string) *triangle.Result {
	t.Helper()
	src, err := graphio.Open(names[0], graphio.Options{Union: names})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r, err := triangle.Count(t.Context(), src, cpu)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNamesThatAreDeclared has vertices that files declare and that no edge has: they are in the answer.
func TestNamesThatAreDeclared(t *testing.T) {
	names := filesOf(t, ".dot", "graph { z -- a; a -- b; lone; }", "graph { z -- b; other; lone; c -- c; }", "graph { d; }")
	cells := filepath.Join(t.TempDir(), "cells")
	r := Request{Format: "dot", Colours: 3}
	for number := 1; number <= 3; number++ {
		if _, err := r.Partition(t.Context(), Dir(cells), names, number, 3, cpu); err != nil {
			t.Fatal(err)
		}
	}
	got, err := sumOfShards(t.Context(), Dir(cells), 2)
	if err != nil {
		t.Fatal(err)
	}
	sameGraph(t, "declared", got, countAsOne(t, names))
	src, err := graphio.Open(names[0], graphio.Options{Union: names})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	want, err := triangle.Vertices(t.Context(), src, cpu)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOfCells(t.Context(), new(objectfs.Memory), cells, ofVertices, true, cpu)
	if err == nil {
		err = rows.same(rowsOfVertices(want))
	}
	if err != nil {
		t.Error(err)
	}
}

// TestNamesAndNumbers has shares that call vertices by other things, and one without any.
func TestNamesAndNumbers(t *testing.T) {
	share := func(files FS, names []string, seed uint64, number, of int) error {
		r := Request{Colours: 2, Seed: seed}
		_, err := r.Partition(t.Context(), files, names, number, of, cpu)
		return err
	}
	for what, texts := range map[string][]string{
		"names, numbers": {"ann bob\n", "1 2\n"},
		"numbers, names": {"1 2\n", "ann bob\n"},
	} {
		files, names := new(objectfs.Memory), filesOf(t, ".txt", texts...)
		if err := errors.Join(share(files, names, 0, 1, 2), share(files, names, 0, 2, 2)); err != nil {
			t.Fatal(what, err)
		}
		if _, err := Open(t.Context(), files); !errors.As(err, new(*graph.InputError)) || !strings.Contains(err.Error(), "called by n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	files, names := new(objectfs.Memory), filesOf(t, ".txt", "# none\n", "ann bob\nbob cid\ncid ann\n", "bob dan\n")
	for number := 1; number <= 3; number++ {
		if err := share(files, names, 0, number, 3); err != nil {
			t.Fatal(err)
		}
	}
	got, err := sumOfShards(t.Context(), files, 2)
	if err != nil {
		t.Fatal(err)
	}
	sameGraph(t, "a file without records", got, countAsOne(t, names))
	if err := share(files, names, 1, 2, 3); !errors.As(err, new(*ConflictError)) {
		t.Error("another seed:", err)
	}
}

// TestSharesRefuseOtherNames has files with names that are gone, or damaged.
func TestSharesRefuseOtherNames(t *testing.T) {
	names, _ := sharedGraph(t, 3, 2)
	for what, spoil := range map[string]func(path string) error{"gone": os.Remove, "damaged": damage} {
		cells := filepath.Join(t.TempDir(), "cells")
		if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
			t.Fatal(err)
		}
		all, err := filepath.Glob(filepath.Join(cells, "cells", "*", "*"+colours.NamesSuffix))
		if err != nil || len(all) != 6 {
			t.Fatal(all, err)
		}
		if err := spoil(all[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := sumOfShards(t.Context(), Dir(cells), 1); !errors.As(err, new(*graph.InputError)) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := rowsOfCells(t.Context(), new(objectfs.Memory), cells, ofVertices, false, cpu); !errors.As(err, new(*graph.InputError)) {
			t.Errorf("vertices, %s: %v", what, err)
		}
	}
}

// TestNamesEverywhere has a plan about cells with names in all places: it is taken the second time, and
// each of its files is known as one of the plan.
func TestNamesEverywhere(t *testing.T) {
	names := filesOf(t, ".txt", "ann bob\nbob cid\n", "ann cid\ncid dan\n")
	cells := filepath.Join(t.TempDir(), "cells")
	if err := makeShares(t.Context(), Dir(cells), 3, names, 2); err != nil {
		t.Fatal(err)
	}
	want := wholeRows(t, names)[ofVertices]
	for where, place := range places {
		files := place(t)
		for range 2 {
			got, err := rowsOfCells(t.Context(), files, cells, ofVertices, false, cpu)
			if err == nil {
				err = got.same(want)
			}
			if err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
		all, err := files.List(t.Context(), blockPrefix)
		with := 0
		for name := range all {
			if !isBlock(name) {
				t.Errorf("%s: %s is nobody's", where, name)
			}
			if strings.HasSuffix(name, colours.NamesSuffix) {
				with++
			}
		}
		if err != nil || with != 3 {
			t.Errorf("%s: %d files with names, %v", where, with, err)
		}
	}
}
