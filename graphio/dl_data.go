package graphio

import "bytes"

// readData reads a line of data: values of a matrix, wherever its rows end, or a
// vertex with another or with several.
func (p *dlParser) readData(line []byte) error {
	if p.format == "edgelist1" || p.format == "nodelist1" {
		return p.readList(line)
	}
	for line = bytes.Trim(line, " \t,"); len(line) > 0; line = bytes.TrimLeft(line, " \t,") {
		word, rest, err := cutDLWord(line)
		if err != nil {
			return err
		}
		line = rest
		if p.row >= p.n {
			return &lineError{expected: "the end behind the values of " + counted(p.n, "row", "rows"), found: quote(word)}
		}
		value, err := parseValue(word)
		if err != nil {
			return err
		}
		if value != value {
			return &lineError{expected: "a number as value", found: quote(word)}
		}
		if value != 0 {
			if err := p.add(p.row, p.column, value); err != nil {
				return err
			}
		}
		p.column++
		p.skipHalf()
	}
	return nil
}

// skipHalf goes on to the next place of the matrix that the data have.
func (p *dlParser) skipHalf() {
	for p.row < p.n {
		first, last := uint64(0), p.n
		switch p.format {
		case "lowerhalf":
			last = p.row + 1
		case "upperhalf":
			first = p.row
		}
		p.column = max(p.column, first)
		if p.absent && p.column == p.row {
			p.column++
		}
		if p.column < last {
			return
		}
		p.row, p.column = p.row+1, 0
	}
}

// add emits a record.
func (p *dlParser) add(u, v uint64, value float64) error {
	p.values = p.values || value != 1
	p.pushWeighted(u, v, value)
	if p.full() {
		return p.flush()
	}
	return nil
}

// readList reads two vertices and perhaps a value, or a vertex and its neighbours.
func (p *dlParser) readList(line []byte) error {
	line = bytes.Trim(line, " \t,")
	if len(line) == 0 {
		return nil
	}
	var ends [2]uint64
	got := 0
	value := 1.0
	for ; len(line) > 0; line = bytes.TrimLeft(line, " \t,") {
		word, rest, err := cutDLWord(line)
		if err != nil {
			return err
		}
		line = rest
		if p.format == "edgelist1" && got >= 2 {
			if got > 2 {
				return &lineError{expected: "two vertices and perhaps a value", found: "more"}
			}
			got++
			if value, err = parseValue(word); err != nil {
				return err
			}
			continue
		}
		at := min(got, 1)
		if ends[at], err = p.vertex(word); err != nil {
			return err
		}
		if got++; p.format == "nodelist1" && got > 1 {
			if err := p.add(ends[0], ends[1], 1); err != nil {
				return err
			}
		}
	}
	switch {
	case p.format == "nodelist1":
		return nil
	case got < 2:
		return &lineError{expected: "two vertices and perhaps a value", found: "one"}
	}
	return p.add(ends[0], ends[1], value)
}

// vertex returns the vertex of a word: its number from 1, or its label.
func (p *dlParser) vertex(word []byte) (uint64, *lineError) {
	if !p.embedded {
		return parseIndex(word, p.n)
	}
	v := uint64(p.labels.id(p.labels.label(word)))
	if v >= p.n {
		return 0, &lineError{expected: "labels of " + counted(p.n, "vertex", "vertices") + ", as n says", found: quote(word) + " beside them"}
	}
	return v, nil
}
