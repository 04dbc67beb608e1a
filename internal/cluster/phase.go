package cluster

import "math"

// Work is what something takes.
type Work struct {
	Net     float64 // bytes from the store and to it
	Disk    float64 // bytes of temporary files, written and read
	Seconds float64 // of one thread
}

// Times is the work of so many alike.
func (w Work) Times(n float64) Work { return Work{n * w.Net, n * w.Disk, n * w.Seconds} }

// Plus is the work of both.
func (w Work) Plus(v Work) Work { return Work{w.Net + v.Net, w.Disk + v.Disk, w.Seconds + v.Seconds} }

// least is what is the less of two works, of each kind.
func (w Work) least(v Work) Work {
	return Work{min(w.Net, v.Net), min(w.Disk, v.Disk), min(w.Seconds, v.Seconds)}
}

// Phase is work that nodes share, and how long the one takes that has most of it.
type Phase struct {
	Name       string  `json:"phase"`
	Nodes      int     `json:"nodes"` // that have some of it
	Net        uint64  `json:"net_bytes"`
	Disk       uint64  `json:"disk_bytes"`
	Processor  float64 `json:"processor_seconds"` // of one thread
	ShareNet   uint64  `json:"share_net_bytes"`   // of one node, at most
	ShareDisk  uint64  `json:"share_disk_bytes"`
	Bottleneck string  `json:"bottleneck"` // "net", "disk" or "processor"
	Seconds    float64 `json:"seconds"`    // by that, everything else being done meanwhile
	InTurn     float64 `json:"seconds_in_turn"`
}

// Phase shares work out to so many nodes at most. A share is an even part of it, and as
// tasks are not divided one task more, the largest, at most.
func (c Cluster) Phase(name string, nodes int, all, largest Work) Phase {
	nodes = max(min(nodes, c.Nodes), 1)
	share := all.Times(1 / float64(nodes)).Plus(largest).least(all)
	p := Phase{
		Name: name, Nodes: nodes, Net: whole(all.Net), Disk: whole(all.Disk), Processor: all.Seconds,
		ShareNet: whole(share.Net), ShareDisk: whole(share.Disk),
	}
	for _, one := range []struct {
		name    string
		seconds float64
	}{
		{"net", share.Net / float64(c.Net)},
		{"disk", share.Disk / float64(c.Disk)},
		{"processor", share.Seconds / float64(c.Threads)},
	} {
		p.InTurn += one.seconds
		if p.Bottleneck == "" || one.seconds > p.Seconds {
			p.Bottleneck, p.Seconds = one.name, one.seconds
		}
	}
	return p
}

// whole is a number of bytes.
func whole(bytes float64) uint64 { return uint64(math.Round(bytes)) }

// Plan is a way to cut a graph for a cluster, and what it takes.
type Plan struct {
	By         string  `json:"by"`         // "colours" or "ranges"
	Parts      int     `json:"parts"`      // colours, or ranges of rows
	Tasks      int     `json:"tasks"`      // that can be counted apart
	Fits       bool    `json:"fits"`       // surely into the memory of a node
	TaskBytes  int64   `json:"task_bytes"` // of memory, for the largest task
	Shuffled   uint64  `json:"shuffled_bytes"`
	Read       uint64  `json:"read_bytes"` // by all tasks
	Phases     []Phase `json:"phases"`
	Bottleneck string  `json:"bottleneck"` // of the phase that takes longest
	Seconds    float64 `json:"seconds"`
	InTurn     float64 `json:"seconds_in_turn"`
}

// Add adds a phase, which begins where the one before has ended everywhere.
func (p *Plan) Add(phase Phase) {
	longest := 0.
	for _, one := range p.Phases {
		longest = max(longest, one.Seconds)
	}
	if p.Phases = append(p.Phases, phase); phase.Seconds > longest {
		p.Bottleneck = phase.Bottleneck
	}
	p.Seconds += phase.Seconds
	p.InTurn += phase.InTurn
}

// Simulation is what plans take on a cluster.
type Simulation struct {
	Cluster
	Plans  []Plan `json:"plans"`
	Faster string `json:"faster"` // of those that fit
}

// Compare says which plan is the faster one.
func (s *Simulation) Compare() {
	best := -1
	for i := range s.Plans {
		if s.Plans[i].Fits && (best < 0 || s.Plans[i].Seconds < s.Plans[best].Seconds) {
			best = i
			s.Faster = s.Plans[i].By
		}
	}
}
