package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// TestCyclesStayWithinMemory counts with too little memory, and then with what
// the refusal asks for: that must do at once, and be kept to.
func TestCyclesStayWithinMemory(t *testing.T) {
	if raceEnabled || testing.Short() || runtime.GOOS != "linux" {
		t.Skip("needs the resident set of a process that is built as it ships")
	}
	asShipped(t)
	for _, x := range []struct {
		name   string
		little string
		from   []string
		args   []string
	}{
		{"histogram of a grid", "37MiB", []string{"grid", "--rows", "13", "--cols", "13"}, []string{"--histogram", "--method", "frontier"}},
		{"histogram of a grid, many threads", "37MiB", []string{"grid", "--rows", "13", "--cols", "13"}, []string{"--histogram", "--method", "frontier", "--threads", "16"}},
		{"count of a torus", "37MiB", []string{"torus", "--rows", "7", "--cols", "8"}, []string{"--count", "--method", "frontier"}},
		{"histogram of a king's graph", "37MiB", []string{"king", "--rows", "10", "--cols", "10"}, []string{"--histogram", "--method", "frontier"}},
		{"search of a skewed graph", "46MiB", []string{"rmat", "--scale", "15", "--edge-factor", "8"}, []string{"--count", "--max-length", "4", "--limit", "100000"}},
		{"isolated vertices", "40MiB", nil, []string{"--count"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "graph.mtx")
			if x.from == nil {
				const text = "%%MatrixMarket matrix coordinate pattern symmetric\n20000000 20000000 1\n2 1\n"
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			} else {
				tricycle(t, nil, append(append([]string{"generate", "--quiet"}, x.from...), "-o", file)...)
			}
			limit := x.little
			answer, least := cyclesWithin(t, file, limit, x.args)
			for least != "" {
				t.Logf("refused with %s, asks for %s", limit, least)
				if limit != x.little {
					t.Fatalf("%s was asked for before", limit)
				}
				limit = least
				answer, least = cyclesWithin(t, file, limit, x.args)
			}
			var bytes byteSize
			if err := bytes.Set(limit); err != nil {
				t.Fatal(err)
			}
			t.Logf("peak %s of %s", bytesize.Text(answer.PeakBytes), limit)
			if answer.PeakBytes == 0 || answer.PeakBytes > int64(bytes) {
				t.Errorf("peak %s, beyond %s", bytesize.Text(answer.PeakBytes), limit)
			}
		})
	}
}

var asksFor = regexp.MustCompile(`raise --memory to at least ([0-9.]+) (\wiB)\b`)

// cyclesWithin counts cycles, or returns the limit that a refusal asks for.
func cyclesWithin(t *testing.T, file, limit string, args []string) (answer answer.CyclesJSON, least string) {
	t.Helper()
	printed, err := exec.Command("tricycle", append([]string{"cycles", "--json", "--quiet", "--memory", limit, file}, args...)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == exitMemory {
		found := asksFor.FindSubmatch(exit.Stderr)
		if found == nil {
			t.Fatalf("%s: %s", limit, exit.Stderr)
		}
		return answer, string(found[1]) + string(found[2])
	}
	if err != nil && !(exit != nil && exit.ExitCode() == exitStopped) {
		t.Fatalf("%v: %v", args, err)
	}
	readJSON(t, printed, &answer)
	return answer, ""
}
