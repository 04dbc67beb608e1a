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
