package graphio

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
)

// Most lines differ from the first one in their numbers and strings alone, and are read
// without a look at what is the same.

// ndjsonPart is a number or a string in a line.
type ndjsonPart struct {
	before []byte
	text   bool // it is a string
	end    int  // which end of the edge it is; -1 for another value
}

// setParts sets the parts to the values of the first line, if none is of another kind.
func (s *ndjsonShape) setParts(values []ndjsonValue, line []byte) {
	begin := 0
	var parts []ndjsonPart
	for i, v := range values {
		if v.kind == 0 {
			return
		}
		parts = append(parts, ndjsonPart{bytes.Clone(line[begin:v.begin]), v.kind == '"', slices.Index(s.ends[:], i)})
		begin = v.end
	}
	s.parts, s.last = parts, bytes.Clone(line[begin:])
}

// plainNumbers returns the edge of the line at some position of a block that has the parts,
// and where these end; -1 where it has others, or ids of 2^32 or more.
func (s *ndjsonShape) plainNumbers(text []byte, at int) (e graph.Edge, end int) {
	for i := range s.parts {
		part := &s.parts[i]
		if !bytes.HasPrefix(text[at:], part.before) {
			return e, -1
		}
		if at += len(part.before); part.end < 0 {
			if at = part.skip(text, at); at < 0 {
				return e, -1
			}
			continue
		}
		id, behind := shortID(text, at)
		if behind == at || id > math.MaxUint32 || text[at] == '0' && behind > at+1 {
			return e, -1
		}
		if at = behind; part.end == 0 {
			e.U = uint32(id)
		} else {
			e.V = uint32(id)
		}
	}
	if !bytes.HasPrefix(text[at:], s.last) {
		return e, -1
	}
	return e, at + len(s.last)
}

// plainTexts returns the ids in a line that has the parts.
func (s *ndjsonShape) plainTexts(line []byte) (ids [2][]byte, ok bool) {
	at := 0
	for i := range s.parts {
		part := &s.parts[i]
		if !bytes.HasPrefix(line[at:], part.before) {
			return ids, false
		}
		at += len(part.before)
		begin := at
		if at = part.skip(line, at); at < 0 {
			return ids, false
		}
		if part.end >= 0 {
			ids[part.end] = line[begin+1 : at-1]
		}
	}
	return ids, len(s.parts) > 0 && bytes.Equal(trimLine(line[at:]), s.last)
}

// skip returns where the value at some position ends; -1 where it is none of the kind, or a
// string with an escape.
func (p *ndjsonPart) skip(text []byte, at int) int {
	begin, high := at, byte(0)
	if !p.text {
		for at < len(text) && isJSONNumber[text[at]] {
			at++
		}
		if !spellsJSONNumber(text[begin:at]) {
			return -1
		}
		return at
	}
	if at == len(text) || text[at] != '"' {
		return -1
	}
	for at++; at < len(text); at++ {
		c := text[at]
		if c == '"' {
			if high >= utf8.RuneSelf && !utf8.Valid(text[begin:at]) {
				return -1
			}
			return at + 1
		}
		if c == '\\' || c < ' ' {
			return -1
		}
		high |= c
	}
	return -1
}
