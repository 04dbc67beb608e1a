package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestMessagesAreOnThePage holds the section of docs/json.md about messages against
// what commands say, each as an object and as a line.
func TestMessagesAreOnThePage(t *testing.T) {
	fields := documentedFields(t)["tricycle --messages json"]
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"graph.txt": "1 2\n2 3\n3 1\n3 3\n3 4\n4 5\n5 3\n", "named.csv": "source,target\na,b\nb,c\nc,a\nb,a\n", "many.g6": "Bw\nCl\n", "wrong.txt": "1 2\n3\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ command, kind string }{
		{"count graph.txt", "cleaning"},
		{"count named.csv", "cleaning"},
		{"count --json many.g6", "cleaning"},
		{"census graph.txt", "cleaning"},
		{"triangles graph.txt", "cleaning note"},
		{"cycles graph.txt", "cleaning note"},
		{"vertices --through 1 graph.txt", "note"},
		{"convert named.csv named.bin", "cleaning error"},
		{"info --verify graph.txt", "warning"},
		{"count wrong.txt", "error"},
		{"count gone.txt", "error"},
		{"count graph.txt wrong.txt", "cleaning error"},
		{"cycles --min-length 3 --limit 1 graph.txt", "cleaning error"},
		{"count --bogus", "error"},
		{"bogus", "error"},
		{"count --quiet graph.txt", ""},
	} {
		said := func(form string) []string {
			var stderr strings.Builder
			to := messagesTo(&stderr)
			if err := execute(t.Context(), append(strings.Fields(c.command), "--messages", form), strings.NewReader(""), new(strings.Builder), to); err != nil {
				tell(t.Context(), to, err)
			}
			return strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
		}
		lines := said("text")
		var kinds []string
		for i, line := range said("json") {
			if line == "" {
				continue
			}
			var object map[string]any
			var m message
			if err := errors.Join(json.Unmarshal([]byte(line), &object), json.Unmarshal([]byte(line), &m)); err != nil {
				t.Fatalf("%s: %v: %s", c.command, err, line)
			}
			holdAgainst(t, c.command, fields, "", object)
			if i >= len(lines) || m.text() != lines[i]+"\n" {
				t.Errorf("%s: %s is said as %q", c.command, line, lines)
			}
			for kind := range object {
				kinds = append(kinds, kind)
			}
		}
		if got := strings.Join(kinds, " "); got != c.kind {
			t.Errorf("%s: said %q, want %q", c.command, got, c.kind)
		}
	}
}

func TestErrorMessages(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want errorMessage
	}{
		{t.Context(), usagef("no"), errorMessage{Kind: "usage", ExitCode: 2}},
		{t.Context(), &graph.InputError{File: "a.txt", Line: 7, Expected: "two"}, errorMessage{Kind: "input", ExitCode: 3, File: "a.txt", Line: 7}},
		{t.Context(), &graph.InputError{File: "a.bin", Offset: 9, Expected: "two"}, errorMessage{Kind: "input", ExitCode: 3, File: "a.bin", Offset: 9}},
		{t.Context(), &graph.InputError{File: "a.bin", Err: fs.ErrNotExist}, errorMessage{Kind: "input", ExitCode: 3, File: "a.bin"}},
		{t.Context(), fmt.Errorf("sort: %w", &graph.MemoryError{Need: 5, Limit: 3}), errorMessage{Kind: "memory", ExitCode: 4, Need: 5, Limit: 3}},
		{t.Context(), &gpu.LimitError{Need: 5, Used: 2, Limit: 6}, errorMessage{Kind: "memory", ExitCode: 4, Need: 7, Limit: 6}},
		{t.Context(), &lists.DiskError{Folder: "/fast", Need: 5, Free: 2}, errorMessage{Kind: "disk", ExitCode: 4, File: "/fast", Need: 5, Limit: 2}},
		{t.Context(), fmt.Errorf("%w: old", gpu.ErrNoDevice), errorMessage{Kind: "device", ExitCode: 1}},
		{t.Context(), &gpu.Error{Call: "cuInit"}, errorMessage{Kind: "device", ExitCode: 1}},
		{t.Context(), &stoppedError{"a: stopped", "--timeout 1s"}, errorMessage{Kind: "stopped", ExitCode: 5, Stopped: "--timeout 1s"}},
		{t.Context(), errors.New("on fire"), errorMessage{Kind: "internal", ExitCode: 1}},
		{t.Context(), &panicError{"lost", "main.go:1"}, errorMessage{Kind: "internal", ExitCode: 1, Stack: "main.go:1"}},
		{ended, errors.New("on fire"), errorMessage{Kind: "interrupted", ExitCode: 130, Message: "interrupted"}},
	} {
		if c.want.Message == "" {
			c.want.Message = c.err.Error()
		}
		if got := errorMessageOf(c.ctx, c.err); *got != c.want {
			t.Errorf("%v: %+v, want %+v", c.err, *got, c.want)
		}
	}
}

// said are messages, as they come.
type said chan string

func (s said) Write(text []byte) (int, error) {
	s <- string(text)
	return len(text), nil
}

// TestProgressMessages sees none of work that is short, and what changed of work that
// takes longer.
func TestProgressMessages(t *testing.T) {
	begin := func(quiet bool) (heard said, meter *graph.Meter, stop func()) {
		heard, meter = make(said, 100), new(graph.Meter)
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		cmd.SetErr(&messages{to: heard, form: jsonMessages})
		meter.Start("stir", 100)
		return heard, meter, watch(cmd, quiet, meter)
	}
	heard, _, stop := begin(false)
	stop()
	if len(heard) > 0 {
		t.Errorf("at once: %s", <-heard)
	}
	quiet, _, stopQuiet := begin(true)
	heard, meter, stop := begin(false)
	began := time.Now()
	for _, want := range []string{
		`{"progress":{"phase":"stir","done":0,"total":100}}`, `{"progress":{"phase":"stir","done":30,"total":100}}`,
	} {
		if got := <-heard; got != want+"\n" {
			t.Errorf("said %s", got)
		}
		if time.Since(began) < progressAfterJSON {
			t.Errorf("said after %v", time.Since(began))
		}
		meter.Add(30)
	}
	stop()
	stopQuiet()
	if len(quiet) > 0 {
		t.Errorf("said, though nothing was to be: %s", <-quiet)
	}
}

func TestAskedForm(t *testing.T) {
	for args, want := range map[string]messageForm{
		"":                                 textMessages,
		"count --messages json":            jsonMessages,
		"--messages=json count --bogus":    jsonMessages,
		"--messages json --messages text":  textMessages,
		"count --messages yaml":            textMessages,
		"count --messages":                 textMessages,
		"count -- --messages json":         textMessages,
		"count --messages json --messages": jsonMessages,
	} {
		if got := askedForm(strings.Fields(args)); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}
