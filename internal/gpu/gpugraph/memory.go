package gpugraph

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
