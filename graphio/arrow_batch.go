package graphio

import (
	"fmt"
)

// arrowPart is what a batch has of a column.
type arrowPart struct {
	rows, missing int64
	spans         [3]arrowSpan // whether values are there; values or where they end; text
	further       []arrowSpan  // of views
	dictionary    int          // of the versions; -1 for none
}

// arrowSpan is where a buffer stands in the file.
type arrowSpan struct{ at, size int64 }

// arrowBatch are rows of a table.
type arrowBatch struct {
	first, rows int64
	packed      bool
	codec       int64
	parts       []arrowPart // of the chosen columns
}

const (
	arrowLZ4  = 0
	arrowZSTD = 1
)

// readBlocks reads the metadata of all batches, and finds the dictionaries of the chosen
// columns.
func (s *arrowSource) readBlocks(blocks []arrowBlock) error {
	latest := make(map[int64]int) // version of each dictionary
	wanted := make(map[int64]bool)
	for _, i := range s.chosen {
		if c := s.columns[i]; c.encoded {
			wanted[c.dictionary] = true
		}
	}
	for _, b := range blocks {
		message, err := s.message(b)
		if err != nil {
			return err
		}
		header := message.child(arrowMessageHeader)
		switch kind := message.scalar(arrowMessageKind, 1); {
		case message.scalar(arrowMessageBody, 8) != b.body:
			return inPages(fmt.Errorf("a message of %d bytes where the table of contents says %d", message.scalar(arrowMessageBody, 8), b.body))
		case kind == arrowDictionaryBatch:
			id := header.scalar(0, 8)
			if header.scalar(2, 1) != 0 && wanted[id] {
				return fmt.Errorf("a dictionary in several parts, which is not read: write the table without deltas")
			}
			if _, again := latest[id]; again && prefix(arrowMagic)(s.in.head) {
				return inPages(fmt.Errorf("a second dictionary %d", id))
			}
			if wanted[id] {
				latest[id] = len(s.versions)
				s.versions = append(s.versions, &arrowDictionary{id: id, at: b})
			}
		case kind == arrowRecordBatch:
			batch, err := s.readBatch(header, b, s.columns, s.chosen, latest)
			if err != nil {
				return err
			}
			if batch.rows > parquetMostRows-s.records {
				return inPages(fmt.Errorf("%d rows", batch.rows))
			}
			batch.first = s.records
			s.records += batch.rows
			s.cut(len(s.batches), batch)
			s.batches = append(s.batches, batch)
		default:
			return inPages(fmt.Errorf("a message of type %d", kind))
		}
		if message.bad {
			return inPages(errFlat)
		}
	}
	return nil
}

// cut makes pieces of a batch, several where values can be read at any place.
func (s *arrowSource) cut(number int, b arrowBatch) {
	step := b.rows
	if !b.packed && !s.labels {
		step = arrowPiece
	}
	for begin := int64(0); begin < b.rows; begin += step {
		s.pieces = append(s.pieces, arrowRows{number, begin, min(begin+step, b.rows)})
	}
}

// readBatch reads the metadata of a batch of such columns, of which some are chosen.
func (s *arrowSource) readBatch(header flatTable, b arrowBlock, columns []arrowColumn, chosen []int, latest map[int64]int) (batch arrowBatch, err error) {
	batch.rows = header.scalar(0, 8)
	nodes, nodeCount := header.vector(1, 16)
	buffers, bufferCount := header.vector(2, 16)
	views, viewCount := header.vector(4, 8)
	if packed := header.child(3); packed.at != 0 {
		batch.packed, batch.codec = true, packed.scalar(0, 1)
		if batch.codec != arrowLZ4 && batch.codec != arrowZSTD {
			return batch, fmt.Errorf("a batch compressed by method %d, which is not read", batch.codec)
		}
	}
	// Views have further buffers, which stand in front of those of the next columns.
	before := make([]int, viewCount+1)
	for i := range viewCount {
		n := header.number(views+8*i, 8)
		if n < 0 || n > int64(bufferCount) {
			return batch, inPages(errFlat)
		}
		before[i+1] = min(before[i]+int(n), bufferCount)
	}
	span := func(i int) (arrowSpan, bool) {
		if i >= bufferCount {
			return arrowSpan{}, false
		}
		found := arrowSpan{header.number(buffers+16*i, 8), header.number(buffers+16*i+8, 8)}
		ok := found.at >= 0 && found.size >= 0 && found.at <= b.body && found.size <= b.body-found.at
		found.at += b.at + b.metadata
		return found, ok
	}
	for _, i := range chosen {
		c := columns[i]
		if c.node >= nodeCount || c.view > viewCount || c.kind == arrowUTF8View && !c.encoded && c.view == viewCount {
			return batch, inPages(errFlat)
		}
		part := arrowPart{dictionary: -1, rows: header.number(nodes+16*c.node, 8), missing: header.number(nodes+16*c.node+8, 8)}
		if part.rows != batch.rows || part.rows < 0 || part.missing < 0 || part.missing > part.rows {
			return batch, inPages(fmt.Errorf("column %q has %d rows of %d", c.name, part.rows, batch.rows))
		}
		count := 2
		if !c.encoded && (c.kind == arrowUTF8 || c.kind == arrowLargeUTF8) {
			count = 3
		}
		at := c.buffer + before[c.view]
		for k := range count {
			var ok bool
			if part.spans[k], ok = span(at + k); !ok {
				return batch, inPages(fmt.Errorf("column %q has a buffer outside of its batch", c.name))
			}
		}
		if c.kind == arrowUTF8View && !c.encoded {
			for k := at + arrowViewBuffers; k < at+arrowViewBuffers+before[c.view+1]-before[c.view]; k++ {
				further, ok := span(k)
				if !ok {
					return batch, inPages(fmt.Errorf("column %q has a buffer outside of its batch", c.name))
				}
				part.further = append(part.further, further)
			}
		}
		if c.encoded {
			version, ok := latest[c.dictionary]
			if !ok {
				return batch, inPages(fmt.Errorf("column %q has no dictionary", c.name))
			}
			part.dictionary = version
		}
		// Rows that take bytes are in the file before there is room for them.
		if most := part.spans[1].size; !batch.packed && part.rows > most || batch.packed && part.rows > 1<<20+most*parquetExpansion {
			return batch, inPages(fmt.Errorf("column %q has %d rows in %d bytes", c.name, part.rows, most))
		}
		batch.parts = append(batch.parts, part)
	}
	if header.bad {
		return batch, inPages(errFlat)
	}
	return batch, nil
}
