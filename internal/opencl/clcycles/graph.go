package clcycles

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// Graph is what is searched: symmetric lists, ascending, and what each vertex stands for.
type Graph struct {
	Offsets, Neighbors []uint32
	Labels             []uint32 // a degree labeling, for graphs that are too large for the device to make one
	Weights            []uint32 // vertices that each stands for
	Members            int      // the sum of these
	Longest            uint32   // longest hole that is asked for
}

func (g Graph) size() int { return len(g.Offsets) - 1 }

func (g Graph) degree(v int) int { return int(g.Offsets[v+1] - g.Offsets[v]) }

// PathBytes is what a path takes on a device.
func (g Graph) PathBytes() int64 {
	f := g.format(0)
	return 8*int64((g.size()+63)/64) + 3*f.index + f.length()
}

// LeastBytes is what a search needs of a device where its stacks have room for so many paths each.
func (g Graph) LeastBytes(info opencl.Info, paths int) int64 {
	graph := 4 * int64(len(g.Offsets)+len(g.Neighbors)+3*g.size()+len(g.Weights)+g.Members)
	marks := 4 * markWords * int64(g.maxDegree()/tileIDs+1)
	const rest = 1 << 10 // buffers are whole words, and have one at least
	need := graph + marks + 8*int64(groupsOf(info)) + 2*int64(paths)*g.PathBytes() + rest
	return need + need/4 // marks take a sixteenth of the room, and holes that are listed an eighth
}

func (g Graph) maxDegree() int {
	most := 0
	for v := range g.size() {
		most = max(most, g.degree(v))
	}
	return most
}

// format is how the kernels see a graph.
type format struct {
	index, place int64 // bytes of a vertex, and of a place in the lists
	weighted     bool
	local        bool // the graph is in local memory
}

const (
	graphBytes = 32 << 10 // in local memory at most, as in the paper; more would keep groups from running side by side
	otherBytes = 8 << 10  // that kernels take there beside the graph
)

// format takes 2 bytes where they do, and the local memory where the graph fits, as the paper does.
func (g Graph) format(local int64) format {
	f := format{index: 4, place: 4, weighted: g.Members > g.size()}
	if g.size() <= 1<<16 {
		f.index = 2
		if len(g.Neighbors) < 1<<16 {
			f.place = 2
		}
	}
	f.local = f.localBytes(g) <= min(graphBytes, local-otherBytes)
	return f
}

// length is the bytes of the length of a path, which is known where no vertex has a weight.
func (f format) length() int64 {
	if f.weighted {
		return 4
	}
	return 0
}

// localBytes is what the graph takes in local memory.
func (f format) localBytes(g Graph) int64 {
	return f.place*int64(len(g.Offsets)) + f.index*int64(len(g.Neighbors)+g.size())
}

// head is what stands in front of the kernels.
func (f format) head() string {
	types, flags := map[int64]string{2: "ushort", 4: "uint"}, map[bool]int{true: 1}
	return fmt.Sprintf("#define INDEX %s\n#define PLACE %s\n#define LOCAL_GRAPH %d\n#define WEIGHTED %d\n",
		types[f.index], types[f.place], flags[f.local], flags[f.weighted])
}
