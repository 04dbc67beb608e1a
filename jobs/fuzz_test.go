package jobs

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// FuzzPlan reads plans with whatever numbers, signed as if they were right, divides
// them, and opens their blocks, which are not there.
func FuzzPlan(f *testing.F) {
	for seed := range uint64(5) {
		p := randomPlan(rand.New(rand.NewPCG(seed, 3)))
		f.Add(encode(p))
		p.Pieces[0].Edges[0] = 1<<64 - 1
		f.Add(encode(p))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := new(plan)
		if !signed(t, data, p) || p.check() != nil || p.Grid.Size() > 1000 {
			return
		}
		sum := 0
		work := p.newWork()
		for number := 1; number <= 7; number++ {
			shard := p.shard(number, 7)
			sum += len(shard)
			for _, task := range shard {
				if work.check(counted{Subtask: task}) != nil {
					t.Fatalf("%v may not even be empty", task)
				}
			}
		}
		if sum != p.Grid.Size() {
			t.Fatalf("%d of %d subtasks are in shards", sum, p.Grid.Size())
		}
		_, err := p.open(t.Context(), new(objectfs.Memory))
		if missing := (*partition.BlockError)(nil); len(p.Pieces) > 0 && !errors.As(err, &missing) || len(p.Pieces) == 0 && err != nil {
			t.Fatal(err)
		}
	})
}

// signed reads a document whose checksum is made right, and reports whether it is
// one. The error of one that is none is of its input, always.
func signed(t *testing.T, data []byte, d sealed) bool {
	err := decode("document.json", data, d)
	if json.Unmarshal(data, d) != nil {
		if input := (*graph.InputError)(nil); !errors.As(err, &input) {
			t.Fatal(err)
		}
		return false
	}
	*d.seal() = sum(d)
	return true
}

// FuzzMerge merges a shard of whatever numbers, signed as if they were right: what
// is accepted has every subtask once, and no more triangles than wedges are for.
func FuzzMerge(f *testing.F) {
	random := rand.New(rand.NewPCG(7, 2))
	p := randomPlan(random)
	for p.Grid.Size() > 20 {
		p = randomPlan(random)
	}
	p.ID = sum(p)
	counted := countedOf(p, random)
	f.Add(encode(p.newShard(1, 1, counted).document()))
	f.Add(encode(p.newShard(1, 1, counted[1:]).document()))
	counted[0].Triangles = 1<<64 - 1
	f.Add(encode(p.newShard(1, 1, counted).document()))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := new(shardDocument)
		if !signed(t, data, s) {
			return
		}
		files := new(objectfs.Memory)
		if err := writeSealed(t.Context(), files, donePrefix+"1.json", s); err != nil {
			t.Fatal(err)
		}
		j := &Job{files: files, plan: p}
		result, err := j.Merge(t.Context())
		if err != nil && !isInputError(err) {
			t.Fatal(err)
		}
		if err == nil && (len(s.Counted) < p.Grid.Size() || !p.Graph.holds(result.Triangles)) {
			t.Fatalf("%d subtasks of %d, %d triangles", len(s.Counted), p.Grid.Size(), result.Triangles)
		}
	})
}
