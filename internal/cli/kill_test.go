package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/filelock"
)

// TestKillAndResume kills counts with checkpoints at random moments, a hundred
// times, and goes on: every one comes to the same end, and no subtask that was
// written down is counted again.
func TestKillAndResume(t *testing.T) {
	kills := 100
	switch {
	case raceEnabled: // which finds no more where a process is killed
		kills = 3
	case testing.Short():
		kills = 10
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "10", "-o", file)
	var want, got answerJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)

	begin := time.Now()
	tricycle(t, &got, checkpointArgs(filepath.Join(folder, "whole"), file)...)
	whole := time.Since(begin)
	if got.Triangles != want.Triangles {
		t.Fatalf("%d triangles, want %d", got.Triangles, want.Triangles)
	}
	hits := make(map[string]int)
	for run := filepath.Join(folder, "run"); kills > 0; {
		var printed bytes.Buffer
		process := exec.Command("tricycle", checkpointArgs(run, file)...)
		process.Stdout, process.Stderr = &printed, &printed
		before := doneIn(t, run)
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		// The error says that it has ended already.
		timer := time.AfterFunc(rand.N(whole), func() { _ = process.Process.Kill() })
		err := process.Wait()
		timer.Stop()
		after := doneIn(t, run)
		for name, text := range before {
			if after[name] != text {
				t.Fatalf("%s was\n%s\nand is\n%s", name, text, after[name])
			}
		}
		subtasks := strings.Join(slices.Collect(maps.Values(after)), "")
		for _, subtask := range subtaskPattern.FindAllString(subtasks, -1) {
			if strings.Count(subtasks, subtask) > 1 {
				t.Fatalf("%s is counted twice:\n%s", subtask, subtasks)
			}
		}
		switch {
		case err == nil:
			if err := json.Unmarshal(printed.Bytes(), &got); err != nil || got.Triangles != want.Triangles {
				t.Fatalf("%d triangles, want %d, %v", got.Triangles, want.Triangles, err)
			}
			if err := os.RemoveAll(run); err != nil {
				t.Fatal(err)
			}
		case process.ProcessState.Exited():
			t.Fatalf("%v: %s", err, &printed)
		default:
			kills--
			hits[left(run)]++
		}
	}
	t.Logf("a whole run took %v; what kills left: %v", whole, hits)
	if !testing.Short() && !raceEnabled && (hits["input.json"] == 0 || hits["done"] == 0) {
		t.Errorf("no kill hit the preparing, or none the counting: %v", hits)
	}
}

// checkpointArgs goes on with what is in a folder, or begins there.
func checkpointArgs(folder, file string) []string {
	args := []string{"count", "--quiet", "--json", "--engine", "cpu", "--threads", fmt.Sprint(1 + rand.IntN(3))}
	if exists(filepath.Join(folder, "input.json")) {
		return append(args, "--resume", folder)
	}
	parts := []string{"6x1", "3x2", "2x3"}[rand.IntN(3)]
	method := []string{"auto", "merge", "bitslice"}[rand.IntN(3)] // auto has subtasks of hubs
	return append(args, "--parts", parts, "--method", method, "--checkpoint", folder, file)
}

// subtaskPattern is a subtask in what is written down.
var subtaskPattern = regexp.MustCompile(`"subtask": \{[^}]*\}`)

// doneIn returns what a count has written down of finished subtasks.
func doneIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "done", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	done := make(map[string]string)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		done[name] = string(text)
	}
	return done
}

// left names the latest of what a count puts in its folder.
func left(folder string) string {
	latest := "nothing"
	for _, name := range []string{"input.json", "plan.json", "done"} {
		if exists(filepath.Join(folder, name)) {
			latest = name
		}
	}
	return latest
}

// TestOneProcessAFolder tries to work in a folder in which another process does.
func TestOneProcessAFolder(t *testing.T) {
	folder := t.TempDir()
	file, run := filepath.Join(folder, "graph.bin"), filepath.Join(folder, "run")
	tricycle(t, nil, "generate", "rmat", "--scale", "8", "-o", file)
	tricycle(t, nil, checkpointArgs(run, file)...)
	empty := filepath.Join(folder, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, used := range []string{run, empty} {
		t.Run(filepath.Base(used), func(t *testing.T) {
			t.Parallel()
			lock, err := filelock.Lock(filepath.Join(used, "lock"))
			if err != nil {
				t.Fatal(err)
			}
			process := exec.Command("tricycle", checkpointArgs(used, file)...)
			said, _ := process.CombinedOutput()
			if process.ProcessState.ExitCode() != exitUsage || !bytes.Contains(said, []byte("in use by another process")) {
				t.Errorf("ends with %v: %s", process.ProcessState, said)
			}
			// One that is about to end is waited for.
			time.AfterFunc(300*time.Millisecond, func() { lock.Close() })
			tricycle(t, nil, checkpointArgs(used, file)...)
		})
	}
}
