// Package names puts the names and numbers of vertices into lines of text, so that an edge
// list that holds them is read as it was written, and into JSON.
package names

import (
	"strings"
)

// FitLine says that a name can stand in a line: it is not empty, and has no line
// end or other control character but the tab.
func FitLine(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' && c != '\t' })
}

// NeedsQuotes says that a name without quotes would be taken for something else,
// or that its line would be: for two names, say, a comment, or a number.
func NeedsQuotes(name string) bool {
	return name == "" || strings.ContainsAny(name, " \t,;\"{") || strings.ContainsAny(name[:1], "#%") || isNumber(name)
}

// isNumber says that a name is a whole number.
func isNumber(name string) bool {
	digits := strings.TrimPrefix(name, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// AppendQuoted appends a name in double quotes, those within doubled.
func AppendQuoted(text []byte, name string) []byte {
	text = append(text, '"')
	for {
		before, after, found := strings.Cut(name, `"`)
		text = append(text, before...)
		if !found {
			return append(text, '"')
		}
		text, name = append(text, `""`...), after
	}
}

// AppendJSON appends valid UTF-8 as a string of JSON.
func AppendJSON(text []byte, name string) []byte {
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
