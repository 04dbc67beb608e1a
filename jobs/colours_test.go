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
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// colouredGraph is testGraph for a job that is cut by colours.
func colouredGraph(t *testing.T, n int) (Request, uint64) {
	t.Helper()
	r, want := testGraph(t)
	r.Colours, r.Parts = n, triangle.Parts{}
	return r, want
}

func TestColoursEveryWay(t *testing.T) {
	for n := 1; n <= 7; n++ {
		r, want := colouredGraph(t, n)
		for where, place := range places {
			if n != 3 && where != "memory" {
				continue
			}
			for how, way := range ways {
				files := place(t)
				for range 2 {
					if got, err := way(t.Context(), files, r); how == "shards returned" && got == 0 {
						continue // the cells may be gone
					} else if err != nil || got != want {
						t.Errorf("%d colours, %s in %s: %d, want %d, %v", n, how, where, got, want, err)
					}
				}
			}
		}
	}
}

// TestColoursOfRandomGraphs has loops, duplicates, edges in both directions, far ids, and
// vertices without an edge.
func TestColoursOfRandomGraphs(t *testing.T) {
	for seed := range uint64(7) {
		random := rand.New(rand.NewPCG(seed, 5))
		var text strings.Builder
		far := uint64(1) << (random.IntN(3) * 20)
		for range random.IntN(400) {
			u, v := far*random.Uint64N(30), far*random.Uint64N(30)
			fmt.Fprintln(&text, u, v)
			if random.IntN(3) == 0 {
				fmt.Fprintln(&text, v, u)
			}
		}
		r := Request{File: filepath.Join(t.TempDir(), "graph.txt"), Format: "edgelist", Method: "auto", Colours: 1 + int(seed)}
		if err := os.WriteFile(r.File, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := graphio.Open(r.File, r.input(0))
		if err != nil {
			t.Fatal(err)
		}
		want, err := triangle.Count(t.Context(), src, cpu)
		if err != nil {
			t.Fatal(err)
		}
		src.Close()
		j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		got, err := j.Count(t.Context(), cpu)
		if err != nil {
			t.Fatal(err)
		}
		if got.Triangles != want.Triangles || got.Vertices != want.Vertices || got.Edges != want.Edges || got.Wedges.Cmp(want.Wedges) != 0 ||
			got.MaxDegree != want.MaxDegree || got.Cleaning != want.Cleaning {
			t.Errorf("%d colours: %+v, want %+v", r.Colours, got, want)
		}
	}
}

// TestColoursOfSkewedGraphs has tasks with hubs, and larger tasks than the other tests.
func TestColoursOfSkewedGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 3))
	for n := 2; n <= 7; n++ {
		var text strings.Builder
		for _, e := range graphtest.SkewedRecords(random, 3000, graphtest.Fewer(150_000)) {
			fmt.Fprintln(&text, e.U, e.V)
		}
		r := Request{File: filepath.Join(t.TempDir(), "graph.txt"), Format: "edgelist", Method: "auto", Colours: n}
		if err := os.WriteFile(r.File, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := graphio.Open(r.File, r.input(0))
		if err != nil {
			t.Fatal(err)
		}
		simple := cpu
		simple.Method = "merge"
		want, err := triangle.Count(t.Context(), src, simple)
		src.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{0, 100 << 20} {
			opt := cpu
			opt.Memory = memory
			j, err := Prepare(t.Context(), new(objectfs.Memory), r, opt)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := triangles(j.Sum(inTurn(t, j, opt)...)); err != nil || got != want.Triangles {
				t.Errorf("%d colours, %d bytes: %d triangles, want %d; %v", n, memory, got, want.Triangles, err)
			}
			if got, err := j.Count(t.Context(), opt); err != nil || got.Triangles != want.Triangles {
				t.Errorf("%d colours, %d bytes: %+v, want %d triangles; %v", n, memory, got, want.Triangles, err)
			}
		}
	}
}

// TestColoursEveryCallFails fails each call of the file system, in every way, as
// TestEveryCallFails does.
func TestColoursEveryCallFails(t *testing.T) {
	r, want := colouredGraph(t, 3)
	for how, way := range ways {
		t.Run(how, func(t *testing.T) {
			files, whole := faulty(new(objectfs.Memory), 0, 0)
			if got, err := way(t.Context(), files, r); err != nil || got != want {
				t.Fatalf("%d, want %d, %v", got, want, err)
			}
			step := 1
			step += whole.Calls() / 25
			if testing.Short() {
				step += whole.Calls() / 6
			}
			for call := 1; call <= whole.Calls(); call += step {
				for fault := range objectfs.ForGood + 1 {
					files := new(objectfs.Memory)
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

// TestColoursRefuseOthers adds up what belongs to another division, another plan, or was
// counted twice or not at all.
func TestColoursRefuseOthers(t *testing.T) {
	r, want := colouredGraph(t, 4)
	prepare := func(n int) *Job {
		r.Colours = n
		j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	shard := func(j *Job, number, of int) *Shard {
		s, err := j.Shard(t.Context(), number, of, cpu)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	j, other := prepare(4), prepare(5)
	one, two, three := shard(j, 1, 3), shard(j, 2, 3), shard(j, 3, 3)
	if got, err := j.Sum(three, one, two); err != nil || got.Triangles != want {
		t.Error(got, err)
	}
	halves := []*Shard{shard(j, 1, 2), shard(j, 2, 2)}
	if got, err := j.Sum(halves...); err != nil || got.Triangles != want {
		t.Error(got, err)
	}
	for what, shards := range map[string][]*Shard{
		"one is missing":     {one, three},
		"one is there twice": {one, two, three, two},
		"mixed divisions":    {halves[0], two, three, one},
		"another plan":       {one, two, shard(other, 3, 3)},
	} {
		if _, err := j.Sum(shards...); !errors.As(err, new(*graph.InputError)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range two.counted { // more taken away than there is
		if task := two.counted[i].Subtask; task.I == task.K {
			two.counted[i].Triangles += 1000
		}
	}
	if _, err := j.Sum(one, two, three); !errors.Is(err, errDamaged) {
		t.Error("more taken away:", err)
	}
}

// TestColoursRefuseOtherCells has a cell in place of another.
func TestColoursRefuseOtherCells(t *testing.T) {
	r, _ := colouredGraph(t, 3)
	files := new(objectfs.Memory)
	j, err := Prepare(t.Context(), files, r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	c := j.plan.Colouring
	in := c.in(files)
	data, err := objectfs.NewReader(t.Context(), in, c.Files[1].Name, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := readAtMost(data, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Remove(t.Context(), c.Files[0].Name); err != nil {
		t.Fatal(err)
	}
	if err := objectfs.CreateBytes(t.Context(), in, c.Files[0].Name, bytes); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Shard(t.Context(), 1, 1, cpu); !errors.As(err, new(*graph.InputError)) {
		t.Error(err)
	}
}

// TestColoursWithinMemory refuses tasks before any is counted, and says what would do.
func TestColoursWithinMemory(t *testing.T) {
	r, _ := colouredGraph(t, 3)
	j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	opt := cpu
	opt.Memory = 1 << 20
	_, err = j.Shard(t.Context(), 1, 1, opt)
	refused := new(graph.MemoryError)
	if !errors.As(err, &refused) || refused.Need <= opt.Memory {
		t.Fatal(err)
	}
	opt.Memory = refused.Need
	if _, err := j.Shard(t.Context(), 1, 1, opt); err != nil {
		t.Error(err)
	}
}

// TestColoursOfAnswers adds up what tasks find of each vertex and edge.
func TestColoursOfAnswers(t *testing.T) {
	for n := 1; n <= 7; n++ {
		r, _ := colouredGraph(t, n)
		want := answersOf(t, r)
		for how, way := range answering {
			files := new(objectfs.Memory)
			for range 2 {
				if err := way(t.Context(), files, r, want); err != nil {
					t.Errorf("%d colours, %s: %v", n, how, err)
				}
			}
		}
	}
}

func TestColoursThatCannotBe(t *testing.T) {
	r, _ := colouredGraph(t, colours.Most+1)
	if _, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu); err == nil {
		t.Error("too many colours")
	}
	r.Colours, r.Parts.Rows = 3, 2
	if _, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu); err == nil {
		t.Error("colours and ranges")
	}
}
