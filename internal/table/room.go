package table

import (
	"errors"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// leastBytes is what every form takes that is not compressed and whose size is not
// known: a digit and what separates it.
func leastBytes(table *Table) int64 {
	return 2 * int64(len(table.Columns)) * table.Rows.Get()
}

// checkRoom says whether a folder has room for so many bytes.
func checkRoom(folder string, need int64) error {
	err := lists.CheckRoom(folder, need)
	if disk := (*lists.DiskError)(nil); errors.As(err, &disk) {
		disk.What = "the table"
	}
	return err
}
