package graphio

import (
	"bytes"
	"slices"
)

// startsWithRecords says that text begins with edges as lines of JSON: with an object that
// has two keys that are known for them, or with two arrays of ids, or of names and ids. One
// array of two ids could be anything.
func startsWithRecords(head []byte) bool {
	var (
		arrays *ndjsonShape
		names  []string
	)
	for text := range bytes.Lines(head) {
		line := trimLine(bytes.TrimSuffix(text, newline))
		if len(line) == 0 {
			continue
		}
		if line[0] != '{' && line[0] != '[' {
			return false
		}
		if arrays == nil && names == nil {
			var clear bool
			if names, clear = ndjsonHeader(line); clear {
				continue
			}
			names = nil
		}
		shape, err := ndjsonShapeOf(line, names, nil, "")
		if names != nil {
			return err == nil
		}
		if err != nil || !shape.array {
			return err == nil && arrays == nil
		}
		if arrays != nil {
			return len(shape.names) == len(arrays.names) && shape.strings == arrays.strings
		}
		arrays = &shape
	}
	return false
}

// mayBeLists says that arrays of numbers may be something else than edges: the neighbours of
// each vertex, with the vertex in front or without, or the rows of a matrix. It looks at the
// first lines, which are all of them where all says so.
func mayBeLists(first dataLine, lines dataLines, all bool) bool {
	var rows [][]uint64
	for line, more := first, true; more; {
		values, array, err := ndjsonValues(line.text)
		if err != nil || !array || len(rows) > 0 && len(values) != len(rows[0]) {
			return false // an error will say so
		}
		row := make([]uint64, len(values))
		for i, v := range values {
			number, ok, _ := parseID(line.text[v.begin:v.end])
			if !ok {
				return false
			}
			row[i] = number
		}
		if rows = append(rows, row); len(rows) == surveyLines {
			_, more, err = lines.read()
			all = all && !more && err == nil
			break
		}
		if line, more, err = lines.read(); err != nil {
			break
		}
	}
	if all && isSmallMatrix(rows) {
		return true
	}
	lists := make(map[uint64][]uint64, len(rows))
	for base := range uint64(2) {
		for i, row := range rows {
			lists[base+uint64(i)] = row
		}
		if agree(lists, all) {
			return true
		}
		clear(lists)
	}
	for _, row := range rows {
		if lists[row[0]] != nil || len(row) < 3 {
			return false
		}
		lists[row[0]] = row[1:]
	}
	return agree(lists, all)
}

// agree says that lists may be those of neighbours: no vertex is in its own, and each is in
// the lists of those that are, as far as these are known.
func agree(lists map[uint64][]uint64, all bool) bool {
	mutual := 0
	for u, list := range lists {
		for _, v := range list {
			other, known := lists[v]
			if v == u || known && !slices.Contains(other, u) || !known && all {
				return false
			}
			if known {
				mutual++
			}
		}
	}
	return mutual > 0 && len(lists) > 2
}

// isSmallMatrix says that rows are those of a square matrix that is symmetric, and of zeros
// and ones where it has but two.
func isSmallMatrix(rows [][]uint64) bool {
	if len(rows) != len(rows[0]) {
		return false
	}
	for i, row := range rows {
		for j, value := range row {
			if rows[j][i] != value || len(rows) == 2 && value > 1 {
				return false
			}
		}
	}
	return true
}
