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
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
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
	var expected []string
	for _, source := range kernels(t) {
		for _, arch := range architectures {
			expected = append(expected, target(source, arch))
			ptx, err := os.ReadFile(target(source, arch))
			if err != nil {
				t.Errorf("%v; run go generate ./...", err)
				continue
			}
			stamp, err := stamp(source, "include", arch)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(ptx, []byte(stamp)) {
				t.Errorf("%s is stale; run go generate ./...", target(source, arch))
			}
		}
		found, err := filepath.Glob(filepath.Join(filepath.Dir(source), "*.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			base, _, _ := strings.Cut(file, ".sm_")
			if base == strings.TrimSuffix(source, ".cu") && !slices.Contains(expected, file) {
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
		for _, arch := range architectures {
			want, err := os.ReadFile(target(source, arch))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(want, []byte(compiledBy+version+"\n")) {
				t.Skipf("%s was compiled by another version than %s", target(source, arch), version)
			}
			got, err := compile(source, "include", arch)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is not what %s makes of it; run go generate ./...", target(source, arch), compiler)
			}
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
	of := func(arch int) string {
		s, err := stamp(source, folder, arch)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write("a.cu", "#include \"b.h\"\n")
	write("b.h", "#include \"c.h\"\n#include \"b.h\"\n")
	write("c.h", "one")
	before := of(80)
	if before != of(80) {
		t.Error("the stamp of one source differs between two calls")
	}
	if before == of(90) {
		t.Error("the stamp does not cover the flags")
	}
	write("c.h", "two")
	if before == of(80) {
		t.Error("the stamp does not cover a header of a header")
	}
}
