package readable

import "testing"

func TestEdgesPerSecond(t *testing.T) {
	for rate, want := range map[float64]string{
		0: "-", 0.198: "0.20 edges/s", 1: "1.00 edges/s", 512: "512 edges/s", 83_800: "83.8k edges/s", 1.5e9: "1.50G edges/s",
	} {
		if got := EdgesPerSecond(rate); got != want {
			t.Errorf("%g: %s, want %s", rate, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"karate.mtx":           "karate.mtx",
		"Grüße 你好.txt":         "Grüße 你好.txt",
		"a\nb\rc\td":           `a\nb\rc\td`,
		"\x1b[31mred\x1b[0m":   `\x1b[31mred\x1b[0m`,
		"\u009b2J\x7f":         `\x9b2J\x7f`,
		"back\u202ewards":      `back\u202ewards`,
		"half\u2028line":       `half\u2028line`,
		"not \xff\xfe of UTF8": `not \xff\xfe of UTF8`,
		`C:\graphs\new.txt`:    `C:\graphs\new.txt`,
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
