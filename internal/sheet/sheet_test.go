package sheet

import (
	"strings"
	"testing"
)

func TestSheetOfNames(t *testing.T) {
	s := New()
	s.Add("file", "%s", "a\tb\n\x1b[2J")
	s.Add("edges", "%d", 7)
	if got, want := s.String(), "file   a\\tb\\n\\x1b[2J\nedges  7\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColumnsOfNames(t *testing.T) {
	c := NewColumns("source", "target", "support")
	c.Add("a\n", "ü\x1b[2J", "12")
	var text strings.Builder
	if err := c.Print(&text); err != nil {
		t.Fatal(err)
	}
	if got, want := text.String(), "\nsource    target  support\na\\n     ü\\x1b[2J       12\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTableOfNames(t *testing.T) {
	names := []string{"ü\n.txt", "b"}
	table := &Table[string]{}
	table.Add("file", FileWidth(names), 0, func(name string) string { return name })
	table.Add("n", 3, 0, func(string) string { return "1" })
	var text strings.Builder
	for _, name := range names {
		if err := table.Print(&text, name); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := text.String(), "file       n\nü\\n.txt    1\nb          1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
