package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
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

// TestKillManyInStore kills what cuts a graph to cells in a store, and what makes rows of these there,
// at one request after another, and starts the same commands again: the rows are those of one process.
func TestKillManyInStore(t *testing.T) {
	server := s3test.Start(t)
	step := 3
	if testing.Short() {
		step = 11
	}
	var names []string
	for i := range 2 {
		names = append(names, filepath.Join(t.TempDir(), fmt.Sprintf("part-%d.bin", i)))
		tricycle(t, nil, "generate", "rmat", "--scale", "8", "--seed", fmt.Sprint(i), "-o", names[i])
	}
	want, err := exec.Command("tricycle", slices.Concat([]string{"edges", "--quiet", "--union"}, names)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	place, tmp := "s3://"+s3test.Bucket, t.TempDir()
	commands := [][]string{{"edges", "--quiet", "--tmpdir", tmp, "--resume", place + "/run", place + "/cells/"}}
	for shard := 2; shard > 0; shard-- {
		one := []string{"partition", "--quiet", "--tmpdir", tmp, "--colours", "2", "--shard", fmt.Sprintf("%d/2", shard), "-o", place + "/cells/"}
		commands = append([][]string{append(one, names...)}, commands...)
	}
	kills := 0
	var out bytes.Buffer
	for _, args := range commands {
		for at, done := 1, false; ; at, done = at+step, !done {
			process := exec.Command("tricycle", args...)
			var said bytes.Buffer
			out.Reset()
			process.Stdout, process.Stderr = &out, &said
			if err := process.Start(); err != nil {
				t.Fatal(err)
			}
			server.CallAt(at, done, func() { _ = process.Process.Kill() })
			err := process.Wait()
			server.FailAt(0, 0)
			if err == nil {
				break
			}
			if process.ProcessState.Exited() {
				t.Fatalf("%v, killed at request %d: it ended with %v: %s", args, at, err, &said)
			}
			kills++
		}
	}
	if !bytes.Equal(out.Bytes(), want) || kills < 5 {
		t.Fatalf("after %d kills there are other rows than those of one process", kills)
	}
	t.Logf("%d kills", kills)
}
