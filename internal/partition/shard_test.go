package partition

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
)

// TestShardsShareTheSubtasks divides plans into shards: each subtask is in one,
// and no shard has much more than its part of the work.
func TestShardsShareTheSubtasks(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 2))
		p := randomPlan(random)
		of := 1 + random.IntN(20)
		work := p.newWork()
		total, heaviest := uint64(0), uint64(0)
		for task := range p.Grid.Subtasks() {
			total += work.of(task)
			heaviest = max(heaviest, work.of(task))
		}
		var all []Subtask
		for number := 1; number <= of; number++ {
			shard, sum := p.Shard(number, of), uint64(0)
			for _, task := range shard {
				sum += work.of(task)
			}
			if sum > total/uint64(of)+heaviest+uint64(of) {
				t.Errorf("seed %d: shard %d/%d has %d of %d, the heaviest subtask %d", seed, number, of, sum, total, heaviest)
			}
			all = append(all, shard...)
		}
		if !slices.Equal(all, slices.Collect(p.Grid.Subtasks())) {
			t.Fatalf("seed %d: %d shards have %v", seed, of, all)
		}
	}
}

// TestWorkPastTwoToThe64 plays edges that make products and sums overflow.
func TestWorkPastTwoToThe64(t *testing.T) {
	const most = 1<<64 - 1
	if got := average(1<<40, 1<<40, 1<<20); got != 1<<60 {
		t.Errorf("%d", got)
	}
	if got := average(1<<40, 1<<40, 1); got != most {
		t.Errorf("%d", got)
	}
	if got := addCapped(most, 1); got != most {
		t.Errorf("%d", got)
	}
}

// shardFiles writes the results of all shards of a plan with several of them.
func shardFiles(t *testing.T, of int) (p *Plan, name string, files []string, want uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(6, 1))
	for p == nil || len(p.shards(of)) < of {
		p = randomPlan(random)
	}
	name = writePlan(t, p)
	counted := countedOf(p, random)
	folder := t.TempDir()
	for number := 1; number <= of; number++ {
		n := len(p.Shard(number, of))
		files = append(files, filepath.Join(folder, fmt.Sprintf("shard%d.json", number)))
		writeResult(t, files[number-1], p.NewResult(number, of, counted[:n]))
		counted = counted[n:]
		want += mustSum(t, readResult(t, files[number-1]).Counted)
	}
	return p, name, files, want
}

func writeResult(t *testing.T, name string, r *Result) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := r.WriteTo(file); err != nil {
		t.Fatal(err)
	}
}

func readResult(t *testing.T, name string) *Result {
	t.Helper()
	r, err := ReadResult(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMerge(t *testing.T) {
	const of = 5
	p, name, files, want := shardFiles(t, of)
	for range 10 {
		rand.Shuffle(of, func(i, j int) { files[i], files[j] = files[j], files[i] })
		if _, got, err := Merge(name, p, files); err != nil || got != want {
			t.Fatalf("%d, want %d, %v", got, want, err)
		}
	}
	slices.Sort(files)
	refuses := func(what string, files []string, expected ...string) {
		t.Helper()
		_, got, err := Merge(name, p, files)
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || got != 0 {
			t.Errorf("%s: %d, %v", what, got, err)
			return
		}
		for _, text := range expected {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v does not say %q", what, err, text)
			}
		}
	}
	refuses("no shard", nil)
	refuses("two missing", []string{files[0], files[2], files[4]}, "missing: 2/5, 4/5")
	refuses("one twice", slices.Concat(files, files[1:2]), "shard 2/5", files[1])
	copied := filepath.Join(t.TempDir(), "copy.json")
	writeResult(t, copied, readResult(t, files[1]))
	refuses("a copy of one", slices.Concat(files, []string{copied}), "shard 2/5", files[1], copied)
	refuses("a file that is not there", []string{"missing.json"}, "missing.json")
	refuses("the plan as a shard", []string{name}, "tricycle-plan")

	other := *p
	other.Request.Strict = true
	writePlan(t, &other)
	_, _, err := Merge(name, &other, files)
	if input := (*graph.InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), p.ID) {
		t.Errorf("shards of another plan: %v", err)
	}

	changed := readResult(t, files[3])
	data, err := os.ReadFile(files[3])
	if err != nil {
		t.Fatal(err)
	}
	number := fmt.Sprint(changed.Counted[0].Triangles)
	lie := strings.Replace(string(data), `"triangles": `+number, `"triangles": 1`+number, 1)
	lie = strings.Replace(lie, `"triangles":`+number, `"triangles":1`+number, 1)
	if err := os.WriteFile(files[3], []byte(lie), 0o600); err != nil {
		t.Fatal(err)
	}
	refuses("a changed number", files, files[3], "damaged")
	changed.Counted[0].Subtask.I = 1000
	writeResult(t, files[3], changed)
	refuses("a subtask of no one", files, files[3], "no subtask")
	changed.Shard = of + 1
	writeResult(t, files[3], changed)
	refuses("shard 6 of 5", files, "6/5")
}

// TestMergeOfTwoDivisions takes shards of any sizes that make up the whole.
func TestMergeOfTwoDivisions(t *testing.T) {
	p, name, files, want := shardFiles(t, 4)
	first := readResult(t, files[0])
	folder := t.TempDir()
	halves := []string{filepath.Join(folder, "a"), filepath.Join(folder, "b")}
	n := len(first.Counted) / 2
	writeResult(t, halves[0], p.NewResult(1, 8, first.Counted[:n]))
	writeResult(t, halves[1], p.NewResult(2, 8, first.Counted[n:]))
	if _, got, err := Merge(name, p, slices.Concat(halves, files[1:])); err != nil || got != want {
		t.Errorf("%d, want %d, %v", got, want, err)
	}
	if _, _, err := Merge(name, p, slices.Concat(halves[1:], files[1:])); n > 0 && (err == nil || !strings.Contains(err.Error(), fmt.Sprint(first.Counted[0].Subtask))) {
		t.Errorf("a half is missing: %v", err)
	}
}
