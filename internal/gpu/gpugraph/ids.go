package gpugraph

import (
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// ErrIDs says that the ids of a source are not for the device: 2^31 and more,
// or with gaps so large that arrays over all of them are not worth it. The CPU
// makes them dense first.
var ErrIDs = errors.New("ids that are not dense enough for the GPU")

// mostIDs is how many ids a key can hold, which keeps one bit for the
// direction of its record.
const mostIDs = 1 << 31

// sparse returns the least id with which ids are not dense enough for so many
// records, where vertices are not declared.
func sparse(records int) uint64 { return 4*uint64(records) + 1<<16 }

// idRange returns the number of ids that arrays are made for, after the rules
// of lists.Builder.
func idRange(info graph.Info, found readFacts, summary graph.Summary) (int, error) {
	records := uint64(found.records)
	switch {
	case summary.Vertices.Known() && records > 0 && found.largest >= uint64(summary.Vertices.Get()):
		return 0, fmt.Errorf("gpugraph: source %s yields an id beyond its %v declared vertices", info.Name, summary.Vertices)
	case max(found.largest+1, uint64(summary.Vertices.Get())) > mostIDs:
		return 0, fmt.Errorf("%w: %s has ids of 2^31 and more", ErrIDs, info.Name)
	case summary.Vertices.Known():
		return int(summary.Vertices.Get()), nil
	case found.largest >= sparse(found.records):
		return 0, fmt.Errorf("%w: %s has ids up to %d in %d records", ErrIDs, info.Name, found.largest, records)
	case records == 0:
		return 0, nil
	}
	return int(found.largest) + 1, nil
}
