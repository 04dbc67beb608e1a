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

// folders returns the folders of the module that have kernels.
func folders(t *testing.T) []string {
	var found []string
	err := filepath.WalkDir(filepath.Join("..", "..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2 {
			return fs.SkipDir
		}
		if folder := filepath.Dir(path); err == nil && filepath.Ext(path) == ".cu" && !slices.Contains(found, folder) {
			found = append(found, folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("the module has no kernels")
	}
	return found
}

func TestNothingIsStale(t *testing.T) {
	for _, folder := range folders(t) {
		sources, err := sourcesOf(folder)
		if err != nil {
			t.Fatal(err)
		}
		made := map[string][]string{filepath.Join(folder, shared): sources}
		for _, source := range sources {
			made[target(source)], made[declaration(source)] = []string{source}, []string{source}
		}
		for file, from := range made {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%v; run go generate ./...", err)
				continue
			}
			stamp, err := stamp("include", from...)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(text, []byte(stamp)) {
				t.Errorf("%s is stale; run go generate ./...", file)
			}
		}
		found, err := filepath.Glob(filepath.Join(folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if made[file] == nil && (filepath.Ext(file) == ".ptx" || bytes.HasPrefix(text, []byte(generatedBy))) {
				t.Errorf("%s is made from nothing", file)
			}
		}
	}
}

// TestFilesAreWhatTheCompilerMakes compiles everything again.
func TestFilesAreWhatTheCompilerMakes(t *testing.T) {
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skipf("%s is not installed; the stamps were compared without it", compiler)
	}
	if testing.Short() {
		t.Skip("-short: the compiler takes long")
	}
	version, err := compilerVersion()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders(t) {
		files, err := compileAll(folder, "include")
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range files {
			file := filepath.Join(folder, name)
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(name) == ".ptx" && !bytes.Contains(want, []byte(compiledBy+version+"\n")) {
				t.Skipf("%s was compiled by another version than %s", file, version)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is not what %s makes of it; run go generate ./...", file, compiler)
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
	now := func() string {
		s, err := stamp(folder, source)
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
