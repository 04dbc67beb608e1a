package table

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// reserved is room for a file that is taken in the background.
type reserved struct {
	bytes int64
	taken chan struct{} // closed when the one below is set
	room  *atomicfile.Room
}

// Reserve begins to take room for a table of which the rows are known, where that is worth
// it (see [atomicfile.Reserve]), in the background: for those who have cores to spare before
// they know what is in the rows; the labels need not be known yet. It returns the target to
// create the table with, or to Release when there will be none after all.
func (t Target) Reserve(ctx context.Context, table *Table) Target {
	t.Release() // what was to have other rows
	t.room = nil
	r := &reserved{bytes: t.surely(table), taken: make(chan struct{})}
	if r.bytes == 0 {
		return t
	}
	go func() {
		defer close(r.taken)
		r.room = atomicfile.Reserve(ctx, t.path, r.bytes)
	}()
	t.room = r
	return t
}

// surely returns how many bytes a table surely takes in its file, 0 where nobody knows.
func (t Target) surely(table *Table) int64 {
	if t.path == "-" || t.pack != nil || t.folder() || !table.Rows.Known() {
		return 0
	}
	least, _ := t.form.bytes(table, table.Rows.Get())
	return least
}

// roomFor returns the room for a table, nil where there is none or it has bytes that this
// one would not overwrite.
func (t Target) roomFor(table *Table) *atomicfile.Room {
	if t.room == nil || t.surely(table) < t.room.bytes {
		t.Release()
		return nil
	}
	return t.room.wait()
}

// wait returns the room when it is taken; nil where there is none.
func (r *reserved) wait() *atomicfile.Room {
	if r == nil {
		return nil
	}
	<-r.taken
	return r.room
}

// Release gives back what was reserved and is not used.
func (t Target) Release() { t.room.wait().Close() }
