package cli

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// TestKillInStore kills counts with checkpoints in a store at one request after another,
// before that is done and after, and goes on: every one comes to the same end.
func TestKillInStore(t *testing.T) {
	server := s3test.Start(t)
	step := 2
	if testing.Short() {
		step = 9
	}
	file := filepath.Join(t.TempDir(), "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "9", "-o", file)
	var want, got answer.CountJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)
	kills, run := 0, "s3://"+s3test.Bucket+"/run"
	for at, done := 1, false; ; at, done = at+step, !done {
		process := exec.Command("tricycle", "count", "--json", "--quiet", "--parts", "4x1", "--checkpoint", run, file)
		begun, err := s3fs.New(run).List(t.Context(), "input.json")
		if err != nil {
			t.Fatal(err)
		}
		if len(begun) > 0 {
			process = exec.Command("tricycle", "count", "--json", "--quiet", "--resume", run)
		}
		var out bytes.Buffer
		process.Stdout = &out
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		server.CallAt(at, done, func() { _ = process.Process.Kill() })
		err = process.Wait()
		server.FailAt(0, 0)
		if err == nil {
			if err := json.Unmarshal(out.Bytes(), &got); err != nil || got.Triangles != want.Triangles {
				t.Fatalf("after %d kills: %d triangles, want %d, %v", kills, got.Triangles, want.Triangles, err)
			}
			break
		}
		if process.ProcessState.Exited() {
			t.Fatalf("killed at request %d: it ended with %v", at, err)
		}
		kills++
	}
	left, err := s3fs.New(run).List(t.Context(), "")
	if err != nil || kills == 0 {
		t.Error(kills, err)
	}
	for name := range left {
		if strings.HasPrefix(name, "blocks/") {
			t.Errorf("%s is left after %d kills", name, kills)
		}
	}
	t.Logf("%d kills", kills)
}
