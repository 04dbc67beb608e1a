package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// helpWidth is how wide a line of a help is at most.
const helpWidth = 100

// foldFlags returns a template of cobra's in which what is said of flags is
// folded.
func foldFlags(template string) string {
	const slack = 5 // by which pflag passes the width for the sake of a word
	return strings.ReplaceAll(template, ".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", helpWidth-slack))
}

// fold breaks text between words into lines of a width, where it can.
func fold(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
