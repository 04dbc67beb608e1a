package graphio

import (
	"bytes"
	"strconv"
	"strings"
)

// spellsNumber says that a field is a whole number, even one that is no valid id,
// or a decimal one.
func spellsNumber(f field) bool { return !f.quoted && (isNumeric(f.text) || spellsDecimal(f.text)) }

// looksNumeric is spellsNumber, but the number may stand in quotes.
func looksNumeric(f field) bool { return spellsNumber(f) || f.quoted && isNumeric(f.text) }

// spellsDecimal says that text is a number with a point or with an exponent that
// has a sign. 3e8 may be a label.
func spellsDecimal(text []byte) bool {
	if len(text) < 2 || text[0] > '9' || text[0] < '+' {
		return false
	}
	if c := text[len(text)-1]; c != '.' && c-'0' > 9 {
		return false
	}
	if !bytes.ContainsAny(text, ".+-") || bytes.ContainsAny(text, "xXpP_") {
		return false
	}
	_, err := strconv.ParseFloat(string(text), 64)
	return err == nil
}

// isMissing says that a field is what tables have for a number that is not
// there.
func isMissing(f field) bool {
	switch strings.ToLower(string(f.text)) {
	case "", "na", "nan", "n/a", "null", "none", "-", "?", ".", "inf", "-inf":
		return !f.quoted
	}
	return false
}
