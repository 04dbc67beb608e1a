package gpugraph

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// mix32 is the twin of the hash in mix.h.
func mix32(x uint32) uint32 {
	x = (x ^ x>>16) * 0x7feb352d
	x = (x ^ x>>15) * 0x846ca68b
	return x ^ x>>16
}

// lookTwin is the simple twin of look, over lists of any order.
func lookTwin(o *lists.Oriented, degree []uint32, near uint32) Look {
	n, at := o.Edges(), make([]uint32, 0, o.Edges())
	for u := range o.Rows() {
		for range o.Row(uint32(u)) {
			at = append(at, uint32(u))
		}
	}
	samples := min(looked, n)
	begins := func(list []uint32, shift int) (found uint64) {
		seen := list[:min(len(list), kernels.Looked)]
		for i, v := range seen {
			if i == 0 || v>>shift != seen[i-1]>>shift {
				found++
			}
		}
		if len(seen) < len(list) {
			found = found * uint64(len(list)) / uint64(len(seen))
		}
		return found
	}
	earlier := func(v uint32) uint64 {
		list := o.Row(v)
		if len(list) == 0 {
			return 0
		}
		picks, higher, same := min(len(list), 32), 0, 0
		for lane := range picks {
			switch d := degree[list[lane*len(list)/picks]]; {
			case d > degree[v]:
				higher++
			case d == degree[v]:
				same++
			}
		}
		return (uint64(degree[v])*uint64(higher) + uint64(len(list)*same)) / uint64(picks)
	}
	var sums [kernels.LookFacts]uint64
	count := func(i int, what bool) {
		if what {
			sums[i]++
		}
	}
	for i := range samples {
		p := i*(n/samples) + uint64(mix32(uint32(i)))%(n/samples)
		u := at[p]
		row, before := o.Row(u), int(p-o.Offsets()[u])
		v := row[before]
		other, upTo := o.Row(v), row[:before+1]
		sums[0] += uint64(len(other))
		sums[1] += uint64(len(row))
		for k, shift := range []int{5, 8} {
			sums[2+k] += begins(other, shift) + begins(upTo, shift)
			count(4+k, before == 0 || row[before-1]>>shift != v>>shift)
		}
		count(6, u-v <= near)
		for lane := range uint32(32) {
			if before > 0 {
				w := row[uint64(mix32(uint32(i)*32+lane+1))%uint64(before)]
				count(7, slices.Contains(other, w))
				sums[8]++
			}
		}
		if degree != nil {
			first, second := earlier(v), earlier(u)
			if degree[u] > degree[v] {
				first, second = second, first
			}
			sums[9] += first
			sums[10] += max(second, 1)
		}
	}
	mean := func(i int) float64 { return float64(sums[i]) / float64(samples) }
	return Look{
		Edges: n, Smaller: mean(0), Larger: mean(1), Slices32: mean(2), Slices256: mean(3), Starts32: mean(4), Starts256: mean(5),
		Near: mean(6), Closed: float64(sums[7]) / float64(max(sums[8], 1)), RankedSmaller: mean(9), RankedLarger: mean(10),
	}
}

// clustersTwin is the simple twin of the rank by lists.OrderClusters: the vertex of each rank.
func clustersTwin(edges *graphtest.Edges) []uint32 {
	best, degree := make([]uint32, edges.N), make([]int, edges.N) // the neighbour with the smallest hash
	for v := range best {
		best[v] = uint32(v)
	}
	for _, e := range edges.Pairs {
		if e[0] != e[1] {
			degree[e[0]]++
			degree[e[1]]++
		}
		for i, v := range e {
			if other := e[1-i]; mix32(other) < mix32(best[v]) {
				best[v] = other
			}
		}
	}
	var order []uint32
	for v := range uint32(edges.N) {
		if degree[v] > 0 {
			order = append(order, v)
		}
	}
	key := func(v uint32) uint32 {
		const most = 1<<kernels.SmallestBits - 1
		near := best[v]
		return min(min(mix32(best[near])>>12, most)<<kernels.SmallestBits|min(mix32(near)>>13, most), math.MaxUint32-1)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return int(int64(key(a)) - int64(key(b))) })
	return order
}

// TestLookAndClustersOnDevice holds what a look tells, in both orders that it is for, and the
// rank by clusters against their twins.
func TestLookAndClustersOnDevice(t *testing.T) {
	looksAsTwin(t, gputest.Open(t, 0), lookGraphs(rand.New(rand.NewPCG(rand.Uint64(), 5)), 1))
}

// lookGraphs are graphs for each kind of look, so many times smaller than they could be.
func lookGraphs(rng *rand.Rand, smaller int) map[string]*graphtest.Edges {
	return map[string]*graphtest.Edges{
		"dense":     graphtest.Random(rng, 400/smaller, .4),
		"Kronecker": graphtest.Kronecker(rng, 13-bits.Len(uint(smaller)), 24),
		"close by":  graphtest.CyclePower(3000/smaller, 40),
		"shuffled":  graphtest.CyclePower(3000/smaller, 40).Shuffle(rng),
		"hub":       graphtest.Wheel(9000 / smaller),
		"uniform":   graphtest.Uniform(rng, 2000/smaller, 40_000/smaller),
	}
}

func looksAsTwin(t *testing.T, dev *gpu.Device, graphs map[string]*graphtest.Edges) {
	for name, edges := range graphs {
		t.Run(name, func(t *testing.T) {
			src := &graphtest.Source{}
			for _, e := range edges.Pairs {
				src.Edges = append(src.Edges, graph.Edge{U: e[0], V: e[1]})
			}
			byID := edges.Lists()
			c, err := Ingest(t.Context(), dev, src, Options{Order: true})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			degree := make([]uint32, edges.N)
			for u := range byID.Rows() {
				degree[u] += uint32(len(byID.Row(uint32(u))))
				for _, v := range byID.Row(uint32(u)) {
					degree[v]++
				}
			}
			near := uint32(c.degree.Len() >> nearShare)
			got, want := c.look(c.keys, c.kept.edges, c.degree.Len(), c.degree), lookTwin(byID, degree, near)
			if want.Rows = got.Rows; got != want {
				t.Errorf("by id %+v, want %+v", got, want)
			}
			there, err := c.Orient(t.Context(), lists.OrderClusters)
			if err != nil && name == "hub" {
				return // too few edges a vertex to have room
			}
			if err != nil {
				t.Fatal(err)
			}
			defer there.Close()
			if got, want := fetchOrder(t, dev, there), clustersTwin(edges); !slices.Equal(got, want) {
				t.Fatal("the order by clusters differs")
			}
			offsets, neighbors := fetch(t, dev, there)
			o := lists.NewOriented(offsets, neighbors)
			if there.Look.Seen() {
				want := lookTwin(o, nil, uint32(o.Rows()>>nearShare))
				if want.Rows = o.Rows(); there.Look != want {
					t.Errorf("by clusters %+v, want %+v", there.Look, want)
				}
			}
		})
	}
}
