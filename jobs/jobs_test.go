package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

var cpu = triangle.Options{Engine: device.CPU, Threads: 1}

// testGraph writes a graph to a file and returns a request for it, and how many
// triangles it has.
func testGraph(t *testing.T) (Request, uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 9))
	var text strings.Builder
	for range 400 {
		u, v := random.IntN(50), random.IntN(50)
		fmt.Fprintln(&text, min(u, v), u+v)
	}
	r := Request{File: filepath.Join(t.TempDir(), "graph.txt"), Format: "edgelist", Method: "merge", Parts: triangle.Parts{Rows: 3, Columns: 2}}
	if err := os.WriteFile(r.File, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := graphio.Open(r.File, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	result, err := triangle.Count(t.Context(), src, cpu)
	if err != nil || result.Triangles == 0 {
		t.Fatal(result, err)
	}
	return r, result.Triangles
}

// ways are all that there are to come to a count, from nothing or from where it was
// left.
var ways = map[string]func(ctx context.Context, files FS, r Request) (uint64, error){
	"count": func(ctx context.Context, files FS, r Request) (uint64, error) {
		j, err := Prepare(ctx, files, r, cpu)
		if err != nil {
			return 0, err
		}
		return triangles(j.Count(ctx, cpu))
	},
	"resume": func(ctx context.Context, files FS, r Request) (uint64, error) {
		j, err := Open(ctx, files)
		if errors.Is(err, fs.ErrNotExist) {
			j, err = Prepare(ctx, files, r, cpu)
		}
		if err == nil && !j.Prepared() {
			err = j.Prepare(ctx, cpu)
		}
		if err != nil {
			return 0, err
		}
		return triangles(j.Count(ctx, cpu))
	},
	"shards kept": func(ctx context.Context, files FS, r Request) (uint64, error) {
		j, err := Prepare(ctx, files, r, cpu)
		if err != nil {
			return 0, err
		}
		for number := 1; number <= 3; number++ {
			if err := j.Run(ctx, number, 3, cpu); err != nil {
				return 0, err
			}
		}
		return triangles(j.Merge(ctx))
	},
	"shards returned": func(ctx context.Context, files FS, r Request) (uint64, error) {
		j, err := Prepare(ctx, files, r, cpu)
		if err != nil {
			return 0, err
		}
		var shards []*Shard
		for number := 1; number <= 3; number++ {
			s, err := j.Shard(ctx, number, 3, cpu)
			if err != nil {
				return 0, err
			}
			shards = append(shards, s)
		}
		return triangles(j.Sum(shards...))
	},
}

func triangles(r *triangle.Result, err error) (uint64, error) {
	if err != nil {
		return 0, err
	}
	return r.Triangles, nil
}

// places makes empty file systems of each kind.
var places = map[string]func(t *testing.T) FS{
	"memory": func(*testing.T) FS { return new(objectfs.Memory) },
	"folder": func(t *testing.T) FS { return Dir(filepath.Join(t.TempDir(), "job")) },
	"plan":   func(t *testing.T) FS { return PlanFile(filepath.Join(t.TempDir(), "plan.json")) },
}

func TestEveryWay(t *testing.T) {
	r, want := testGraph(t)
	for where, place := range places {
		for how, way := range ways {
			files := place(t)
			for range 2 {
				if got, err := way(t.Context(), files, r); how == "shards returned" && got == 0 {
					continue // the blocks may be gone
				} else if err != nil || got != want {
					t.Errorf("%s in %s: %d, want %d, %v", how, where, got, want, err)
				}
			}
		}
	}
}

// TestEveryCallFails fails each call of the file system, in every way: there is an
// error or the right count, and whoever goes on has the right count.
func TestEveryCallFails(t *testing.T) {
	r, want := testGraph(t)
	for where, place := range places {
		for how, way := range ways {
			t.Run(how+" in "+where, func(t *testing.T) {
				files, whole := faulty(place(t), 0, 0)
				if got, err := way(t.Context(), files, r); err != nil || got != want {
					t.Fatalf("%d, want %d, %v", got, want, err)
				}
				step := 1
				if testing.Short() {
					step += whole.Calls() / 6
				}
				if where != "memory" {
					step += whole.Calls() / 6 // a disk takes its time
				}
				for call := 1; call <= whole.Calls(); call += step {
					for fault := range objectfs.ForGood + 1 {
						files := place(t)
						failing, _ := faulty(files, call, fault)
						got, err := way(t.Context(), failing, r)
						if err == nil && got != want {
							t.Errorf("call %d, fault %d: %d, want %d", call, fault, got, want)
						}
						if got, again := way(t.Context(), files, r); again != nil || got != want {
							t.Errorf("call %d, fault %d: ends with %v, and when it goes on with %d, want %d, %v", call, fault, err, got, want, again)
						}
					}
				}
			})
		}
	}
}

// faulty returns files that fail at a call, with the lock that they have.
func faulty(files FS, call int, how objectfs.Fault) (FS, *objectfs.Faulty) {
	f := &objectfs.Faulty{FS: files, At: call, How: how}
	if l, ok := files.(locker); ok {
		return struct {
			*objectfs.Faulty
			locker
		}{f, l}, f
	}
	return f, f
}

// TestManyDoTheSame lets several processes prepare and count the same job at once,
// in every way there is.
func TestManyDoTheSame(t *testing.T) {
	r, want := testGraph(t)
	for round := range 10 {
		memory := new(objectfs.Memory)
		var group sync.WaitGroup
		for range 3 {
			for how, way := range ways {
				if how == "shards returned" {
					continue // these need blocks that others remove
				}
				group.Go(func() {
					got, err := way(t.Context(), memory, r)
					// Who counts a shard of what is complete elsewhere may find no blocks.
					if err == nil && got != want {
						t.Errorf("round %d, %s: %d, want %d", round, how, got, want)
					}
				})
			}
		}
		group.Wait()
		if got, err := ways["resume"](t.Context(), memory, r); err != nil || got != want {
			t.Errorf("round %d: %d, want %d, %v", round, got, want, err)
		}
	}
}

// stopping ends a context when the first object of finished subtasks is there.
type stopping struct {
	FS
	stop context.CancelFunc
}

func (s *stopping) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	err := s.FS.Create(ctx, name, size, write)
	if strings.HasPrefix(name, donePrefix) {
		s.stop()
	}
	return err
}

// TestGoesOn ends counts in the middle: what was finished is not counted again.
func TestGoesOn(t *testing.T) {
	r, want := testGraph(t)
	for range 5 {
		memory := new(objectfs.Memory)
		ctx, stop := context.WithCancel(t.Context())
		if _, err := ways["count"](ctx, &stopping{memory, stop}, r); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		j, err := Open(t.Context(), memory)
		if err != nil {
			t.Fatal(err)
		}
		done, all, err := j.Progress(t.Context())
		if err != nil || done == 0 || done >= all {
			t.Fatalf("%d of %d subtasks, %v", done, all, err)
		}
		if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
			t.Errorf("%d, want %d, %v", got, want, err)
		}
		end, err := j.progress(t.Context())
		if err != nil || len(end.all) != all {
			t.Fatal(end, err)
		}
		written := 0
		for _, s := range end.shards {
			written += len(s.counted)
		}
		if written != all {
			t.Errorf("%d counts of %d subtasks", written, all)
		}
	}
}

// readOnly is a file system in which nothing can be written any more.
type readOnly struct{ FS }

func (readOnly) lock(context.Context) (func(failed bool), error) {
	return nil, &atomicfile.PlaceError{Err: syscall.EROFS}
}

func (readOnly) Create(context.Context, string, int64, func(w io.Writer) error) error {
	return syscall.EROFS
}

func (readOnly) Remove(context.Context, string) error { return syscall.EROFS }

// TestReadOnly shows a count that was finished before, and says of another why it does not go on.
func TestReadOnly(t *testing.T) {
	r, want := testGraph(t)
	memory := new(objectfs.Memory)
	j, err := Prepare(t.Context(), memory, r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ways["resume"](t.Context(), readOnly{memory}, r); !errors.Is(err, syscall.EROFS) {
		t.Errorf("a count that was not finished: %v", err)
	}
	if err := j.Run(t.Context(), 1, 1, cpu); err != nil {
		t.Fatal(err)
	}
	if got, err := ways["resume"](t.Context(), readOnly{memory}, r); err != nil || got != want {
		t.Errorf("%d, want %d, %v", got, want, err)
	}
	all, answers := new(objectfs.Memory), answersOf(t, r)
	if err := answering["edges"](t.Context(), all, r, answers); err != nil {
		t.Fatal(err)
	}
	if err := answering["edges"](t.Context(), readOnly{all}, r, answers); err != nil {
		t.Errorf("edges: %v", err)
	}
}

// TestOtherCountsAreDamage has two counts of a subtask.
func TestOtherCountsAreDamage(t *testing.T) {
	r, _ := testGraph(t)
	memory := new(objectfs.Memory)
	if _, err := ways["shards kept"](t.Context(), memory, r); err != nil {
		t.Fatal(err)
	}
	j, err := Open(t.Context(), memory)
	if err != nil {
		t.Fatal(err)
	}
	before, err := j.progress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range before.all {
		if c.Triangles > 0 {
			c.Triangles--
			if err := writeSealed(t.Context(), memory, donePrefix+"other.json", j.plan.newShard(1, 1, []counted{c}).document()); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if _, err := j.Merge(t.Context()); !errors.Is(err, errDamaged) {
		t.Error(err)
	}
	if _, err := j.Count(t.Context(), cpu); !errors.Is(err, errDamaged) {
		t.Error(err)
	}
}

// TestConflicts prepares something else where a job is.
func TestConflicts(t *testing.T) {
	r, _ := testGraph(t)
	memory := new(objectfs.Memory)
	if _, err := Prepare(t.Context(), memory, r, cpu); err != nil {
		t.Fatal(err)
	}
	refuses := func(what string, r Request, expected ConflictError) {
		t.Helper()
		_, err := Prepare(t.Context(), memory, r, cpu)
		conflict := new(ConflictError)
		if !errors.As(err, &conflict) || conflict.Changed != expected.Changed || conflict.Differs != expected.Differs {
			t.Errorf("%s: %v", what, err)
		}
	}
	other := r
	other.Strict = true
	refuses("strict", other, ConflictError{Differs: true})
	limit := r
	limit.Memory = 1 << 30
	refuses("another limit", limit, ConflictError{Differs: true})
	other, _ = testGraph(t)
	refuses("another file", other, ConflictError{})
	if err := os.WriteFile(r.File, []byte("1 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refuses("a file that has changed", r, ConflictError{Changed: true})
}

// TestFolderOfSomethingElse: a folder is a job's own, or it is left as it was.
func TestFolderOfSomethingElse(t *testing.T) {
	r, _ := testGraph(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Prepare(t.Context(), Dir(folder), r, cpu)
	if conflict := new(ConflictError); !errors.As(err, &conflict) || conflict.Other != folder {
		t.Error(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Error(entries, err)
	}
}

// sooner calls something before the plan is made.
type sooner struct {
	FS
	first func()
}

func (s *sooner) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	if name == planName {
		s.first()
	}
	return s.FS.Create(ctx, name, size, write)
}

// TestAnotherIsSooner prepares a job where another process comes first, which asks for
// something else: that job stays whole, and nothing is left of the first.
func TestAnotherIsSooner(t *testing.T) {
	r, want := testGraph(t)
	other, memory := r, new(objectfs.Memory)
	other.Method = "bitslice"
	var whole map[string]int64
	_, err := Prepare(t.Context(), &sooner{memory, func() {
		if _, err := Prepare(t.Context(), memory, other, cpu); err != nil {
			t.Fatal(err)
		}
		whole, _ = memory.List(t.Context(), "")
	}}, r, cpu)
	if conflict := new(ConflictError); !errors.As(err, &conflict) || !conflict.Differs {
		t.Errorf("%v", err)
	}
	if left, err := memory.List(t.Context(), ""); err != nil || !maps.Equal(left, whole) {
		t.Errorf("left are %v, and the other job is %v, %v", left, whole, err)
	}
	if got, err := ways["resume"](t.Context(), memory, r); err != nil || got != want {
		t.Errorf("%d, want %d, %v", got, want, err)
	}
}
