package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// ndjsonRecord reads the records of one worker, each from a line.
type ndjsonRecord struct {
	shape *ndjsonShape
	json  *jsonReader
	keys  [2]string
	width int // values of an array

	seen    int // values of the array that were read
	set     [2]bool
	numbers [2]uint64 // the ids, if these are numbers
	texts   [2][]byte // and if not
	weight  float64

	weighted bool // weights are asked for
	found    bool // there is one
}

func newNDJSONRecord(s *ndjsonShape, weighted bool) *ndjsonRecord {
	return &ndjsonRecord{shape: s, weighted: weighted, json: newLineReader(nil), keys: [2]string{s.names[s.ends[0]], s.names[s.ends[1]]}, width: len(s.names)}
}

// read reads the record of a line.
func (r *ndjsonRecord) read(line []byte) *lineError {
	if bytes.IndexByte(line, '\r') >= 0 { // which is a blank of JSON
		return &lineError{expected: "lines that all end with LF or CR LF, or all with CR", found: "a CR within"}
	}
	r.json.setLine(line)
	r.seen, r.set, r.found, r.weight = 0, [2]bool{}, false, 1
	var err error
	if r.shape.array {
		err = r.json.array("an array, as on the first line", r.readValue)
		if err == nil && r.seen != r.width {
			err = &lineError{expected: fmt.Sprintf("%d values, as on the first line", r.width), found: strconv.Itoa(r.seen)}
		}
	} else {
		err = r.json.object("an object, as on the first line", r.readKey)
	}
	if err == nil {
		err = r.json.endLine()
	}
	if missing := slices.Index(r.set[:], false); err == nil && missing >= 0 {
		err = &lineError{expected: "the key " + quote([]byte(r.keys[missing])) + " of an id", found: "none"}
	}
	if malformed := (*lineError)(nil); err == nil || errors.As(err, &malformed) {
		return malformed
	}
	return &lineError{expected: "a line of JSON", found: err.Error()}
}

// readValue reads a value of an array.
func (r *ndjsonRecord) readValue() error {
	at := r.seen
	r.seen++
	switch {
	case at == r.shape.ends[0]:
		return r.readEnd(0)
	case at == r.shape.ends[1]:
		return r.readEnd(1)
	case r.weighted && at < r.width && r.shape.names[at] == r.shape.weight:
		return r.readWeight()
	}
	return r.json.skip()
}

// readKey reads a value of an object.
func (r *ndjsonRecord) readKey(key []byte) error {
	switch {
	case string(key) == r.keys[0]:
		return r.readEnd(0)
	case string(key) == r.keys[1]:
		return r.readEnd(1)
	case r.weighted && r.shape.isWeight(key):
		return r.readWeight()
	}
	return r.json.skip()
}

// readEnd reads an id.
func (r *ndjsonRecord) readEnd(i int) error {
	if r.set[i] {
		return &lineError{expected: "the key " + quote([]byte(r.keys[i])) + " once", found: "it again"}
	}
	r.set[i] = true
	id, err := r.json.id()
	switch {
	case err != nil:
		return err
	case id.number == r.shape.strings:
		return &lineError{expected: "ids that are all numbers or all strings", found: quote(id.text)}
	case id.number:
		r.numbers[i], _, _ = parseID(id.text)
		return nil
	}
	if long := r.json.long; len(id.text) > 0 && len(long) > 0 && &id.text[0] == &long[0] {
		id.text = bytes.Clone(id.text) // the next string would take its place
	}
	r.texts[i] = id.text
	return nil
}

// readWeight reads the weight.
func (r *ndjsonRecord) readWeight() error {
	if r.found {
		return &lineError{expected: "one weight", found: "two"}
	}
	r.found = true
	text, err := r.json.number("a number as weight")
	if err != nil {
		return err
	}
	weight, malformed := parseValue(text)
	if malformed != nil {
		return malformed
	}
	r.weight = weight
	return nil
}

// isWeight says that a key is that of the weight.
func (s *ndjsonShape) isWeight(key []byte) bool {
	if s.weight != "" {
		return string(key) == s.weight
	}
	return isWeightName(string(key))
}
