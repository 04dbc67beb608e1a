package lists

import "github.com/tricycle-graph/tricycle/graph"

// What reading, cleaning and orienting hold at their peak, beside 24 bytes an
// id (degrees, ranks, offsets): while the records are partitioned, the records
// where they are kept, and a key for each; while the edges are relabelled, two
// keys for each. Keys have 4 or 8 bytes; with how few one can do is known when
// the range of the ids is.
const (
	keptBytes   = edgeBytes
	narrowBytes = 4
	wideBytes   = 8
	idBytes     = 24
	// The process itself, some 20 MiB, and what the workers read into and sort in.
	bufferBytes = 32 << 20
	// What unpacking a compressed input holds besides.
	unpackBytes = 16 << 20
)

func cleanBytes(info graph.Info, records, ids uint64, kept bool, key uint64) int64 {
	perRecord := 2 * key
	if kept {
		perRecord = max(perRecord, keptBytes+key)
	}
	need := int64(perRecord*records + idBytes*ids + bufferBytes)
	if info.Compressed != "" {
		need += unpackBytes
	}
	return need
}

// CleanBytes returns the least and the most bytes that reading, cleaning and
// orienting a source hold at their peak, as far as its header tells. Vertices
// that are not declared come on top, with 24 bytes each. Where the number of
// records is not known neither are these.
func CleanBytes(info graph.Info) (least, most graph.Size) {
	if !info.Records.Known() {
		return graph.Size{}, graph.Size{}
	}
	records, ids := uint64(info.Records.Get()), uint64(info.Vertices.Get())
	kept := !info.Direct
	return graph.Known(cleanBytes(info, records, ids, kept, narrowBytes)), graph.Known(cleanBytes(info, records, ids, kept, wideBytes))
}

// bytes returns what cleaning and orienting r hold, now that the range of the
// ids is known.
func (r *Raw) bytes(records uint64, ids int) int64 {
	key := uint64(wideBytes)
	if _, _, narrow := r.keyShape(ids); narrow {
		key = narrowBytes
	}
	return cleanBytes(r.info, records, uint64(ids), r.store != nil, key)
}
