package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/report"
)

func TestTrace(t *testing.T) {
	folder := t.TempDir()
	c := &cycling{method: chordless.Levels}
	var opt chordless.Options
	steps := c.stepsOf(&opt)
	opt.Trace(1, 30, 2)
	opt.Trace(2, 0, 9)
	write := func(name string) string {
		c.trace = filepath.Join(folder, name)
		if err := c.writeTrace(steps, "web.mtx"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(c.trace)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := write("trace.csv"); text != "step,paths,cycles\n1,30,2\n2,0,9\n" {
		t.Errorf("%q", text)
	}
	for _, want := range []string{"<svg", "Open paths and cycles of web.mtx", "rise to 30 ", "By levels."} {
		if text := write("trace.SVG"); !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	steps.Partial = true
	if text := write("trace.svg"); strings.Contains(text, "fall to none") || !strings.Contains(text, "all numbers are partial") {
		t.Errorf("of a search that was stopped: %q", text)
	}
	if title := steps.Figure(report.Name(graph.Info{Name: "-"})).Title; title != "Open paths and cycles of standard input" {
		t.Errorf("titled %q", title)
	}
	c.trace = filepath.Join(c.trace, "below")
	if err := c.writeTrace(&report.Steps{}, ""); err == nil {
		t.Error("a file below a file is written")
	}
}
