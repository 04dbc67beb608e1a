package readable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns text as people may see it, in a line or a cell: what is not
// printed but does something, such as a line break or an escape sequence in the
// name of a file or a vertex, is written as in a string of Go.
func OneLine(text string) string {
	if !strings.ContainsFunc(text, unseen) && utf8.ValidString(text) {
		return text
	}
	var shown strings.Builder
	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		switch {
		case char == utf8.RuneError && size == 1:
			fmt.Fprintf(&shown, `\x%02x`, text[0])
		case char == '\n':
			shown.WriteString(`\n`)
		case char == '\r':
			shown.WriteString(`\r`)
		case char == '\t':
			shown.WriteString(`\t`)
		case unseen(char) && char <= 0xff:
			fmt.Fprintf(&shown, `\x%02x`, char)
		case unseen(char):
			fmt.Fprintf(&shown, `\u%04x`, char)
		default:
			shown.WriteString(text[:size])
		}
		text = text[size:]
	}
	return shown.String()
}

// unseen says that a character is a control character, ends a line, or changes
// the direction of those around it.
func unseen(char rune) bool {
	return unicode.IsControl(char) || unicode.In(char, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}
