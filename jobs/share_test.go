package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// sharedGraph writes a graph to several files, and returns what counting it as one gives.
// It has loops, duplicates within files and between them, both directions, vertices with
// loops alone, and ids that are far apart, up to the largest, or names.
func sharedGraph(t *testing.T, seed uint64, files int) (names []string, want *triangle.Result) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 77))
	id := func(v uint64) any { return v }
	switch seed % 4 {
	case 1:
		id = func(v uint64) any { return 1<<64 - 1 - v*v<<20 }
	case 2:
		id = func(v uint64) any { return v << (v % 4 * 13) }
	case 3:
		id = func(v uint64) any {
			return fmt.Sprintf([]string{"ann%d", `"b b%d"`, "é%d", "%dth"}[v%4], v)
		}
	}
	folder := t.TempDir()
	for i := range files {
		var text strings.Builder
		for range 60 + random.IntN(100) {
			u, v := random.Uint64N(30), random.Uint64N(30)
			fmt.Fprintln(&text, id(u), id(v))
			if random.IntN(3) == 0 {
				fmt.Fprintln(&text, id(v), id(u))
			}
		}
		fmt.Fprintln(&text, id(uint64(100+i)), id(uint64(100+i)))
		name := filepath.Join(folder, fmt.Sprintf("part-%d.txt", i))
		if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	src, err := graphio.Open(names[0], graphio.Options{Format: "edgelist", Union: names})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	want, err = triangle.Count(t.Context(), src, cpu)
	if err != nil || want.Triangles == 0 {
		t.Fatal(want, err)
	}
	return names, want
}

// sharedBy is a request for so many colours.
func sharedBy(n int) Request { return Request{Format: "edgelist", Colours: n} }

// makeShares makes all shares.
func makeShares(ctx context.Context, files FS, n int, names []string, of int) error {
	for number := 1; number <= of; number++ {
		if _, err := sharedBy(n).Partition(ctx, files, names, number, of, cpu); err != nil {
			return err
		}
	}
	return nil
}

// sumOfShards counts a prepared job in shards.
func sumOfShards(ctx context.Context, files FS, of int) (*triangle.Result, error) {
	j, err := Open(ctx, files)
	if err != nil {
		return nil, err
	}
	var shards []*Shard
	for number := 1; number <= of; number++ {
		s, err := j.Shard(ctx, number, of, cpu)
		if err != nil {
			return nil, err
		}
		shards = append(shards, s)
	}
	return j.Sum(shards...)
}

func sameGraph(t *testing.T, what string, got, want *triangle.Result) {
	t.Helper()
	if got.Triangles != want.Triangles || got.Vertices != want.Vertices || got.Edges != want.Edges || got.Wedges.Cmp(want.Wedges) != 0 ||
		got.Cleaning.Records != want.Cleaning.Records || got.Cleaning.Loops != want.Cleaning.Loops ||
		got.Cleaning.Duplicates != want.Cleaning.Duplicates+want.Cleaning.Reciprocal {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func TestPartitionByMany(t *testing.T) {
	for seed := range uint64(4) {
		for n := 1; n <= 7; n++ {
			of := 1 + (int(seed)+n)%4
			names, want := sharedGraph(t, seed, of+int(seed))
			files := new(objectfs.Memory)
			if err := makeShares(t.Context(), files, n, names, of); err != nil {
				t.Fatal(err)
			}
			got, err := sumOfShards(t.Context(), files, 3)
			if err != nil {
				t.Fatal(err)
			}
			sameGraph(t, fmt.Sprintf("graph %d, %d colours, %d shares", seed, n, of), got, want)
		}
	}
}

// TestPartitionGoesOn counts what many cut with what is finished kept: the cells stay.
func TestPartitionGoesOn(t *testing.T) {
	names, want := sharedGraph(t, 1, 3)
	for where, place := range places {
		if where == "plan" {
			continue // its cells lie in a folder
		}
		files := place(t)
		if err := makeShares(t.Context(), files, 4, names, 3); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			j, err := Open(t.Context(), files)
			if err != nil {
				t.Fatal(err)
			}
			got, err := j.Count(t.Context(), cpu)
			if err != nil {
				t.Fatal(err)
			}
			sameGraph(t, where, got, want)
		}
		if got, err := sumOfShards(t.Context(), files, 2); err != nil || got.Triangles != want.Triangles {
			t.Errorf("%s: %v, %v", where, got, err)
		}
	}
}

// TestPartitionEveryCallFails fails each call of the file system while shares are made.
func TestPartitionEveryCallFails(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { everyCallOfPartitionFails(t, 2) })
	t.Run("names", func(t *testing.T) { everyCallOfPartitionFails(t, 3) })
}

func everyCallOfPartitionFails(t *testing.T, seed uint64) {
	names, want := sharedGraph(t, seed, 2)
	for where, place := range places {
		if where == "plan" {
			continue
		}
		whole := &objectfs.Faulty{FS: place(t)}
		if err := makeShares(t.Context(), whole, 3, names, 2); err != nil {
			t.Fatal(err)
		}
		step := 1 + whole.Calls()/20
		if testing.Short() || where != "memory" {
			step = 1 + whole.Calls()/6
		}
		for call := 1; call <= whole.Calls(); call += step {
			for fault := range objectfs.ForGood + 1 {
				files := place(t)
				err := makeShares(t.Context(), &objectfs.Faulty{FS: files, At: call, How: fault}, 3, names, 2)
				if err == nil {
					if got, err := sumOfShards(t.Context(), files, 1); err != nil || got.Triangles != want.Triangles {
						t.Errorf("%s, call %d, fault %d: %v, %v", where, call, fault, got, err)
					}
				}
				if again := makeShares(t.Context(), files, 3, names, 2); again != nil {
					t.Errorf("%s, call %d, fault %d: %v, and again %v", where, call, fault, err, again)
					continue
				}
				got, failed := sumOfShards(t.Context(), files, 1)
				if failed != nil {
					t.Fatal(failed)
				}
				sameGraph(t, fmt.Sprintf("%s, call %d, fault %d", where, call, fault), got, want)
			}
		}
	}
}

// TestPartitionAtOnce has several processes at each share.
func TestPartitionAtOnce(t *testing.T) {
	names, want := sharedGraph(t, 0, 3)
	for range 3 {
		files := new(objectfs.Memory)
		var group sync.WaitGroup
		for i := range 6 {
			group.Go(func() {
				if _, err := sharedBy(3).Partition(t.Context(), files, names, 1+i%3, 3, cpu); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		got, err := sumOfShards(t.Context(), files, 2)
		if err != nil {
			t.Fatal(err)
		}
		sameGraph(t, "at once", got, want)
	}
}

// TestPartitionRefuses has shares that do not belong together, and some missing.
func TestPartitionRefuses(t *testing.T) {
	names, _ := sharedGraph(t, 0, 4)
	others, _ := sharedGraph(t, 3, 4)
	var alike []string // of one name and size, in two folders
	for _, edges := range []string{"1 2\n2 3\n", "1 3\n3 4\n"} {
		alike = append(alike, filepath.Join(t.TempDir(), "part-0.txt"))
		if err := os.WriteFile(alike[len(alike)-1], []byte(edges), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	share := func(files FS, n int, names []string, number, of int) error {
		_, err := sharedBy(n).Partition(t.Context(), files, names, number, of, cpu)
		return err
	}
	// beside makes a share where there is none, and puts it there: two that were made at once.
	beside := func(files FS, n int, names []string, number, of int) error {
		if err := share(files, n, names, number, of); !errors.As(err, new(*ConflictError)) {
			t.Errorf("share %d of %d by %d colours beside another: %v", number, of, n, err)
		}
		alone := new(objectfs.Memory)
		if err := share(alone, n, names, number, of); err != nil {
			return err
		}
		all, err := alone.List(t.Context(), "")
		for name, size := range all {
			err = errors.Join(err, files.Create(t.Context(), name, size, func(w io.Writer) error {
				r, err := alone.Open(t.Context(), name, 0, size)
				if err == nil {
					_, err = io.Copy(w, r)
				}
				return err
			}))
		}
		return err
	}
	for what, prepare := range map[string]func(files FS) error{
		"one is missing": func(files FS) error { return errors.Join(share(files, 3, names, 1, 3), share(files, 3, names, 3, 3)) },
		"other colours":  func(files FS) error { return errors.Join(share(files, 3, names, 1, 2), beside(files, 4, names, 2, 2)) },
		"another graph":  func(files FS) error { return errors.Join(share(files, 3, names, 1, 2), beside(files, 3, others, 2, 2)) },
		"another order": func(files FS) error {
			return errors.Join(share(files, 3, alike, 1, 2), beside(files, 3, []string{alike[1], alike[0]}, 2, 2))
		},
		"another division": func(files FS) error {
			return errors.Join(share(files, 3, names, 1, 2), share(files, 3, names, 2, 2), beside(files, 3, names, 1, 4))
		},
	} {
		files := new(objectfs.Memory)
		if err := prepare(files); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), files); !errors.As(err, new(*graph.InputError)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	files := new(objectfs.Memory)
	if err := share(files, 3, names, 1, 2); err != nil {
		t.Fatal(err)
	}
	if err := share(files, 3, names, 1, 2); err != nil {
		t.Error("the same again:", err)
	}
	if err := share(files, 3, others, 1, 2); !errors.As(err, new(*ConflictError)) {
		t.Error("of other files:", err)
	}
	const many = 100 // of 16,290 cells each
	if err := share(new(objectfs.Memory), 180, slices.Repeat(names[:1], many), 1, many); err == nil || !strings.Contains(err.Error(), "fewer colours") {
		t.Errorf("%d shares by 180 colours: %v", many, err)
	}
}

// TestShareNotesBounds has files of one cell, of which nobody knows what they have in common.
func TestShareNotesBounds(t *testing.T) {
	single, loops := colours.Cell{A: 1, B: 1}, colours.File{Cell: colours.Cell{A: 1, B: 1}, Loops: true}
	s := &share{Colours: 3, Files: []colours.File{{Cell: single}, loops}}
	if note := s.result().Note; note != "" {
		t.Error("one file for each:", note)
	}
	s.Files = append(s.Files, loops)
	if note := s.result().Note; !strings.Contains(note, "upper bounds") {
		t.Errorf("two files with vertices of one colour: %q", note)
	}
}

// TestTasksWithMoreEdgesThanRecords has tasks that tell more of a graph than its files have.
func TestTasksWithMoreEdgesThanRecords(t *testing.T) {
	c, told := &colouring{Colours: 1, Shares: 1}, []counted{{Vertices: 3, Edges: 3, Wedges: "3", Triangles: 1}}
	for records, fits := range map[uint64]bool{2: false, 3: true} {
		r := &triangle.Result{Triangles: 1, Cleaning: graph.Report{Records: records}}
		if err := c.describe(r, told); (err == nil) != fits || !fits && !errors.Is(err, errGraph) {
			t.Errorf("3 edges of %d records: %+v, %v", records, r.Cleaning, err)
		}
	}
}
