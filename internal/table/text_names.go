package table

import (
	"strings"

	"github.com/tricycle-graph/tricycle/internal/names"
)

// appendCSV appends a name, in quotes where it has to be: an empty one, too, whose
// line would look empty.
func appendCSV(text []byte, name string) []byte {
	if name == "" || name[0] == ' ' || strings.ContainsAny(name, ",\"\r\n") {
		return names.AppendQuoted(text, name)
	}
	return append(text, name...)
}

// appendJSON appends valid UTF-8 as a string of JSON.
func appendJSON(text []byte, name string) []byte {
	const hex = "0123456789abcdef"
	text = append(text, '"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		case c < ' ':
			text = append(text, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			text = append(text, c)
		}
	}
	return append(text, '"')
}
