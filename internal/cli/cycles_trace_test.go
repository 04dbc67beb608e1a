package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
)

func TestTraceIsCSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.csv")
	c := &cycling{trace: path}
	var opt chordless.Options
	rows := traceOf(&opt)
	opt.Trace(1, 30, 2)
	opt.Trace(2, 0, 9)
	if err := c.writeTrace(*rows); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "step,paths,cycles\n1,30,2\n2,0,9\n" {
		t.Errorf("%q, %v", text, err)
	}
	c.trace = filepath.Join(path, "below")
	if err := c.writeTrace(nil); err == nil {
		t.Error("a file below a file is written")
	}
}
