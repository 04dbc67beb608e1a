package cli

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"merge", "merge", 0}, {"marge", "merge", 1},
		{"mreg", "merge", 2}, {"cuont", "count", 1}, {"rmt", "rmat", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"merge", "merge-path", "search", "hash", "bitmap", "bitslice"}
	for typed, want := range map[string]string{
		"marge": " (did you mean merge?)", "HASH": " (did you mean hash?)", "bit": " (did you mean bitmap or bitslice?)",
		"nope": "", "": "", "x": "",
	} {
		if got := didYouMean(typed, names); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
