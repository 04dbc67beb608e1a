package triangle

import (
	"errors"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Parts says into how many parts a graph is cut.
type Parts struct {
	Rows     int `json:"rows"`     // ranges of rows, P1
	Columns  int `json:"columns"`  // ranges of columns, P2
	Subtasks int `json:"subtasks"` // that the counting is made of; as a wish, with Rows 0, about, or more

	// TCBW says that both follow from the memory by the rule of TCBW (section 3.2): that of
	// the machine, or on GPUs that of each. It is a wish by itself, without numbers.
	TCBW bool `json:"tcbw,omitempty"`

	// Colours of the vertices by which a job of package jobs was cut, instead of by ranges;
	// 0 where it was not. It is no wish.
	Colours int `json:"colours,omitempty"`
}

// check refuses what cannot be.
func (p Parts) check() error {
	if p.TCBW && p != (Parts{TCBW: true}) {
		return errors.New("parts by the rule of TCBW have no numbers that are asked for")
	}
	if p.Colours != 0 {
		return errors.New("parts by colours are for package jobs")
	}
	return nil
}

// leastRows returns with how many ranges of rows there are as many subtasks as
// are wished for, but for those that hubs take over.
func (p Parts) leastRows() int {
	rows := p.Rows
	for p.Rows == 0 && rows*(rows+1)/2 < p.Subtasks {
		rows++
	}
	return rows
}

// cutStore cuts a store into parts that the CPU can count.
func (opt Options) cutStore(d *Divided, m lists.Masses) (partition.Grid, error) {
	params, hubs, store := opt.partParams(), 0, d.Store
	room := d.asked.matrixRoom(params)
	if opt.method() == cpucount.Auto {
		hubs = cpucount.ChooseHubs(int(m.Rows()), m.Records(), cpucount.HubLimit, room, func(hubs int) uint64 { return m.Inside(uint32(hubs)) })
	}
	for d.asked == perEdge && opt.Memory > 0 && hubs > 0 && cpucount.HubSumsBytes(m.Inside(uint32(hubs)), uint32(hubs)) > params.MatrixRoom() {
		hubs /= 2
	}
	counter := d.counter(opt)
	cutting := partition.Cutting{
		Rows: opt.Parts.Rows, Columns: opt.Parts.Columns, TCBW: opt.Parts.TCBW, Hubs: uint32(hubs), Limit: opt.Memory,
		Bytes: func(g partition.Grid, t partition.Subtask) int64 { return processBytes + counter.Bytes(store, g, t) },
	}
	grid, err := store.Cut(cutting)
	if counter.StripsPay(store) {
		strips := cutting
		strips.Hubs = 0
		strips.Bytes = func(g partition.Grid, t partition.Subtask) int64 {
			return processBytes + counter.WishedBytes(store, g, t)
		}
		if stripped, failed := store.Cut(strips); failed == nil {
			cutting, grid, err = strips, stripped, nil
		}
	}
	for cutting.Hubs > 0 && outOfMemory(err) { // do with a smaller matrix, or without one
		cutting.Hubs /= 2
		grid, err = store.Cut(cutting)
	}
	if opt.Parts.Rows > 0 || opt.Parts.TCBW {
		return grid, err
	}
	// Finer than the limit asks for. Where hubs take over most of the rows, there
	// may be less subtasks all the same.
	least := opt.Parts.leastRows()
	for rows := max(len(grid.Rows)+1, least); err == nil && rows <= 2*least && grid.Size() < opt.Parts.Subtasks; rows++ {
		cutting.Rows = rows
		grid, err = store.Cut(cutting)
	}
	return grid, err
}

// cutColumns cuts the ranks into about so many ranges in which about equally many
// records have their smaller end.
func cutColumns(m lists.Masses, parts int) []partition.Range {
	bounds := par.Cut(len(m.Bounds)-1, parts, func(i int) uint64 { return m.Smaller[i] })
	if len(bounds) == 1 {
		return []partition.Range{{}}
	}
	cuts := make([]partition.Range, len(bounds)-1)
	for i := range cuts {
		cuts[i] = partition.Range{Begin: m.Bounds[bounds[i]], End: m.Bounds[bounds[i+1]]}
	}
	return cuts
}
