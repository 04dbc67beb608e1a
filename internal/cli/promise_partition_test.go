package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// TestPartitionStaysWithinMemory holds the peak of a process that cuts a graph by colours under
// its limit: few large cells, which come in several files, many small ones, and many names.
func TestPartitionStaysWithinMemory(t *testing.T) {
	if raceEnabled || testing.Short() || runtime.GOOS != "linux" {
		t.Skip("needs the resident set of a process that is built as it ships")
	}
	asShipped(t)
	folder := t.TempDir()
	pairs, text := filepath.Join(folder, "kron.bin"), filepath.Join(folder, "kron.txt.gz")
	tricycle(t, nil, "generate", "--quiet", "rmat", "--scale", "19", "-o", pairs)
	tricycle(t, nil, "generate", "--quiet", "rmat", "--scale", "16", "-o", text)
	named := filepath.Join(folder, "named.txt")
	var lines bytes.Buffer
	for i := range 400_000 {
		fmt.Fprintf(&lines, "person-%d person-%d\n", i, i*7919%500_000)
	}
	if err := os.WriteFile(named, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		file    string
		colours int
		threads int
		memory  int64
	}{
		{pairs, 2, 2, 64}, {pairs, 2, 2, 80}, {pairs, 2, 2, 128}, {pairs, 2, 2, 160},
		{pairs, 12, 2, 64}, {pairs, 3, 16, 80}, {text, 1, 2, 64}, {text, 20, 16, 80},
		{named, 3, 2, 180}, {named, 20, 16, 180},
	} {
		var made partitionJSON
		cells := filepath.Join(t.TempDir(), "cells")
		tricycle(t, &made, "partition", "--json", "--quiet", "--colours", fmt.Sprint(x.colours), "--threads", fmt.Sprint(x.threads),
			"--memory", fmt.Sprintf("%dMiB", x.memory), x.file, "-o", cells)
		t.Logf("%+v: peak %s", x, bytesize.Text(made.PeakBytes))
		if made.PeakBytes == 0 || made.PeakBytes > x.memory<<20 {
			t.Errorf("%+v: peak %s", x, bytesize.Text(made.PeakBytes))
		}
	}
}
