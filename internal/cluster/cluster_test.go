package cluster

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func parse(text string) (Cluster, error) {
	size := func(text string) (int64, error) {
		n, err := strconv.ParseInt(strings.TrimSuffix(text, "B"), 10, 64)
		return n, err
	}
	number := func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }
	return Parse(text, number, size)
}

func TestParse(t *testing.T) {
	got, err := parse("net=4B/s, nodes=64,memory=2B,disk=3B")
	if want := (Cluster{Nodes: 64, Memory: 2, Disk: 3, Net: 4}); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for text, want := range map[string]string{
		"":                                     `"" has no value`,
		"nodes":                                `"nodes" has no value`,
		"nodes=0,memory=1,disk=1,net=1":        "nodes=0: not a number from 1 to 1048576",
		"nodes=2000000,memory=1,disk=1,net=1":  "nodes=2000000: ",
		"nodes=-1,memory=1,disk=1,net=1":       "nodes=-1: ",
		"nodes=1,memory=much,disk=1,net=1":     "memory=much: ",
		"nodes=1,memory=1/s,disk=1,net=1":      "memory=1/s: ",
		"nodes=1,memory=1,disk=0,net=1":        "disk=0: more than none",
		"nodes=1,memory=1,disk=1,net=fast":     "net=fast: ",
		"nodes=1,memory=1,disk=1":              "net is missing",
		"nodes=1,memory=1,disk=1,net=1,net=2":  "net is there twice",
		"nodes=1,memory=1,disk=1,net=1,cpus=2": "cpus=2: there is no such key, but nodes, memory, disk, net",
	} {
		if _, err := parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := parse("nodes=1,memory=1,disk=1,net=x"); !errors.Is(err, strconv.ErrSyntax) {
		t.Error("the cause is lost:", err)
	}
}

// TestPhases has random work: shares add up to it, none is larger than all of it, and more
// nodes never take longer.
func TestPhases(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	work := func(most float64) Work {
		return Work{Net: most * random.Float64(), Disk: most * random.Float64(), Seconds: random.Float64() * 1e6}
	}
	for range 500 {
		c := Cluster{Threads: 1 + random.IntN(64), Disk: 1 + random.Int64N(1e10), Net: 1 + random.Int64N(1e10)}
		all := work(1e15)
		largest := all.Times(random.Float64())
		tasks := 1 + random.IntN(300)
		before := Phase{Seconds: math.Inf(1), InTurn: math.Inf(1)}
		for nodes := 1; nodes < 400; nodes += 1 + random.IntN(20) {
			c.Nodes = nodes
			even, p := c.Phase("even", tasks, all, Work{}), c.Phase("tasks", tasks, all, largest)
			if sum := float64(even.ShareNet) * float64(even.Nodes); math.Abs(sum-all.Net) > float64(even.Nodes) {
				t.Fatalf("%d nodes have %.0f bytes together, want %.0f", even.Nodes, sum, all.Net)
			}
			if p.Nodes > tasks || p.Nodes > nodes || p.ShareNet < even.ShareNet || p.ShareNet > p.Net || p.ShareDisk > p.Disk {
				t.Fatalf("%+v", p)
			}
			if p.Seconds > before.Seconds || p.InTurn > before.InTurn || p.InTurn < p.Seconds || p.InTurn > 3*p.Seconds {
				t.Fatalf("%d nodes: %+v, before %+v", nodes, p, before)
			}
			before = p
		}
	}
}

func TestTheSlowestPhaseIsTheBottleneck(t *testing.T) {
	p, s := Plan{By: "ranges"}, Simulation{}
	p.Add(Phase{Bottleneck: "disk", Seconds: 2, InTurn: 3})
	p.Add(Phase{Bottleneck: "net", Seconds: 5, InTurn: 5})
	p.Add(Phase{Bottleneck: "processor", Seconds: 4, InTurn: 4})
	if p.Bottleneck != "net" || p.Seconds != 11 || p.InTurn != 12 {
		t.Errorf("%+v", p)
	}
	s.Plans = []Plan{{By: "colours", Fits: true, Seconds: 12}, p}
	if s.Compare(); s.Faster != "colours" {
		t.Error("what does not fit is taken:", s.Faster)
	}
	s.Plans[1].Fits = true
	if s.Compare(); s.Faster != "ranges" {
		t.Error("the slower one is taken:", s.Faster)
	}
}
