package cli

import (
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

func TestFold(t *testing.T) {
	for text, want := range map[string][]string{
		"":                 {""},
		"one":              {"one"},
		"one two three":    {"one two", "three"},
		"überlang two":     {"überlang", "two"},
		"immeasurable two": {"immeasurable", "two"},
	} {
		if got := fold(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestHelpWidth reads the help of every command.
func TestHelpWidth(t *testing.T) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		words := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		for line := range strings.Lines(printed(t, strings.Join(words, " "))) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: %d wide: %s", cmd.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	visit(newRoot(new(common), nil, io.Discard))
}
