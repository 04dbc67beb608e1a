package partition

import (
	"bytes"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// countedOf makes up a count for each subtask of a plan.
func countedOf(p *Plan, random *rand.Rand) []Counted {
	var all []Counted
	work := p.newWork()
	share := new(big.Int).Div(p.Graph.Wedges, big.NewInt(int64(3*p.Grid.Size()+1))).Uint64()
	for t := range p.Grid.Subtasks() {
		all = append(all, Counted{t, random.Uint64N(min(work.most(t), share) + 1)})
	}
	return all
}

// testLog writes a log with every subtask of a random plan.
func testLog(t *testing.T) (p *Plan, name string, counted []Counted) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 1))
	for len(counted) < 5 || len(counted) > 50 {
		p = randomPlan(random)
		counted = countedOf(p, random)
	}
	writePlan(t, p)
	name = filepath.Join(t.TempDir(), "done.log")
	log, before, err := OpenLog(name, p)
	if err != nil || len(before) != 0 {
		t.Fatal(before, err)
	}
	defer log.Close()
	for _, c := range counted {
		if err := log.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	return p, name, counted
}

// TestTornLog tears a log off after each of its bytes, goes on, and reads all.
func TestTornLog(t *testing.T) {
	p, name, counted := testLog(t)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	header := bytes.IndexByte(data, '\n') + 1
	for size := range len(data) + 1 {
		if err := os.WriteFile(name, data[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		log, before, err := OpenLog(name, p)
		if size < header { // which is written at once with the file
			if !errors.Is(err, ErrTruncated) {
				t.Fatalf("%d bytes of the first line: %v", size, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d of %d bytes: %v", size, len(data), err)
		}
		if want := counted[:bytes.Count(data[header:size], []byte("\n"))]; !slices.Equal(before, want) {
			t.Fatalf("%d of %d bytes: %v, want %v", size, len(data), before, want)
		}
		if size%7 == 0 { // for time
			for _, c := range counted[len(before):] {
				if err := log.Add(c); err != nil {
					t.Fatal(err)
				}
			}
			if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, data) {
				t.Fatalf("torn at %d: went on to %s, %v", size, again, err)
			}
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEveryChangedLogIsSeen changes one byte after the other. Only what looks
// like a torn last line is passed over, and then that line is not counted.
func TestEveryChangedLogIsSeen(t *testing.T) {
	p, name, counted := testLog(t)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := range data {
		changed := bytes.Clone(data)
		changed[at] ^= 1
		if err := os.WriteFile(name, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		log, before, err := OpenLog(name, p)
		if at == len(data)-1 {
			if err != nil || !slices.Equal(before, counted[:len(counted)-1]) {
				t.Fatalf("the last line's end: %v, %v", before, err)
			}
			log.Close()
			continue
		}
		if input := (*graph.InputError)(nil); !errors.As(err, &input) {
			t.Fatalf("byte %d of\n%s\n%v", at, changed, err)
		}
	}
}

// TestLogsThatDoNotFit reads logs whose checksums are right.
func TestLogsThatDoNotFit(t *testing.T) {
	p, name, counted := testLog(t)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last := data[bytes.LastIndexByte(data[:len(data)-1], '\n')+1:]
	for what, line := range map[string][]byte{
		"a subtask twice":     last,
		"a subtask of no one": logLine("%d 0 0 1", len(p.Grid.Rows)),
		"no subtask":          logLine("hello"),
		"more behind it":      logLine("0 0 0 0 0"),
		"less than a subtask": logLine("%d 0 0", counted[0].Subtask.I),
	} {
		if err := os.WriteFile(name, slices.Concat(data, line), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OpenLog(name, p); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	other := *p
	other.Request.Strict = true
	writePlan(t, &other)
	_, _, err = OpenLog(name, &other)
	if input := (*graph.InputError)(nil); !errors.As(err, &input) {
		t.Errorf("the log of another plan: %v", err)
	}
}

// TestCountsThatCannotBe writes down more triangles than a subtask has edges for,
// and than the graph has wedges for.
func TestCountsThatCannotBe(t *testing.T) {
	p, _, _ := testLog(t)
	work := p.newWork()
	read := func(c Counted) error {
		data := append(logLine("tricycle-log 1 %s", p.ID), c.logLine()...)
		_, _, err := readLog(bytes.NewReader(data), "done.log", p)
		return err
	}
	for task := range p.Grid.Subtasks() {
		c := Counted{task, work.most(task)}
		p.Graph.Wedges.Mul(big.NewInt(3), new(big.Int).SetUint64(c.Triangles))
		if err := read(c); err != nil {
			t.Error(err)
		}
		p.Graph.Wedges.Sub(p.Graph.Wedges, big.NewInt(1))
		if err := read(c); !errors.Is(err, ErrDamaged) {
			t.Errorf("more than wedges: %v", err)
		}
		p.Graph.Wedges.Lsh(p.Graph.Wedges, 2)
		c.Triangles++
		if err := read(c); !errors.Is(err, ErrDamaged) {
			t.Errorf("more than edges: %v", err)
		}
	}
}

func TestLogTakesManyAtOnce(t *testing.T) {
	p, _, counted := testLog(t)
	name := filepath.Join(t.TempDir(), "done.log")
	log, _, err := OpenLog(name, p)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for _, c := range counted {
		group.Go(func() {
			if err := log.Add(c); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	log.Close()
	_, before, err := OpenLog(name, p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mustSum(t, before), mustSum(t, counted); len(before) != len(counted) || got != want {
		t.Errorf("%d subtasks with %d, want %d with %d", len(before), got, len(counted), want)
	}
}

func mustSum(t *testing.T, counted []Counted) uint64 {
	t.Helper()
	sum, err := Sum(counted)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestLogKeepsItsError writes no more behind what may be half a line.
func TestLogKeepsItsError(t *testing.T) {
	p, name, counted := testLog(t)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	log, _, err := OpenLog(name, p)
	if err != nil {
		t.Fatal(err)
	}
	file := log.file
	if log.file, err = os.Open(name); err != nil { // which cannot be written
		t.Fatal(err)
	}
	if err := log.Add(counted[0]); err == nil {
		t.Error("written to a file for reading")
	}
	log.file = file
	if err := log.Add(counted[1]); err == nil {
		t.Error("went on after an error")
	}
}

func TestSumOverflows(t *testing.T) {
	if _, err := Sum([]Counted{{Triangles: 1 << 63}, {Triangles: 1 << 63}}); !errors.Is(err, graph.ErrOverflow) {
		t.Error(err)
	}
	if sum, err := Sum([]Counted{{Triangles: 1<<64 - 2}, {Triangles: 1}}); err != nil || sum != 1<<64-1 {
		t.Error(sum, err)
	}
}
