package gpugraph

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
)

const (
	// partsFixed is what parts take beside ids, records and slots: counts of
	// digits and bins, and facts.
	partsFixed = 2 << 20
	// rankIDHalves is half bytes for each id while they are ranked: its records, two
	// ids, and what sorting needs beside them.
	rankIDHalves = 25
	// partIDBytes is for each id while parts are made: its rank, and its degree if it
	// has a row.
	partIDBytes = 8
	// A part has room for so many records at least,
	leastPart = 16 * kernels.TileKeys
	// and for so many slots.
	partSlots = 32

	// Records that are copied at once, for slotFor: larger than where they are
	// read once.
	partsSlotOfRoot = 32
	// ringShare is the share of the memory that the slots on the device have.
	ringShare = 64
)

// PartsBytes returns the least device memory with which [OpenParts] and
// [Parts.Build] make lists over ids below ids. With more memory there are fewer
// parts.
func PartsBytes(ids int) int64 {
	need := partsFixed + max(rankIDHalves*int64(ids)/2, partIDBytes*int64(ids)+partBytes(leastPart))
	return need + need/(ringShare-1) + 1
}

// MostIDs bounds the ids that [OpenParts] ranks with so much device memory, 0 for no
// limit.
func MostIDs(bytes int64) int64 {
	if bytes <= 0 {
		return mostIDs
	}
	return min(2*bytes/rankIDHalves, mostIDs)
}

// PartsReadings returns how often a source is read at most with so much device
// memory, if no row alone has more records than fit. It is 0 where that is less
// than [PartsBytes].
func PartsReadings(records uint64, ids int, bytes int64) int {
	if bytes < PartsBytes(ids) {
		return 0
	}
	part := partRecords(bytes - bytes/ringShare - partsFixed - partIDBytes*int64(ids))
	full := uint64(part - 2*(part/partSlots)) // see builder.cut
	return 1 + max(int((records+full-1)/full), (ids+part-1)/part, 1)
}

// tileBytes is what a part takes for a tile of records: two keys for each, and
// what sorting needs beside them.
const tileBytes = 2*keyBytes*kernels.TileKeys + keyBytes*kernels.Digits

// partBytes is what a part takes that has room for so many records, whole tiles.
func partBytes(records int) int64 { return tileBytes*int64(records/kernels.TileKeys) + keyBytes }

// partRecords returns the records of the largest part in so many bytes.
func partRecords(bytes int64) int { return max(0, int((bytes-keyBytes)/tileBytes)*kernels.TileKeys) }

// partsSlot returns the records of a slot.
func partsSlot(records graph.Size, room int64) int {
	return max(1, min(slotFor(int(records.Or(firstRecords)), partsSlotOfRoot), int(room/(ringShare*ringSlots*recordBytes))))
}
