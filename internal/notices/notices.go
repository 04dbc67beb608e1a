package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// command is what is linked, and systems for which.
const command = "github.com/tricycle-graph/tricycle/cmd/tricycle"

var systems = []string{"linux", "darwin", "windows"}

// module is one that is linked, and the folders of its packages.
type module struct {
	Path, Version, Dir string
	Main               bool
	folders            map[string]bool
}

// notices returns the licences of what is linked.
func notices() ([]byte, error) {
	modules, err := linked()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.WriteString("The tricycle command contains the following software, by its authors and under\n" +
		"the licences below. Made by go generate ./cmd/tricycle.\n")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	if err := write(&text, "Go, its runtime and standard library", []string{filepath.Join(strings.TrimSpace(string(root)), "LICENSE")}); err != nil {
		return nil, err
	}
	for _, m := range modules {
		files, err := m.licences()
		if err == nil {
			err = write(&text, m.Path+" "+m.Version, files)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
	}
	return text.Bytes(), nil
}

// write writes the licences of one work.
func write(text *bytes.Buffer, name string, files []string) error {
	fmt.Fprintf(text, "\n%s\n%s\n", strings.Repeat("=", 80), name)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		content = bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
		fmt.Fprintf(text, "%s\n\n%s\n", strings.Repeat("-", 80), bytes.Trim(content, "\n"))
	}
	return nil
}

// linked returns the modules of others, by their paths.
func linked() ([]*module, error) {
	found := make(map[string]*module)
	for _, system := range systems {
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", command)
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for packages := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Dir    string
				Module *module
			}
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m, ok := found[p.Module.Path]
			if !ok {
				m = p.Module
				m.folders = make(map[string]bool)
				found[m.Path] = m
			}
			m.folders[p.Dir] = true
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *module) int { return cmp.Compare(a.Path, b.Path) }), nil
}

// licence matches the names of files with licences and what they ask to be shown.
var licence = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licences returns the files with the licences of m: of the module itself, and of
// the folders of its packages, which may be the works of others.
func (m *module) licences() ([]string, error) {
	folders := map[string]bool{m.Dir: true}
	for folder := range m.folders {
		for ; len(folder) > len(m.Dir); folder = filepath.Dir(folder) {
			folders[folder] = true
		}
	}
	var files []string
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.Type().IsRegular() && licence.MatchString(entry.Name()) && filepath.Ext(entry.Name()) != ".go" {
				files = append(files, filepath.Join(folder, entry.Name()))
			}
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no licence was found")
	}
	return files, nil
}
