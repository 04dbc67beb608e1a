package cli

import (
	"bytes"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSmallFilesTakeLittle counts many small files in one call: between two of them
// no memory is given back, and each takes little of it.
func TestSmallFilesTakeLittle(t *testing.T) {
	const files = 100
	folder := t.TempDir()
	tricycle(t, nil, "generate", "rmat", "--scale", "5", "--edge-factor", "4", "-o", filepath.Join(folder, "graph.txt"))
	for _, suffix := range []string{"txt", "mtx", "txt.gz", "tcsr"} {
		args := []string{"count", "--quiet", "--threads", "4"}
		name := filepath.Join(folder, "graph."+suffix)
		if suffix != "txt" {
			tricycle(t, nil, "convert", "--quiet", filepath.Join(folder, "graph.txt"), name)
		}
		for range files {
			args = append(args, name)
		}
		var out, errs bytes.Buffer
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := execute(t.Context(), args, strings.NewReader(""), &out, &errs); err != nil || errs.Len() > 0 {
			t.Fatal(err, &errs)
		}
		runtime.ReadMemStats(&after)
		if lines := strings.Count(out.String(), "\n"); lines != files+1 {
			t.Errorf("%s: %d lines", suffix, lines)
		}
		if forced := after.NumForcedGC - before.NumForcedGC; forced > files/4 {
			t.Errorf("%s: memory was given back %d times", suffix, forced)
		}
		most := uint64(300 << 10)
		if suffix == "txt.gz" {
			most += 256 << 10 // what inflates
		}
		// The race detector has pools forget what they hold.
		if each := (after.TotalAlloc - before.TotalAlloc) / files; each > most && !raceEnabled {
			t.Errorf("%s: %d bytes are allocated for a file", suffix, each)
		}
	}
}

// TestMuchIsGivenBack has much more than was kept. It stays in use, so that the collector
// does not come before.
func TestMuchIsGivenBack(t *testing.T) {
	var before, after runtime.MemStats
	kept := giveBack(0)
	large := bytes.Repeat([]byte{1}, 8*much)
	runtime.ReadMemStats(&before)
	giveBack(kept)
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(large)
	if after.NumForcedGC == before.NumForcedGC {
		t.Error("all was kept")
	}
}
