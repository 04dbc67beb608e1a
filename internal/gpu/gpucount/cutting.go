package gpucount

import (
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Cutting says how a store is to be cut for devices.
type Cutting struct {
	Devices int             // that share the subtasks
	Room    int64           // bytes that can be allocated on each, see [LeastRoom]
	Method  cpucount.Method // that counts the subtasks
	Rows    int             // ranges of rows; 0 for as many as the room asks for
	Least   int             // ranges of rows at least, where Rows is 0
	Columns int             // ranges of columns
	TCBW    bool            // or by the rule of TCBW, for the room

	// For answers to each vertex or edge.
	RowBytes, EdgeBytes int64 // what is found for each row and edge of a subtask's lists; 0 for nothing
	Threads             int
	Memory              int64 // that counters may take on the host; 0 for no limit
}

// answers reports whether more is wanted of subtasks than how many triangles they have.
func (c Cutting) answers() bool { return c.RowBytes+c.EdgeBytes > 0 }

// Cut cuts a store for counters on devices: into so many parts that the upper and
// the lower rows, and those that are copied meanwhile, fit each device.
func (c Cutting) Cut(ctx context.Context, store *partition.Store) (partition.Grid, error) {
	if c.TCBW {
		return c.cutTCBW(ctx, store)
	}
	cutting := partition.Cutting{Rows: c.Rows, Columns: max(c.Columns, 1)}
	if c.answers() {
		cutting.Limit = c.Memory
		cutting.Bytes = func(g partition.Grid, t partition.Subtask) int64 { return c.HostBytes(store, g, t) }
	} else if c.Method == cpucount.Auto {
		var err error
		if cutting.Hubs, err = storeHubs(ctx, store, c.Room); err != nil {
			return partition.Grid{}, err
		}
	}
	if c.Rows > 0 {
		return store.Cut(cutting)
	}
	cutting.Rows = c.leastRows()
	for {
		grid, err := store.Cut(cutting)
		room := newPartsRoom(store, [][]partition.Range{grid.Rows}, grid)
		fits := err == nil && c.full(room, int(store.Rows()), len(grid.Columns)) <= c.Room
		if fits || cutting.Rows >= len(store.Pieces()) {
			return grid, err // the counters say where that is still too much
		}
		cutting.Rows++
	}
}

// MostRows is how many ranges of rows [Cutting.Guess] goes up to.
const MostRows = 1 << 12

// Guess returns the fewest ranges of rows with which a device counts at full
// speed, if each has its share of rows and records.
func (c Cutting) Guess(rows int, records uint64) int {
	if c.Rows > 0 {
		return c.Rows
	}
	parts := c.leastRows()
	for ; parts < MostRows; parts++ {
		share, edges := rows/parts+1, records/uint64(parts)+1
		part := partsRoom{
			columns: columnRoom{upper: share, lower: share, edges: edges, segments: edges},
			hubs:    mostHubs(c.Room), ranges: parts, each: rowsBytes(share, edges),
		}
		fits := c.Memory <= 0 || c.SubtaskBytes(share, edges, rows) <= c.Memory
		if fits && c.full(part, rows, max(c.Columns, 1)) <= c.Room {
			break
		}
	}
	return parts
}

// leastRows is how many ranges of rows there are at least: a device counts some
// while others are copied, and of several devices none waits long for the last
// subtask.
func (c Cutting) leastRows() int {
	const perDevice = 3
	return max(perDevice*max(c.Devices, 1), c.Least)
}

// WideningCuts cuts columns into so many ranges, 0 for one, that each end four
// times as far as the one before: the smaller ends of edges crowd among the first
// ranks.
func WideningCuts(rows uint32, ranges int) []partition.Range {
	cuts := []partition.Range{{End: rows}}
	for len(cuts) < ranges && cuts[0].End >= 4 {
		first := &cuts[0]
		quarter := first.End / 4
		first.Begin = quarter
		cuts = slices.Insert(cuts, 0, partition.Range{End: quarter})
	}
	return cuts
}

// Copiers returns how many of so many threads copy rows to a device.
func Copiers(threads int) int { return min(par.Workers(threads), mostCopiers) }

// CopyBytes returns what they hold on the host, those of rows and those of lists
// that are joined.
func CopyBytes(threads int) int64 { return 2 * copierBytes(Copiers(threads), mostSlot) }

// LeastRoom returns the bytes that can be allocated on each of the devices.
func LeastRoom(devices []*gpu.Device) (int64, error) {
	least := int64(math.MaxInt64)
	for _, dev := range devices {
		room, err := dev.Room()
		if err != nil {
			return 0, err
		}
		least = min(least, room)
	}
	return least, nil
}

// full is what a device holds to count at full speed: the upper and the lower rows, and
// those that are copied meanwhile.
func (c Cutting) full(p partsRoom, rows, columns int) int64 {
	if c.Method == cpucount.Auto && columns == 1 && !c.answers() {
		return p.beside() + int64(min(p.ranges, 3))*p.each
	}
	return c.JoinedBytes(rows+2*p.columns.upper, 3*p.columns.edges)
}

// LeastBytes is the room on a device with which it surely answers for lists over so many
// rows, in pieces that take a small part of the room: where nothing is a column there are
// 4 bytes beside the offset of each row.
func (c Cutting) LeastBytes(rows int) int64 {
	least := rowsBytes(rows, 0) + 4*int64(rows) + c.foundBytes(rows, 0)
	return least + least/4 + 1<<20
}

// foundBytes is what is found on lists.
func (c Cutting) foundBytes(rows int, edges uint64) int64 {
	return c.RowBytes*int64(rows) + c.EdgeBytes*int64(edges)
}

// SubtaskBytes is what all counters hold on the host that answer: each for a subtask of
// ranges with so many rows, edges and columns, three blocks, the lists that are joined of
// them, and what is found until it is kept.
func (c Cutting) SubtaskBytes(rows int, edges uint64, columns int) int64 {
	const blocks = 3
	held := (4+4)*blocks*int64(edges) + (4*blocks+8*2)*int64(rows) + c.foundBytes(columns+2*rows, blocks*edges)
	if c.EdgeBytes > 0 {
		// What is found of edges is added up over two ranges of rows, from one that may be
		// loaded for that.
		held += c.foundBytes(0, 2*edges) + 4*int64(edges) + 16*int64(rows)
	}
	return int64(max(c.Devices, 1))*held + partition.SumsBytes(par.Workers(c.Threads))
}

// HostBytes is SubtaskBytes for a subtask of a grid.
func (c Cutting) HostBytes(store *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	all, columns := partition.Range{End: store.Rows()}, partition.Range{End: g.Hubs}
	rows, edges := 0, uint64(0)
	for j, r := range g.Rows[:t.I+1] {
		if j == t.I || j == t.J || t.J == partition.HubColumn && r.Begin < g.Hubs {
			rows, edges = max(rows, r.Len()), max(edges, store.Edges(r, all))
		}
	}
	if t.J != partition.HubColumn {
		columns = g.Columns[t.K]
	}
	return c.SubtaskBytes(rows, edges, columns.Len())
}

// mostHubs returns how many hubs there may be at most: their matrix takes a small
// part of the room on a device.
func mostHubs(room int64) int {
	const share = 8
	most := deviceHubs
	for most > 0 && hubMatrixBytes(most) > room/share {
		most /= 2
	}
	return most
}

// storeHubs chooses the number of hubs by the edges among the first rows.
func storeHubs(ctx context.Context, store *partition.Store, room int64) (uint32, error) {
	most := mostHubs(room)
	all := partition.Range{End: store.Rows()}
	inside := make([]uint64, 1, most+1) // edges of the rows below
	for _, p := range store.Pieces() {
		if len(inside) > most {
			break
		}
		b, err := store.Load(ctx, p.Rows, all, 1)
		if err != nil {
			return 0, err
		}
		for _, n := range b.Lengths[:min(len(b.Lengths), most+1-len(inside))] {
			inside = append(inside, inside[len(inside)-1]+uint64(n))
		}
	}
	return uint32(mostDenseHubs(len(inside)-1, store.Edges(all, all), func(row int) uint64 { return inside[row] })), nil
}
