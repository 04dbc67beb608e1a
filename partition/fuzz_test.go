package partition

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
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

// FuzzPlan divides what looks like a plan, whatever its numbers.
func FuzzPlan(f *testing.F) {
	for seed := range uint64(5) {
		p := randomPlan(rand.New(rand.NewPCG(seed, 3)))
		f.Add(compact(p))
		p.Pieces[0].Edges[0] = 1<<64 - 1
		f.Add(encode(p))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := new(Plan)
		if json.Unmarshal(data, p) != nil || !p.valid() || len(p.Grid.Rows) > 50 || len(p.Grid.Columns) > 50 {
			return
		}
		sum := 0
		for number := 1; number <= 7; number++ {
			sum += len(p.Shard(number, 7))
		}
		if sum != p.Grid.Size() {
			t.Fatalf("%d of %d subtasks are in shards", sum, p.Grid.Size())
		}
		if _, err := p.Open("plan.json"); err != nil {
			t.Fatal(err)
		}
	})
}
