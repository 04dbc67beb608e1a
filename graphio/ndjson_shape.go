package graphio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// ndjsonShape is what the first record tells about the others.
type ndjsonShape struct {
	array     bool
	named     bool     // an array in front names the values of others
	names     []string // of its values: keys, names, or numbers from 1
	ends      [2]int   // which of them are the ids
	strings   bool     // ids are strings
	hasWeight bool
	weight    string // name of the weight; "" for any key that is called so

	// parts are the values of a record of numbers and strings alone, as they stand in
	// the first line; none where it has others. last is what stands behind them.
	parts []ndjsonPart
	last  []byte
}

// ndjsonValue is a value of a record.
type ndjsonValue struct {
	name       string
	kind       byte // '0' for a number, '"' for a string, 0 for another
	begin, end int  // in the line, of a number or a string
}

// newLineReader returns a reader for lines.
func newLineReader(line []byte) *jsonReader {
	r := &jsonReader{ctx: context.Background(), budget: new(budget), line: 1}
	r.setLine(line)
	return r
}

// setLine makes a line all that there is to read.
func (r *jsonReader) setLine(line []byte) {
	r.buffer, r.at, r.end, r.depth, r.failed = line, 0, len(line), 0, io.EOF
}

// endLine says that the line has nothing more.
func (r *jsonReader) endLine() error {
	if r.peek(); r.at < r.end {
		return r.expected("the end of the line behind one value")
	}
	return nil
}

// ndjsonValues returns the values of the record in a line.
func ndjsonValues(line []byte) (values []ndjsonValue, array bool, err error) {
	r := newLineReader(line)
	read := func(name string) error {
		v := ndjsonValue{name: name}
		switch c := r.peek(); {
		case c == '-' || c-'0' <= 9:
			text, err := r.number("")
			if err != nil {
				return err
			}
			v.kind, v.begin, v.end = '0', r.at-len(text), r.at
		default:
			if v.begin = r.at; c == '"' {
				v.kind = c
			}
			if err := r.skip(); err != nil {
				return err
			}
			v.end = r.at
		}
		values = append(values, v)
		return nil
	}
	if array = r.peek() == '['; array {
		err = r.array("", func() error { return read(strconv.Itoa(len(values) + 1)) })
	} else {
		err = r.object("an edge as a line of JSON: an object or an array", func(key []byte) error { return read(string(key)) })
	}
	if err == nil {
		err = r.endLine()
	}
	return values, array, err
}

// ndjsonShapeOf returns the shape that the first record has, of which the ids and the
// weight may be named. Of an array, the names may stand in front.
func ndjsonShapeOf(line []byte, names, wanted []string, weight string) (ndjsonShape, error) {
	values, array, err := ndjsonValues(line)
	s := ndjsonShape{array: array, named: names != nil, weight: weight}
	if err != nil {
		return s, err
	}
	if s.named && (!array || len(values) != len(names)) {
		return s, &lineError{expected: fmt.Sprintf("an array of %d values, as many as there are names", len(names)), found: quote(line)}
	}
	var fit []int
	for i, v := range values {
		if s.named {
			v.name = names[i]
		}
		s.names = append(s.names, v.name)
		if v.kind != 0 {
			fit = append(fit, i)
		}
	}
	if err := s.chooseEnds(values, fit, wanted); err != nil {
		return s, err
	}
	kinds := [2]byte{values[s.ends[0]].kind, values[s.ends[1]].kind}
	if kinds[0] != kinds[1] {
		return s, &lineError{expected: "ids that are all numbers or all strings", found: "one number and one string"}
	}
	s.strings = kinds[0] == '"'
	if err := s.chooseWeight(values); err != nil {
		return s, err
	}
	if err := newNDJSONRecord(&s, false).read(line); err != nil {
		return s, err
	}
	s.setParts(values, bytes.TrimRight(line, " \t"))
	return s, nil
}

// chooseEnds settles which values of the first record are the ids, among those that fit.
func (s *ndjsonShape) chooseEnds(values []ndjsonValue, fit []int, wanted []string) error {
	switch {
	case len(wanted) > 0:
		var err error
		s.ends, err = choosePair(s.names, fit, wanted)
		if err != nil {
			return &graph.InputError{Expected: "two keys of ids", Found: err.Error()}
		}
		return nil
	case s.array && !s.named:
		s.ends = [2]int{0, 1}
		if len(fit) < len(values) || len(values) < 2 || len(values) > 3 || len(values) == 3 && values[2].kind != '0' {
			return &lineError{expected: "two ids, or two and a number", found: "another array (others are read with --columns)"}
		}
		return nil
	}
	var names []string
	for _, i := range fit {
		names = append(names, s.names[i])
	}
	pair, clear, tied := clearestPair(names)
	switch {
	case len(names) < 2:
		return &lineError{expected: "two keys of ids, such as source and target", found: "fewer keys of numbers or strings"}
	case clear == 0:
		return &lineError{expected: "two keys that are known to hold ids, such as source and target (others are read with --columns)", found: nameList(names)}
	case tied:
		return &lineError{expected: "one pair of keys that could hold the ids (--columns says which)", found: nameList(names)}
	}
	s.ends = [2]int{fit[pair[0]], fit[pair[1]]}
	return nil
}

// chooseWeight settles which value is the weight.
func (s *ndjsonShape) chooseWeight(values []ndjsonValue) error {
	isNumber := func(i int) bool { return values[i].kind == '0' && !slices.Contains(s.ends[:], i) }
	if s.array && !s.named && s.weight == "" && len(values) == 3 && s.ends == [2]int{0, 1} && isNumber(2) {
		s.weight = s.names[2]
	}
	at, err := chooseWeight(s.names, isNumber, s.weight)
	if err != nil {
		return &graph.InputError{Expected: "a weight", Found: err.Error()}
	}
	if s.hasWeight = at >= 0; s.hasWeight && s.array {
		s.weight = s.names[at]
	}
	return nil
}
