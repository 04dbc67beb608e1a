package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
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

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/filelock"
)

// TestKillAndResume kills counts with checkpoints at random moments, a hundred
// times, and goes on: every one comes to the same end, and no subtask that was
// written down is counted again.
func TestKillAndResume(t *testing.T) {
	kills := killsOf(100, 10, 3)
	folder := t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "10", "-o", file)
	var want, got answer.CountJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)

	begin := time.Now()
	tricycle(t, &got, checkpointArgs(filepath.Join(folder, "whole"), file)...)
	whole := time.Since(begin)
	if got.Triangles != want.Triangles {
		t.Fatalf("%d triangles, want %d", got.Triangles, want.Triangles)
	}
	hits := make(map[string]int)
	for run := filepath.Join(folder, "run"); kills > 0; {
		before := doneIn(t, run)
		printed, killed := killedWithin(t, whole, checkpointArgs(run, file))
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
		if killed {
			kills--
			hits[leftOf(run, "input.json", "plan.json", "done")]++
			continue
		}
		if err := json.Unmarshal(printed, &got); err != nil || got.Triangles != want.Triangles {
			t.Fatalf("%d triangles, want %d, %v", got.Triangles, want.Triangles, err)
		}
		if err := os.RemoveAll(run); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a whole run took %v; what kills left: %v", whole, hits)
	if !testing.Short() && !raceEnabled && (hits["input.json"] == 0 || hits["done"] == 0) {
		t.Errorf("no kill hit the preparing, or none the counting: %v", hits)
	}
}

// TestKillAndResumeAnswers does so for the rows of vertices and edges: they are the same
// in the end as those of one process, and of what was killed nothing is left beside.
func TestKillAndResumeAnswers(t *testing.T) {
	kills := killsOf(30, 5, 2)
	folder := t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "10", "-o", file)
	for _, question := range []string{"vertices", "edges"} {
		t.Run(question, func(t *testing.T) {
			want, err := exec.Command("tricycle", question, "--quiet", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			tricycle(t, nil, question, "--quiet", "--checkpoint", filepath.Join(t.TempDir(), "whole"), file)
			whole := time.Since(begin)
			hits := make(map[string]int)
			run, tmp := filepath.Join(t.TempDir(), "run"), t.TempDir()
			for left := kills; left > 0; {
				args := []string{question, "--quiet", "--tmpdir", tmp, "--threads", fmt.Sprint(1 + rand.IntN(3))}
				if exists(filepath.Join(run, "input.json")) {
					args = append(args, "--resume", run)
				} else {
					method := []string{"auto", "merge"}[rand.IntN(2)]
					args = append(args, anyCut(), "--method", method, "--checkpoint", run, file)
				}
				printed, killed := killedWithin(t, whole, args)
				if killed {
					left--
					hits[leftOf(run, "input.json", "plan.json", "found")]++
					continue
				}
				if !bytes.Equal(printed, want) {
					t.Fatalf("%v: other rows than those of one process", args)
				}
				if names := strangers(t, run, tmp); len(names) > 0 {
					t.Fatalf("left beside: %v", names)
				}
				if err := os.RemoveAll(run); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("a whole run took %v; what kills left: %v", whole, hits)
		})
	}
}

// killsOf returns how many processes a test kills: all, some with -short, and few under the race
// detector, which finds no more where a process is killed.
func killsOf(all, some, few int) int {
	switch {
	case raceEnabled:
		return few
	case testing.Short():
		return some
	}
	return all
}

// killedWithin runs the command and kills it after some time, at most so long. It returns
// what the command printed, and whether the kill came before its end.
func killedWithin(t *testing.T, most time.Duration, args []string) (printed []byte, killed bool) {
	t.Helper()
	var out, said bytes.Buffer
	process := exec.Command("tricycle", args...)
	process.Stdout, process.Stderr = &out, &said
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	// The error says that it has ended already.
	timer := time.AfterFunc(rand.N(most), func() { _ = process.Process.Kill() })
	err := process.Wait()
	timer.Stop()
	if err != nil && process.ProcessState.Exited() {
		t.Fatalf("%v: %v: %s", args, err, &said)
	}
	return out.Bytes(), err != nil
}

// strangers names what is in the folder of a job that is no object of one, and all that is
// in the other folder.
func strangers(t *testing.T, job, empty string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(job, func(path string, entry fs.DirEntry, err error) error {
		known := entry.IsDir() || entry.Name() == "lock" || slices.Contains([]string{".json", ".tblk", ".tcel", ".tnam", ".tvec"}, filepath.Ext(path))
		if !known || strings.HasPrefix(entry.Name(), ".") {
			names = append(names, path)
		}
		return err
	})
	entries, failed := os.ReadDir(empty)
	if err := cmp.Or(err, failed); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, filepath.Join(empty, entry.Name()))
	}
	return names
}

// checkpointArgs goes on with what is in a folder, or begins there.
func checkpointArgs(folder, file string) []string {
	args := []string{"count", "--quiet", "--json", "--engine", "cpu", "--threads", fmt.Sprint(1 + rand.IntN(3))}
	if exists(filepath.Join(folder, "input.json")) {
		return append(args, "--resume", folder)
	}
	method := []string{"auto", "merge", "bitslice"}[rand.IntN(3)] // auto has subtasks of hubs
	return append(args, anyCut(), "--method", method, "--checkpoint", folder, file)
}

// anyCut is a flag that says how to cut a graph.
func anyCut() string {
	return []string{"--parts=6x1", "--parts=3x2", "--parts=2x3", "--colours=3"}[rand.IntN(4)]
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

// leftOf names the latest of what is put in a folder, in this order.
func leftOf(folder string, names ...string) string {
	latest := "nothing"
	for _, name := range names {
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
