package jobs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// onePass counts all subtasks of a plan in one pass, and inTurn in two shards, of which none has all.
func onePass(t *testing.T, j *Job) *Shard {
	t.Helper()
	s, err := j.Shard(t.Context(), 1, 1, cpu)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.counted) != 1 || !s.counted[0].All {
		t.Fatalf("not in one pass: %+v", s.counted)
	}
	return s
}

func inTurn(t *testing.T, j *Job, opt triangle.Options) []*Shard {
	t.Helper()
	var shards []*Shard
	for number := 1; number <= 2; number++ {
		s, err := j.Shard(t.Context(), number, 2, opt)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(s.counted, func(c counted) bool { return c.All }) {
			t.Fatalf("a shard is not all: %+v", s.counted)
		}
		shards = append(shards, s)
	}
	return shards
}

// skewedJob is a job of a random graph with hubs, loops and duplicates.
func skewedJob(t *testing.T, random *rand.Rand, vertices uint32, records, n int) *Job {
	t.Helper()
	var text strings.Builder
	for _, e := range graphtest.SkewedRecords(random, vertices, records) {
		fmt.Fprintln(&text, e.U, e.V)
	}
	r := Request{File: filepath.Join(t.TempDir(), "graph.txt"), Format: "edgelist", Method: "auto", Colours: n}
	if err := os.WriteFile(r.File, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestOnePass holds one pass over all cells to the sum of the subtasks.
func TestOnePass(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 7))
	for n := 2; n <= 7; n++ {
		j := skewedJob(t, random, 200+400*random.Uint32N(4), graphtest.Fewer(20_000), n)
		want, err := triangles(j.Sum(inTurn(t, j, cpu)...))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := triangles(j.Sum(onePass(t, j))); err != nil || got != want {
			t.Errorf("%d colours: %d in one pass, want %d, %v", n, got, want, err)
		}
	}
}

// TestOnePassBesideOthers adds up what is there of one pass and of subtasks: two processes may
// have counted at the same time.
func TestOnePassBesideOthers(t *testing.T) {
	r, want := colouredGraph(t, 4)
	files := new(objectfs.Memory)
	j, err := Prepare(t.Context(), files, r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	some, all := inTurn(t, j, cpu), onePass(t, j)
	for _, shards := range [][]*Shard{{all}, {some[0], all}, {all, some[1]}, {some[0], all, all, some[1]}} {
		tally := j.newTally()
		for _, s := range shards {
			if err := tally.add(s, true); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := triangles(tally.result()); err != nil || got != want {
			t.Errorf("%d shards: %d triangles, want %d, %v", len(shards), got, want, err)
		}
	}
	if _, err := j.Sum(all, some[0]); !errors.As(err, new(*graph.InputError)) {
		t.Errorf("subtasks that were counted twice: %v", err)
	}
	if _, err := j.Sum(some[0], all); !errors.As(err, new(*graph.InputError)) {
		t.Errorf("subtasks that were counted twice: %v", err)
	}
	if err := j.Run(t.Context(), 1, 2, cpu); err != nil { // and the rest is not all of it
		t.Fatal(err)
	}
	if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
		t.Errorf("after a shard: %d triangles, want %d, %v", got, want, err)
	}
}

// TestOnePassThatCannotBe has counts of all subtasks where there are none, or other ones.
func TestOnePassThatCannotBe(t *testing.T) {
	r, want := colouredGraph(t, 3)
	coloured, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	ranges, _ := testGraph(t)
	ranged, err := Prepare(t.Context(), new(objectfs.Memory), ranges, cpu)
	if err != nil {
		t.Fatal(err)
	}
	r.Question = ofVertices
	asking, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	for what, x := range map[string]struct {
		job *Job
		one counted
	}{
		"more than there can be":  {coloured, counted{All: true, Triangles: 1 << 40}},
		"more than wedges allow":  {coloured, counted{All: true, Triangles: want * 20}},
		"a subtask, too":          {coloured, counted{All: true, Subtask: partition.Subtask{K: 1}, Triangles: want}},
		"edges of a graph":        {coloured, counted{All: true, Edges: 1, Triangles: want}},
		"ranges":                  {ranged, counted{All: true, Triangles: want}},
		"an answer for each part": {asking, counted{All: true, Triangles: want}},
	} {
		s := x.job.plan.newShard(1, 1, []counted{x.one})
		if _, err := x.job.Sum(s); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	tally := coloured.newTally()
	for _, off := range []uint64{0, 1} {
		err := tally.add(coloured.plan.newShard(1, 1, []counted{{All: true, Triangles: want + off}}), true)
		if (err == nil) != (off == 0) {
			t.Errorf("%d more than before: %v", off, err)
		}
	}
}

// TestOnePassWithinMemory counts subtask by subtask where not all cells fit.
func TestOnePassWithinMemory(t *testing.T) {
	j := skewedJob(t, rand.New(rand.NewPCG(20, 8)), 20_000, 200_000, 5)
	want, err := triangles(j.Sum(onePass(t, j)))
	if err != nil {
		t.Fatal(err)
	}
	tasks, opt := slices.Collect(j.plan.subtasks()), cpu
	least := int64(0) // with which all is counted in one pass
	for step := int64(1 << 30); step > 0; step /= 2 {
		opt.Memory = least + step
		if all, err := j.together(tasks, opt); err == nil && all == nil {
			least += step
		}
	}
	opt.Memory = least
	s, err := j.Shard(t.Context(), 1, 1, opt)
	if err != nil {
		t.Fatal(least, err)
	}
	if len(s.counted) != len(tasks) {
		t.Fatalf("%d are counted of %d", len(s.counted), len(tasks))
	}
	if got, err := triangles(j.Sum(s)); err != nil || got != want {
		t.Error(got, err)
	}
	opt.Memory++
	if s, err = j.Shard(t.Context(), 1, 1, opt); err != nil || len(s.counted) != 1 {
		t.Errorf("%d numbers for all subtasks, %v", len(s.counted), err)
	}
}
