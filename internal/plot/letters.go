package plot

import (
	"strings"
	"unicode"
)

const (
	labelMost  = 240.0 // pixels that a label beside the figure has
	spokenMost = 2000  // letters of a title or a description
)

// wide is about how wide text is, in pixels. A reader's font may differ by a tenth.
func wide(text string, size float64) float64 {
	sum := 0.0
	for _, r := range text {
		sum += letter(r)
	}
	return sum * size
}

// letter is the width of a letter by its height, in a usual font without serifs.
func letter(r rune) float64 {
	switch {
	case r >= 0x1100:
		return 1
	case strings.ContainsRune("ijl.,:;'|!ftr()[]/I ", r):
		return 0.38
	case strings.ContainsRune("mwMW@%", r):
		return 0.98
	case unicode.IsUpper(r):
		return 0.76
	}
	return 0.63
}

// clip cuts text to a width, in pixels; what is cut ends with an ellipsis.
func clip(text string, width, size float64) string {
	sum, last := 0.0, 0 // last is where there is still room for the ellipsis
	for i, r := range text {
		if sum+letter('…') <= width/size {
			last = i
		}
		if sum += letter(r); sum > width/size {
			return text[:last] + "…"
		}
	}
	return text
}

// cut cuts text to so many letters.
func cut(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

// wrap breaks text into at most four lines of a width, in pixels.
func wrap(text string, width, size float64) []string {
	var lines []string
	for _, word := range strings.Fields(cut(text, spokenMost)) {
		last := len(lines) - 1
		if last >= 0 && wide(lines[last]+" "+word, size) <= width {
			lines[last] += " " + word
			continue
		}
		if len(lines) == 4 {
			lines[last] = clip(lines[last]+" …", width, size)
			break
		}
		lines = append(lines, clip(word, width, size))
	}
	return lines
}
