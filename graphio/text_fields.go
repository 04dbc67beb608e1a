package graphio

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// trimLine removes blanks on both sides and the carriage return at the end.
func trimLine(line []byte) []byte {
	return bytes.Trim(bytes.TrimSuffix(line, []byte{'\r'}), " \t")
}

// withoutReturn removes the carriage return at the end of a line.
func withoutReturn(line []byte) []byte {
	if last := len(line) - 1; last >= 0 && line[last] == '\r' {
		return line[:last]
	}
	return line
}

// isEdgeComment says that a line of an edge list holds no edge.
func isEdgeComment(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' {
			return c == '#' || c == '%'
		}
	}
	return true
}

// isComment says that a trimmed line holds no data: it is empty or begins with
// one of the marks.
func isComment(line []byte, marks string) bool {
	return len(line) == 0 || strings.IndexByte(marks, line[0]) >= 0
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
	case spellsDecimal(field):
		return wholeID(field)
	}
	return 0, &lineError{expected: "a whole number as vertex id (for labels, the first line must have one)", found: quote(field)}
}

// wholeID returns the id that a decimal number spells, as tables write whole
// numbers of a column that has a fraction elsewhere, or a gap.
func wholeID(field []byte) (uint64, *lineError) {
	const exact = 1 << 53 // below, a float is the number that is spelled
	switch value := decimal(field); {
	case value < 0:
		return 0, &lineError{expected: "a vertex id of at least 0", found: quote(field)}
	case value != math.Trunc(value):
		return 0, &lineError{expected: "a whole number as vertex id", found: "the fraction " + quote(field)}
	case isRounded(field):
		return 0, &lineError{expected: "a vertex id with all its digits", found: "the rounded number " + quote(field)}
	case value >= exact:
		return 0, &lineError{expected: "a vertex id of at least 2^53 without a point or an exponent", found: quote(field)}
	default:
		return uint64(value), nil
	}
}

// isRounded says that a number with an exponent may have been rounded, as
// spreadsheets do, and %g of C: 2.14E+09, 2.14748e+09. R writes 100000 as 1e+05,
// where C has no exponent yet.
func isRounded(field []byte) bool {
	at := bytes.IndexAny(field, "eE")
	if at < 0 {
		return false
	}
	mantissa := field[:at]
	digits := len(bytes.Trim(mantissa, "+-")) - bytes.Count(mantissa, []byte{'.'})
	power, err := strconv.Atoi(string(field[at+1:]))
	return err != nil || power >= digits && (field[at] == 'E' || power > 5)
}

// decimal returns the number that a field spells for which spellsNumber holds.
func decimal(field []byte) float64 {
	// What is out of range is infinite, and no id.
	value, _ := strconv.ParseFloat(string(field), 64)
	return value
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
