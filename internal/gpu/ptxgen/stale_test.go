package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kernels returns the sources of all kernels of the module.
func kernels(t *testing.T) []string {
	var sources []string
	err := filepath.WalkDir(filepath.Join("..", "..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2 {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".cu" {
			sources = append(sources, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) == 0 {
		t.Fatal("the module has no kernels")
	}
	return sources
}

func TestPTXIsNotStale(t *testing.T) {
	folders := map[string]bool{}
	for _, source := range kernels(t) {
		folders[filepath.Dir(source)] = true
		ptx, err := os.ReadFile(target(source))
		if err != nil {
			t.Errorf("%v; run go generate ./...", err)
			continue
		}
		stamp, err := stamp(source, "include")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(ptx, []byte(stamp)) {
			t.Errorf("%s is stale; run go generate ./...", target(source))
		}
	}
	for folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if _, err := os.Stat(strings.TrimSuffix(file, ".ptx") + ".cu"); err != nil {
				t.Errorf("%s is made from nothing", file)
			}
		}
	}
}

// TestPTXIsWhatTheCompilerMakes compiles everything again.
func TestPTXIsWhatTheCompilerMakes(t *testing.T) {
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skipf("%s is not installed; the stamps were compared without it", compiler)
	}
	version, err := compilerVersion()
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range kernels(t) {
		want, err := os.ReadFile(target(source))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(want, []byte(compiledBy+version+"\n")) {
			t.Skipf("%s was compiled by another version than %s", target(source), version)
		}
		got, err := compile(source, "include")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s makes of it; run go generate ./...", target(source), compiler)
		}
	}
}

func TestStampCoversHeadersAndFlags(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source := filepath.Join(folder, "a.cu")
	now := func() string {
		s, err := stamp(source, folder)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write("a.cu", "#include \"b.h\"\n")
	write("b.h", "#include \"c.h\"\n#include \"b.h\"\n")
	write("c.h", "one")
	before := now()
	if before != now() {
		t.Error("the stamp of one source differs between two calls")
	}
	write("c.h", "two")
	if before == now() {
		t.Error("the stamp does not cover a header of a header")
	}
	write("c.h", "one")
	kept := flags
	defer func() { flags = kept }()
	flags = append(slices.Clone(flags), "-g")
	if before == now() {
		t.Error("the stamp does not cover the flags")
	}
}
