package gpugraph

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// What ingesting and orienting hold on the device at their peak: for each
// record two keys; for each id its degree or its rank, and two keys to sort it
// by; and what sorting needs beside the keys.
const (
	keyBytes = 8
	idBytes  = 20
	// Counts of digits, and facts.
	countBytes = 4 << 20
)

// Bytes returns the device memory that a graph of so many records over ids
// below ids takes at the peak of [Ingest] and [Cleaned.Orient].
func Bytes(records uint64, ids int) int64 {
	sorted := max(int(records), ids)
	return int64(2*keyBytes*records) + idBytes*int64(ids) + keyBytes*int64(knownWords(sorted)) + countBytes
}

// fits returns an error of the class gpu.ErrOutOfMemory where need bytes are
// more than the device has left.
func fits(dev *gpu.Device, need int64) error {
	used, _ := dev.Used()
	if limit := dev.Limit(); limit > 0 && need > limit-used {
		return &gpu.LimitError{Need: need, Used: used, Limit: limit}
	}
	free, err := dev.FreeMemory()
	if err != nil {
		return err
	}
	if need > free {
		return fmt.Errorf("%w: the graph needs %s on the GPU, and %s are free",
			gpu.ErrOutOfMemory, humanize.IBytes(uint64(need)), humanize.IBytes(uint64(free)))
	}
	return nil
}

// plan returns the records to make room for before a source is read.
func plan(dev *gpu.Device, info graph.Info) (records int, err error) {
	records = firstRecords
	switch {
	case info.Records.Known():
		records = int(info.Records.Get())
	case info.MaxRecords.Known() && info.MaxRecords.Get() < firstRecords:
		records = int(info.MaxRecords.Get())
	}
	records = max(records, 1) // arrays of nothing are used up already
	return records, fits(dev, Bytes(uint64(records), int(info.Vertices.Get())))
}
