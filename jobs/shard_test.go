package jobs

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
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
		var all []partition.Subtask
		for number := 1; number <= of; number++ {
			shard, sum := p.shard(number, of), uint64(0)
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

// countedOf makes up a count for each subtask of a plan.
func countedOf(p *plan, random *rand.Rand) []counted {
	var all []counted
	work := p.newWork()
	share := new(big.Int).Div(p.Graph.Wedges, big.NewInt(int64(3*p.Grid.Size()+1))).Uint64()
	for t := range p.Grid.Subtasks() {
		all = append(all, counted{Subtask: t, Triangles: random.Uint64N(min(work.most(t), share) + 1)})
	}
	return all
}

// madeUp is a job with the shards that its subtasks were counted in.
func madeUp(t *testing.T, of int) (j *Job, shards []*Shard, want uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(6, 1))
	var p *plan
	for p == nil || len(p.shards(of)) < of {
		p = randomPlan(random)
	}
	_, files := writePlan(t, p)
	all := countedOf(p, random)
	want, err := p.sum(all)
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= of; number++ {
		n := len(p.shard(number, of))
		shards = append(shards, reread(t, p.newShard(number, of, all[:n]), fmt.Sprintf("shard%d.json", number)))
		all = all[n:]
	}
	return &Job{files: files, plan: p}, shards, want
}

// reread writes a shard and reads it under a name.
func reread(t *testing.T, s *Shard, name string) *Shard {
	t.Helper()
	var file bytes.Buffer
	if _, err := s.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := ReadShard(&file, name)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func TestSum(t *testing.T) {
	const of = 5
	j, shards, want := madeUp(t, of)
	for range 10 {
		mixed := slices.Clone(shards)
		rand.Shuffle(of, func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
		if got, err := j.Sum(mixed...); err != nil || got.Triangles != want {
			t.Fatalf("%v, want %d, %v", got, want, err)
		}
	}
	refuses := func(what string, j *Job, shards []*Shard, expected ...string) {
		t.Helper()
		got, err := j.Sum(shards...)
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || got != nil {
			t.Errorf("%s: %v, %v", what, got, err)
			return
		}
		for _, text := range expected {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v does not say %q", what, err, text)
			}
		}
	}
	refuses("no shard", j, nil)
	refuses("two missing", j, []*Shard{shards[0], shards[2], shards[4]}, "missing: 2/5, 4/5")
	refuses("one twice", j, slices.Concat(shards, shards[1:2]), "shard 2/5", "shard2.json")
	refuses("a copy of one", j, append(slices.Clone(shards), reread(t, shards[1], "copy.json")), "shard 2/5", "shard2.json", "copy.json")

	other := *j.plan
	other.Request.Strict = true
	_, files := writePlan(t, &other)
	refuses("shards of another plan", &Job{files: files, plan: &other}, shards, j.plan.ID)

	changed := *shards[3]
	changed.counted = slices.Clone(changed.counted)
	changed.counted[0].Subtask.I = 1000
	refuses("a subtask of no one", j, append(slices.Delete(slices.Clone(shards), 3, 4), &changed), "no subtask")
}

// TestSumOfTwoDivisions takes shards of any sizes that make up the whole.
func TestSumOfTwoDivisions(t *testing.T) {
	j, shards, want := madeUp(t, 4)
	first := shards[0].counted
	n := len(first) / 2
	halves := []*Shard{j.plan.newShard(1, 8, first[:n]), j.plan.newShard(2, 8, first[n:])}
	if got, err := j.Sum(slices.Concat(halves, shards[1:])...); err != nil || got.Triangles != want {
		t.Errorf("%v, want %d, %v", got, want, err)
	}
	other := reread(t, j.plan.newShard(1, 8, first), "other.json")
	if _, err := j.Sum(slices.Concat([]*Shard{other}, shards)...); err == nil ||
		!strings.HasSuffix(err.Error(), fmt.Sprintf("found shard 1/4, of which subtask %v is in other.json, too; give one of them", first[0].Subtask)) {
		t.Errorf("counted twice: %v", err)
	}
	if _, err := j.Sum(slices.Concat(halves[1:], shards[1:])...); n > 0 && (err == nil || !strings.Contains(err.Error(), fmt.Sprint(first[0].Subtask))) {
		t.Errorf("a half is missing: %v", err)
	}
}

// TestShardsThatAreNone reads what is no shard, and changes one byte after the other
// of one that is.
func TestShardsThatAreNone(t *testing.T) {
	j, shards, _ := madeUp(t, 3)
	data := encode(shards[1].document())
	for at := range data {
		changed := bytes.Clone(data)
		changed[at] ^= 1
		again, err := ReadShard(bytes.NewReader(changed), "shard.json")
		switch {
		case err != nil && !isInputError(err):
			t.Fatalf("byte %d: %v", at, err)
		case err == nil && !slices.Equal(again.counted, shards[1].counted):
			t.Fatalf("byte %d of\n%s\n%v", at, changed, again)
		}
	}
	for what, text := range map[string][]byte{
		"a plan":       encode(j.plan),
		"shard 4 of 3": encode(j.plan.newShard(4, 3, nil).document()),
		"no seconds":   encode((&Shard{Shard: 1, Shards: 1, Seconds: -1}).document()),
	} {
		if _, err := ReadShard(bytes.NewReader(text), "other.json"); !isInputError(err) || !strings.Contains(err.Error(), "other.json") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestCountsThatCannotBe writes down more triangles than a subtask has edges for,
// and than the graph has wedges for.
func TestCountsThatCannotBe(t *testing.T) {
	j, _, _ := madeUp(t, 3)
	p, work := j.plan, j.plan.newWork()
	read := func(c counted) error {
		tally := j.newTally()
		if err := tally.add(p.newShard(1, 1, []counted{c}), true); err != nil {
			return err
		}
		_, err := p.sum(tally.all)
		return err
	}
	for task := range p.Grid.Subtasks() {
		c := counted{Subtask: task, Triangles: work.most(task)}
		p.Graph.Wedges.Mul(big.NewInt(3), new(big.Int).SetUint64(c.Triangles))
		if err := read(c); err != nil {
			t.Error(err)
		}
		p.Graph.Wedges.Sub(p.Graph.Wedges, big.NewInt(1))
		if err := read(c); !errors.Is(err, errDamaged) {
			t.Errorf("more than wedges: %v", err)
		}
		p.Graph.Wedges.Lsh(p.Graph.Wedges, 2)
		c.Triangles++
		if err := read(c); !errors.Is(err, errDamaged) {
			t.Errorf("more than edges: %v", err)
		}
	}
}

func TestSumOverflows(t *testing.T) {
	p := &plan{Graph: facts{Wedges: new(big.Int).Lsh(big.NewInt(1), 80)}}
	if _, err := p.sum([]counted{{Triangles: 1 << 63}, {Triangles: 1 << 63}}); !errors.Is(err, graph.ErrOverflow) {
		t.Error(err)
	}
	if sum, err := p.sum([]counted{{Triangles: 1<<64 - 2}, {Triangles: 1}}); err != nil || sum != 1<<64-1 {
		t.Error(sum, err)
	}
}
