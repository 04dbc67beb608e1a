package graphio

import (
	"bytes"
	"fmt"
	"strings"
)

// trimLine removes blanks on both sides and the carriage return at the end.
func trimLine(line []byte) []byte {
	return bytes.Trim(bytes.TrimSuffix(line, []byte{'\r'}), " \t")
}

// isComment says that a trimmed line holds no data: it is empty or begins with
// one of the marks.
func isComment(line []byte, marks string) bool {
	return len(line) == 0 || strings.IndexByte(marks, line[0]) >= 0
}

// separates says that c may stand between the columns of numbers.
func separates(c byte) bool { return c == ' ' || c == '\t' || c == ',' }

// cutField cuts the first column of numbers off a trimmed line. Columns are
// separated by blanks, or by a comma that may stand between blanks.
func cutField(line []byte) (field, rest []byte) {
	end := 0
	for end < len(line) && !separates(line[end]) {
		end++
	}
	field, rest = line[:end], bytes.TrimLeft(line[end:], " \t")
	if len(rest) > 0 && rest[0] == ',' {
		rest = bytes.TrimLeft(rest[1:], " \t")
	}
	return field, rest
}

// vertexID returns the id that field spells in a file of numeric ids.
func vertexID(field []byte) (uint64, *lineError) {
	id, ok, overflow := parseID(field)
	switch {
	case ok:
		return id, nil
	case overflow:
		return 0, &lineError{expected: "a vertex id below 2^64", found: quote(field)}
	case isNegative(field):
		return 0, &lineError{expected: "a vertex id of at least 0", found: quote(field)}
	case len(field) == 0:
		return 0, &lineError{expected: "two vertex ids", found: "an empty field"}
	}
	return 0, &lineError{expected: "a whole number as vertex id (for labels, the first line must have one)", found: quote(field)}
}

// isNegative says that field is a negative whole number.
func isNegative(field []byte) bool {
	if len(field) < 2 || field[0] != '-' {
		return false
	}
	_, ok, overflow := parseID(field[1:])
	return ok || overflow
}

// isNumeric says that field is a whole number, even one that is no valid id.
func isNumeric(field []byte) bool {
	_, ok, overflow := parseID(field)
	return ok || overflow || isNegative(field)
}

// quote shows text in a message, shortened.
func quote(text []byte) string {
	if !isText(text) {
		return "binary data"
	}
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
