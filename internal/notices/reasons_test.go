package main

import (
	"os"
	"strings"
	"testing"
)

// TestDependenciesHaveReasons: each module that go.mod asks for has a row in the
// design's table of dependencies.
func TestDependenciesHaveReasons(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	design := read("docs/design.md")
	for line := range strings.Lines(read("go.mod")) {
		module, isModule := strings.CutPrefix(line, "\t")
		module, _, _ = strings.Cut(module, " ")
		if isModule && !strings.Contains(line, "// indirect") && !strings.Contains(design, "| `"+module+"` |") {
			t.Errorf("docs/design.md has no reason for %s", module)
		}
	}
}
