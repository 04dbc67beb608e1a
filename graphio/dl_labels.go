package graphio

import "bytes"

func (p *dlParser) checkLabels() *lineError {
	if p.labels != nil && p.labels.over == nil && uint64(len(p.labels.names)) != p.n {
		return &lineError{expected: counted(p.n, "label", "labels") + ", as n says", found: withCommas(uint64(len(p.labels.names)))}
	}
	if p.section == dlColumnLabels && p.columns != p.n {
		return &lineError{expected: counted(p.n, "label", "labels") + " of columns, as n says", found: withCommas(p.columns)}
	}
	return nil
}

// readLabels reads labels that are separated by blanks or commas.
func (p *dlParser) readLabels(line []byte) error {
	for line = bytes.Trim(line, " \t,"); len(line) > 0; line = bytes.TrimLeft(line, " \t,") {
		label, rest, err := cutDLWord(line)
		if err != nil {
			return err
		}
		line = rest
		if p.section == dlColumnLabels {
			if p.labels == nil {
				return &lineError{expected: "labels of the rows in front of those of the columns", found: quote(label)}
			}
			if p.labels.over == nil && (p.columns >= uint64(len(p.labels.names)) || p.labels.names[p.columns] != string(label)) {
				return &lineError{expected: "the labels of the rows for the columns, too", found: quote(label)}
			}
			p.columns++
			continue
		}
		if p.labels == nil {
			p.labels = newDictionary(&p.in.budget)
		}
		before := len(p.labels.names)
		if p.labels.id(p.labels.label(label)) != uint32(before) && p.labels.over == nil {
			return &lineError{expected: "each label once", found: quote(label) + " again"}
		}
	}
	return nil
}

// cutDLWord cuts a word, perhaps in quotes, off a line.
func cutDLWord(line []byte) (word, rest []byte, err *lineError) {
	if line[0] == '"' {
		return cutQuoted(line)
	}
	end := bytes.IndexFunc(line, dlSeparates)
	if end < 0 {
		end = len(line)
	}
	return line[:end], line[end:], nil
}
