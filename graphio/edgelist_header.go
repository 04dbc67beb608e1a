package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// isHeader says that the first line names the columns.
func (s *shape) isHeader(in *input) (bool, error) {
	fields := s.first.fields
	switch {
	case in.opt.Header == "no" || len(fields) < 2:
		return false, nil
	case in.opt.Header == "yes" && (len(in.opt.Columns) > 0 || parseSizes(s.line, s.first) == nil):
		return true, nil
	case slices.ContainsFunc(fields, looksNumeric):
		return false, nil
	}
	shorter := s.rows > 0 && s.even() && len(fields) == s.width()-1
	if !s.fits() && !shorter && len(in.opt.Columns) == 0 {
		return false, nil
	}
	var names []string
	for _, f := range fields {
		names = append(names, string(f.text))
	}
	known := 0
	for i := range names {
		for j := range names {
			known = max(known, idPair(names[i], names[j]))
		}
	}
	switch {
	case known > 1 || !shorter && len(names[0]) == 0 && s.rows > 0 && len(s.second.fields[0].text) > 0:
		return true, nil
	case shorter:
		return known > 0 || s.numbered, nil // row names
	}
	// Numbers in a column, and none in its first line.
	if s.rows > 0 {
		for i, f := range fields {
			if s.hasNumbers(i) && !s.hasWords(i) && !isMissing(f) {
				return true, nil
			}
		}
	}
	if slices.ContainsFunc(in.opt.Columns, func(name string) bool { return slices.Contains(names, name) }) {
		return true, nil
	}
	if s.rows == 0 {
		return false, nil
	}
	// Labels, and nothing that tells the first line from the others but that
	// its labels come again.
	quoted := !slices.ContainsFunc(fields, func(f field) bool { return !f.quoted })
	customary := s.by != blank || quoted || suffix(in.name) == ".csv" || suffix(in.name) == ".tsv"
	if again, alike := in.comesAgain(s); !again && (known > 0 && !alike) {
		return true, nil
	} else if !again && (known > 0 || customary) && couldBeNames(names[:2]) {
		return false, in.unclear(s.line, "labels without, or with, the names of the columns in the first line",
			Choice{"labels behind a row of names", in.with(Options{Header: "yes"})},
			Choice{"labels from the first line on", in.with(Options{Header: "no"})})
	}
	return false, nil
}

// namesInComment returns the names of the columns from a comment in front of
// the first line, where they tell which columns hold the ids.
func (s *shape) namesInComment() []string {
	var r cells
	if len(s.comment) == 0 || !s.fits() || r.cut(bytes.TrimLeft(s.comment, edgeListComments), s.by) != nil || !r.has(s.width()) {
		return nil
	}
	var names []string
	known := false
	for _, f := range r.fields {
		for _, other := range names {
			known = known || idPair(other, string(f.text)) > 0 || idPair(string(f.text), other) > 0
		}
		names = append(names, string(f.text))
	}
	if !known {
		return nil
	}
	return names
}

// couldBeNames says that words could be names of columns, which have no digits
// but one at the end.
func couldBeNames(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return len(word) == 0 || strings.ContainsAny(word[:len(word)-1], "0123456789")
	})
}

// comesAgain says that a field of the first line is in sight once more, and
// whether others are like it: letters alone, or the same word with a number.
func (in *input) comesAgain(s *shape) (again, alike bool) {
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return false, true
	}
	if _, _, err = lines.read(); err != nil {
		return false, true
	}
	names := make(map[string]bool)
	stems := make(map[string]bool)
	for _, f := range s.first.fields {
		names[string(f.text)], stems[stem(f.text)] = true, true
	}
	var r cells
	for {
		line, ok, err := lines.read()
		if err != nil || !ok || r.cut(line.raw, s.by) != nil {
			return false, alike
		}
		for _, f := range r.fields {
			if again = again || names[string(f.text)]; again {
				return true, true
			}
			alike = alike || stems[stem(f.text)]
		}
	}
}

// stem returns what labels have in common that are numbered, or lettered.
func stem(label []byte) string {
	if len(label) == 1 && label[0] > '9' {
		return "a letter"
	}
	return strings.ToLower(strings.TrimRight(string(label), "0123456789"))
}
