package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestInputSeesChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "graph.bin")
	content := make([]byte, 3*mib+5)
	then := time.Date(2026, 5, 4, 3, 2, 1, 987654321, time.UTC)
	restore := func(data []byte, modified time.Time) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, modified, modified); err != nil {
			t.Fatal(err)
		}
	}
	restore(content, then)
	in, err := identify(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.check(t.Context()); err != nil {
		t.Errorf("nothing has changed: %v", err)
	}
	changed := func(at int) []byte {
		data := make([]byte, len(content))
		data[at] = 1
		return data
	}
	for what, change := range map[string]func(){
		"a byte at the beginning": func() { restore(changed(0), then) },
		"a byte near the end":     func() { restore(changed(len(content)-mib), then) },
		"a byte at the end":       func() { restore(changed(len(content)-1), then) },
		"a byte less":             func() { restore(content[1:], then) },
		"the time":                func() { restore(content, then.Add(time.Microsecond)) },
		"no bytes":                func() { restore(nil, then) },
	} {
		change()
		if err, input := in.check(t.Context()), (*graph.InputError)(nil); !errors.As(err, &input) || !errors.Is(err, errChanged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	restore(content, then)
	if err := in.check(t.Context()); err != nil {
		t.Errorf("as it was: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := in.check(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("gone: %v", err)
	}
}

func TestInputIsAFile(t *testing.T) {
	_, err := identify(t.TempDir())
	if input := (*graph.InputError)(nil); !errors.As(err, &input) {
		t.Errorf("a folder: %v", err)
	}
}
