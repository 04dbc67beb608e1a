package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// runtimeBytes is what a process of ours holds without a graph: code, stacks,
// read buffers, small garbage.
const runtimeBytes = 32 << 20

// TestMemoryPromise holds the peak that --json shows against what --explain
// says, and from u32 pairs against 16 bytes a record and 24 a vertex.
func TestMemoryPromise(t *testing.T) {
	if raceEnabled || testing.Short() || runtime.GOOS != "linux" {
		t.Skip("needs the resident set of a process that is built as it ships")
	}
	asShipped(t)
	pairs := filepath.Join(t.TempDir(), "kron.bin")
	entries := filepath.Join(t.TempDir(), "kron.mtx")
	tricycle(t, nil, "generate", "rmat", "--scale", "18", "--permute", "-o", pairs)
	tricycle(t, nil, "convert", "--quiet", pairs, entries)
	for _, file := range []string{pairs, entries} {
		var plan answer.Plan
		var answer answer.CountJSON
		tricycle(t, &plan, "count", "--explain", "--json", "--quiet", file)
		tricycle(t, &answer, "count", "--json", "--quiet", file)
		held := answer.PeakBytes - runtimeBytes
		t.Logf("%s: peak %s", file, bytesize.Text(answer.PeakBytes))
		if most := max(plan.Ingest.Bytes.Get(), plan.Count.Bytes); held > most {
			t.Errorf("%s: holds %s, the plan says %s", file, bytesize.Text(held), bytesize.Text(most))
		}
		if most := int64(16*answer.Cleaning.Records + 24*answer.Vertices); file == pairs && held > most {
			t.Errorf("%s: holds %s, beyond 16 bytes a record and 24 a vertex", file, bytesize.Text(held))
		}
	}
}

// asShipped has commands of the test run the program as it ships: the test's own binary is
// larger, and what it holds of its own pages is not the same from run to run.
func asShipped(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", folder, "../../cmd/tricycle")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// tricycle runs the command and reads the JSON that it prints.
func tricycle(t *testing.T, value any, args ...string) {
	t.Helper()
	printed, err := exec.Command("tricycle", args...).Output()
	if err != nil {
		t.Fatalf("tricycle %v: %v", args, err)
	}
	if value != nil {
		readJSON(t, printed, value)
	}
}

func readJSON(t *testing.T, printed []byte, value any) {
	t.Helper()
	if err := json.Unmarshal(printed, value); err != nil {
		t.Fatalf("%s: %v", printed, err)
	}
}
