package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/answer"
)

// TestKillAndResumeColours kills a count by colours at random moments, twenty times, from its
// very beginning on, and starts the same command again each time, as a scheduler does: it comes
// to the one answer. All cells are counted in one pass, and where the memory is short one
// subtask after the other.
func TestKillAndResumeColours(t *testing.T) {
	t.Run("in one pass", func(t *testing.T) { killAndResumeColours(t, killsOf(20, 5, 2), "10", "1GiB") })
	t.Run("by subtasks", func(t *testing.T) { killAndResumeColours(t, killsOf(10, 3, 2), "18", "64MiB") })
}

func killAndResumeColours(t *testing.T, kills int, scale, memory string) {
	folder, empty := t.TempDir(), t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", scale, "-o", file)
	var want, got answer.CountJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)
	again := func(run string) []string {
		return []string{"count", "--quiet", "--json", "--threads", "2", "--memory", memory, "--colours", "4", "--tmpdir", empty, "--resume", run, file}
	}
	begin := time.Now()
	tricycle(t, nil, again(filepath.Join(folder, "whole"))...)
	whole := time.Since(begin)
	answers, hits := 0, make(map[string]int)
	run := ""
	for kills > 0 {
		if run == "" {
			run = filepath.Join(t.TempDir(), "run")
		}
		before := doneIn(t, run)
		printed, killed := killedWithin(t, whole, again(run))
		for name, text := range doneIn(t, run) {
			if was, ok := before[name]; ok && was != text {
				t.Fatalf("%s was\n%s\nand is\n%s", name, was, text)
			}
		}
		if killed {
			kills--
			hits[leftOf(run, "input.json", "plan.json", "done")]++
			continue
		}
		if err := json.Unmarshal(printed, &got); err != nil || got.Triangles != want.Triangles || got.Wedges.Cmp(want.Wedges) != 0 {
			t.Fatalf("%d triangles, want %d, %v", got.Triangles, want.Triangles, err)
		}
		if names := strangers(t, run, empty); len(names) > 0 {
			t.Fatalf("left beside: %v", names)
		}
		answers, run = answers+1, ""
	}
	t.Logf("a whole run took %v; %d answers; what kills left: %v", whole, answers, hits)
	if run != "" { // the last kill is not the end
		tricycle(t, &got, again(run)...)
		if got.Triangles != want.Triangles {
			t.Fatalf("%d triangles, want %d", got.Triangles, want.Triangles)
		}
	}
}

// TestKillAndResumeAnswersOfMany kills whatever it takes from edges in several files to the rows of
// vertices and edges, of cells that no process has seen as a whole, at random moments: each command
// is started again as it was. The rows are those of one process that counts all.
func TestKillAndResumeAnswersOfMany(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { killAndResumeAnswersOfMany(t, killsOf(20, 6, 2), "part-%d.bin") })
	t.Run("names", func(t *testing.T) { killAndResumeAnswersOfMany(t, killsOf(12, 4, 2), "part-%d.txt") })
}

// killAndResumeAnswersOfMany cuts files with names that are made of a form; those of text have names.
func killAndResumeAnswersOfMany(t *testing.T, kills int, form string) {
	folder, empty := t.TempDir(), t.TempDir()
	var names []string
	for i := range 3 {
		names = append(names, filepath.Join(folder, fmt.Sprintf(form, i)))
		tricycle(t, nil, "generate", "rmat", "--scale", "9", "--seed", fmt.Sprint(i), "-o", names[i])
		if filepath.Ext(form) == ".txt" {
			text, err := os.ReadFile(names[i])
			if err == nil {
				err = os.WriteFile(names[i], regexp.MustCompile(`(?m)^(\d+)\s+(\d+)`).ReplaceAll(text, []byte("n$1 n$2")), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	flags := []string{"--quiet", "--threads", "2", "--tmpdir", empty}
	for _, question := range []string{"vertices", "edges"} {
		want, err := exec.Command("tricycle", slices.Concat([]string{question, "--quiet", "--union"}, names)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for left := kills / 2; left > 0; {
			cells, run := filepath.Join(t.TempDir(), "cells"), filepath.Join(t.TempDir(), "run")
			var all [][]string
			for shard := 1; shard <= 3; shard++ {
				all = append(all, slices.Concat([]string{"partition", "--colours", "3", "--shard", fmt.Sprintf("%d/3", shard), "-o", cells}, flags, names))
			}
			all = append(all, slices.Concat([]string{question, "--resume", run, cells}, flags))
			var printed []byte
			for _, args := range all {
				for killed := true; killed; {
					most := 150 * time.Millisecond
					if left <= 0 {
						most = time.Hour
					}
					if printed, killed = killedWithin(t, most, args); killed {
						left--
					}
				}
			}
			if !bytes.Equal(printed, want) {
				t.Fatalf("other rows of %s than those of one process", question)
			}
			if left := append(strangers(t, run, empty), strangers(t, cells, empty)...); len(left) > 0 {
				t.Fatalf("left beside: %v", left)
			}
		}
	}
}
