package cli

import (
	"errors"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// advice says which flags help against an error, behind what the library says of
// it; "" where none does.
func advice(err error) string {
	var (
		memory *graph.MemoryError
		device *gpu.LimitError
		disk   *lists.DiskError
	)
	switch {
	case errors.As(err, &memory):
		return "; raise --memory to at least " + bytesize.Need(memory.Need)
	case errors.As(err, &device):
		return "; raise --gpu-memory to at least " + humanize.IBytes(uint64(device.Need+device.Used))
	case errors.As(err, &disk) && disk.Err == nil:
		return "; raise --memory or name another folder with --tmpdir"
	}
	return ""
}
