package readable

import "testing"

func TestEdgesPerSecond(t *testing.T) {
	for rate, want := range map[float64]string{
		0: "-", 0.198: "0.20 edges/s", 1: "1.00 edges/s", 512: "512 edges/s", 83_800: "83.8k edges/s", 999_600: "1.00M edges/s", 1.5e9: "1.50G edges/s",
	} {
		if got := EdgesPerSecond(rate); got != want {
			t.Errorf("%g: %s, want %s", rate, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0.00", 1.234: "1.23", 9.99: "9.99", 9.996: "10.0", 12.34: "12.3", 99.94: "99.9", 99.96: "100", 999.6: "1000", 12345.6: "12346",
	} {
		if got := Short(value); got != want {
			t.Errorf("%g: %s, want %s", value, got, want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "-", 1.5e-7: "0.15 µs", 9.996e-5: "100 µs", 9.996e-4: "1.00 ms", .09996: "100 ms", .9994: "999 ms", .9996: "1.00 s", 86_400: "86400 s",
	} {
		if got := Seconds(seconds); got != want {
			t.Errorf("%g: %s, want %s", seconds, got, want)
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
