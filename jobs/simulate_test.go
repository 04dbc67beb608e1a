package jobs

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestMoreNodesAreNeverSlower simulates graphs of any size on clusters that grow.
func TestMoreNodesAreNeverSlower(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 5))
	for range 40 {
		vertices := 1 + random.Int64N(1<<(10+random.IntN(21)))
		info := graph.Info{
			Name: "a graph", Format: "u32", Vertices: graph.Known(vertices), Records: graph.Known(1 + random.Int64N(30*vertices)),
			Rereadable: true, Direct: true,
		}
		c := cluster.Cluster{Threads: 1 + random.IntN(32), Memory: 1 << 40, Disk: 1 << (20 + random.IntN(12)), Net: 1 << (20 + random.IntN(12))}
		r := Request{Colours: 1 + random.IntN(30)}
		var before *cluster.Simulation
		for nodes := 1; nodes < 10_000; nodes += 1 + random.IntN(2*nodes) {
			c.Nodes = nodes
			s, err := r.Simulate(info, triangle.Options{}, c)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range s.Plans {
				if before != nil && (p.Seconds > before.Plans[i].Seconds*(1+1e-9) || p.InTurn > before.Plans[i].InTurn*(1+1e-9)) {
					t.Errorf("%d nodes are slower: %+v, before %+v", nodes, p, before.Plans[i])
				}
				if !p.Fits || p.Seconds <= 0 || p.Phases[0].Seconds+p.Phases[1].Seconds != p.Seconds {
					t.Errorf("%d nodes: %+v", nodes, p)
				}
			}
			before = s
		}
	}
}

// TestSharesAreWhatShardsAre holds the largest share of the model to those of real shards,
// of cells and ranges that are alike.
func TestSharesAreWhatShardsAre(t *testing.T) {
	const edges = 1 << 30
	for _, n := range []int{1, 2, 3, 7, 18} {
		p := &plan{Colouring: &colouring{Colours: n}}
		for _, cell := range colours.Cells(n) {
			f := colours.File{Cell: cell, Name: fmt.Sprint(cell), Width: 4, Edges: edges / uint64(n*n)}
			if cell.A < cell.B {
				f.Edges *= 2
			}
			p.Colouring.Files = append(p.Colouring.Files, f)
		}
		reading := &colours.Reading{Colours: n}
		reading.Compare(edges, 4, 1)
		for _, nodes := range []int{1, 2, 5, 64, 2000} {
			all, largest := uint64(0), uint64(0)
			for _, shard := range p.shards(nodes) {
				bytes := uint64(0)
				for _, task := range shard {
					bytes += 8 * colours.Records(colours.Select(p.Colouring.Files, task))
				}
				all, largest = all+bytes, max(largest, bytes)
			}
			if off := float64(all) / float64(reading.ReadBytes); off < 0.999 || off > 1.001 {
				t.Errorf("%d colours: all shards read %d, predicted %d", n, all, reading.ReadBytes)
			}
			c := cluster.Cluster{Nodes: nodes, Threads: 1, Disk: 1, Net: 1}
			phase := c.Phase("count", colours.Size(n), cluster.Work{Net: float64(reading.ReadBytes)},
				cluster.Work{Net: float64(reading.CellBytes) * min(6/float64(n*n), 1)})
			if float64(largest) > 1.001*float64(phase.ShareNet) || 3*largest < phase.ShareNet {
				t.Errorf("%d colours, %d nodes: the largest shard reads %d, predicted at most %d", n, nodes, largest, phase.ShareNet)
			}
		}
	}
}
