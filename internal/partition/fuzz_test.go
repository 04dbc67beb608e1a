package partition

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// FuzzLog reads logs of a plan: what is accepted are whole lines of it, each
// subtask once.
func FuzzLog(f *testing.F) {
	p := randomPlan(rand.New(rand.NewPCG(7, 1)))
	p.ID = sum(p)
	whole := logLine("tricycle-log 1 %s", p.ID)
	f.Add(bytes.Clone(whole))
	for t := range p.Grid.Subtasks() {
		whole = append(whole, logLine("%d %d %d 7", t.I, t.J, t.K)...)
		f.Add(bytes.Clone(whole))
	}
	f.Add(whole[:len(whole)-3])
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		counted, end, err := readLog(bytes.NewReader(data), "done.log", p)
		if err != nil {
			if input := (*graph.InputError)(nil); !errors.As(err, &input) {
				t.Fatal(err)
			}
			return
		}
		if lines := bytes.Count(data[:end], []byte("\n")); lines != len(counted)+1 || bytes.ContainsRune(data[end:], '\n') {
			t.Fatalf("%d lines, %d subtasks", lines, len(counted))
		}
		seen := make(map[Subtask]bool)
		for _, c := range counted {
			if seen[c.Subtask] {
				t.Fatalf("%v twice", c.Subtask)
			}
			seen[c.Subtask] = true
		}
	})
}

// FuzzPlan reads plans with whatever numbers, signed as if they were right, divides
// them, and opens their blocks, which are not there.
func FuzzPlan(f *testing.F) {
	for seed := range uint64(5) {
		p := randomPlan(rand.New(rand.NewPCG(seed, 3)))
		f.Add(encode(p))
		p.Pieces[0].Edges[0] = 1<<64 - 1
		f.Add(encode(p))
	}
	name := filepath.Join(f.TempDir(), "plan.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		p := new(Plan)
		if !signed(t, data, p) || p.check() != nil || p.Grid.Size() > 1000 {
			return
		}
		sum := 0
		work := p.newWork()
		for number := 1; number <= 7; number++ {
			shard := p.Shard(number, 7)
			sum += len(shard)
			for _, task := range shard {
				if work.check(Counted{Subtask: task}) != nil {
					t.Fatalf("%v may not even be empty", task)
				}
			}
		}
		if sum != p.Grid.Size() {
			t.Fatalf("%d of %d subtasks are in shards", sum, p.Grid.Size())
		}
		_, err := p.Open(name)
		if missing := (*BlockError)(nil); len(p.Pieces) > 0 && !errors.As(err, &missing) || len(p.Pieces) == 0 && err != nil {
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
	f.Add(encode(p.NewResult(1, 1, counted)))
	f.Add(encode(p.NewResult(1, 1, counted[1:])))
	counted[0].Triangles = 1<<64 - 1
	f.Add(encode(p.NewResult(1, 1, counted)))
	name := filepath.Join(f.TempDir(), "shard.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		r := new(Result)
		if !signed(t, data, r) {
			return
		}
		if err := os.WriteFile(name, encode(r), 0o600); err != nil {
			t.Fatal(err)
		}
		results, triangles, err := Merge("plan.json", p, []string{name})
		if input := (*graph.InputError)(nil); err != nil && !errors.As(err, &input) {
			t.Fatal(err)
		}
		if err == nil && (len(results) != 1 || len(r.Counted) != p.Grid.Size() || !p.Graph.holds(triangles)) {
			t.Fatalf("%d subtasks of %d, %d triangles", len(r.Counted), p.Grid.Size(), triangles)
		}
	})
}
