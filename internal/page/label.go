package page

import (
	"strings"
	"unicode"
)

// labelMost is how many letters of a text are shown.
const labelMost = 2000

// label makes any text fit to be shown: what is no letter becomes U+FFFD, and what is too long
// is cut. Marks that turn the direction of letters go: each text has its own.
func label(text string) string {
	letters := 0
	var out strings.Builder
	for _, r := range text {
		if letters++; letters > labelMost {
			out.WriteString("…")
			break
		}
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
		case r == '\n' || r == '\t':
			out.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Noncharacter_Code_Point, r):
			out.WriteRune(unicode.ReplacementChar)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
