package table

import (
	"errors"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// checkRoom says whether a folder has room for so many bytes.
func checkRoom(folder string, need int64) error {
	err := lists.CheckRoom(folder, need)
	if disk := (*lists.DiskError)(nil); errors.As(err, &disk) {
		disk.What, disk.Surely = "the table", true
	}
	return err
}
