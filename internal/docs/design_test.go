package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
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

// TestPackagesAreDescribed: each package has a place in the design's table of
// packages, and what is there is a package. Kernels share a row.
func TestPackagesAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	described := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for name := range strings.SplitSeq(cells[1], "`") {
			if strings.ContainsAny(name, "abcdefghijklmnopqrstuvwxyz") && !strings.ContainsAny(name, " …") {
				described[name] = true
			}
		}
	}
	delete(described, "tricycle") // the root
	found := 0
	err = fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		sources, err := filepath.Glob(filepath.Join("../..", name, "*.go"))
		if !d.IsDir() || name == "." || len(sources) == 0 || err != nil {
			return err
		}
		if base := path.Base(name); base == "kernels" || base == "selftest" {
			return nil
		}
		found++
		if !described[name] {
			t.Errorf("docs/design.md does not say what package %s is for", name)
		}
		delete(described, name)
		return nil
	})
	if err != nil || found == 0 {
		t.Fatal(found, err)
	}
	for name := range described {
		t.Errorf("docs/design.md describes package %s, which is not there", name)
	}
}
