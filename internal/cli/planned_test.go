package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/filelock"
)

// planArgs is a command that prepares a plan.
func planArgs(plan, file string) []string {
	return []string{"count", "--quiet", "--engine", "cpu", "--parts", "6x2", "--plan", plan, file}
}

// mergedTriangles counts a plan in one shard and merges it.
func mergedTriangles(t *testing.T, plan string) uint64 {
	t.Helper()
	shard := filepath.Join(t.TempDir(), "shard.json")
	tricycle(t, nil, "count", "--quiet", "--plan", plan, "--shard", "1/1", "-o", shard)
	var got answer.CountJSON
	tricycle(t, &got, "merge", "--quiet", "--json", "--plan", plan, shard)
	return got.Triangles
}

// TestKillAndPrepare kills processes that prepare a plan at random moments, and
// gives the same command again: in the end it has the plan, and nothing is left of
// those that were killed.
func TestKillAndPrepare(t *testing.T) {
	kills := killsOf(60, 10, 3)
	folder := t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "10", "-o", file)
	var want answer.CountJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)
	begin := time.Now()
	tricycle(t, nil, planArgs(filepath.Join(folder, "whole.json"), file)...)
	whole := time.Since(begin)

	run := filepath.Join(folder, "run")
	plan := filepath.Join(run, "plan.json")
	hits := make(map[string]int)
	for kills > 0 {
		if err := os.MkdirAll(run, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, killed := killedWithin(t, whole, planArgs(plan, file)); killed {
			kills--
			hits[preparedSoFar(plan)]++
			continue
		}
		if got := mergedTriangles(t, plan); got != want.Triangles {
			t.Fatalf("%d triangles, want %d", got, want.Triangles)
		}
		if entries, err := os.ReadDir(run); err != nil || len(entries) != 2 {
			t.Fatalf("beside the plan and its blocks: %v, %v", entries, err)
		}
		if err := os.RemoveAll(run); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a whole run took %v; what kills left: %v", whole, hits)
}

// preparedSoFar says how far the preparing of a plan has come.
func preparedSoFar(plan string) string {
	blocks, _ := filepath.Glob(filepath.Join(blocksBeside(plan), "*.tblk"))
	switch {
	case exists(plan):
		return "a plan"
	case len(blocks) > 0:
		return "blocks"
	case exists(blocksBeside(plan)):
		return "a folder"
	}
	return "nothing"
}

// TestOneProcessPreparesAPlan has several prepare the same plan at once, again and
// again: each has it in the end, or ends in one line; none touches what another
// makes.
func TestOneProcessPreparesAPlan(t *testing.T) {
	rounds := 15
	switch {
	case raceEnabled:
		rounds = 1
	case testing.Short():
		rounds = 3
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "graph.bin")
	tricycle(t, nil, "generate", "rmat", "--scale", "10", "-o", file)
	var want answer.CountJSON
	tricycle(t, &want, "count", "--json", "--quiet", file)
	for round := range rounds {
		run := filepath.Join(folder, "run")
		if err := os.Mkdir(run, 0o755); err != nil {
			t.Fatal(err)
		}
		plan := filepath.Join(run, "plan.json")
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				args := planArgs(plan, file)
				if i == 3 {
					args = append(args, "--method", "merge") // another plan
				}
				process := exec.Command("tricycle", args...)
				var said bytes.Buffer
				process.Stderr = &said
				_ = process.Run() // the state says more
				switch process.ProcessState.ExitCode() {
				case exitOK:
				case exitUsage:
					if bytes.Count(said.Bytes(), []byte("\n")) != 1 {
						t.Errorf("said %s", &said)
					}
				default:
					t.Errorf("round %d: ends with %v: %s", round, process.ProcessState, &said)
				}
			})
		}
		group.Wait()
		if got := mergedTriangles(t, plan); got != want.Triangles {
			t.Fatalf("%d triangles, want %d", got, want.Triangles)
		}
		if err := os.RemoveAll(run); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlanInUse tries to prepare a plan that another process prepares.
func TestPlanInUse(t *testing.T) {
	folder := t.TempDir()
	file, plan := filepath.Join(folder, "graph.bin"), filepath.Join(folder, "plan.json")
	tricycle(t, nil, "generate", "rmat", "--scale", "8", "-o", file)
	if err := os.Mkdir(blocksBeside(plan), 0o755); err != nil {
		t.Fatal(err)
	}
	lock, err := filelock.Lock(filepath.Join(blocksBeside(plan), "lock"))
	if err != nil {
		t.Fatal(err)
	}
	block := filepath.Join(blocksBeside(plan), "1234-rows-0-1-0.tblk")
	if err := os.WriteFile(block, []byte("the other's"), 0o600); err != nil {
		t.Fatal(err)
	}
	process := exec.Command("tricycle", planArgs(plan, file)...)
	said, _ := process.CombinedOutput()
	if process.ProcessState.ExitCode() != exitUsage || !bytes.Contains(said, []byte("another process prepares it")) {
		t.Errorf("ends with %v: %s", process.ProcessState, said)
	}
	if text, err := os.ReadFile(block); err != nil || string(text) != "the other's" {
		t.Errorf("its block is %q, %v", text, err)
	}
	// One that is about to give up is waited for.
	time.AfterFunc(300*time.Millisecond, func() { lock.Close() })
	tricycle(t, nil, planArgs(plan, file)...)
}

// TestMadeUpRequests counts plans that ask for what there is not, with checksums
// that are right.
func TestMadeUpRequests(t *testing.T) {
	folder := t.TempDir()
	file, name := filepath.Join(folder, "graph.bin"), filepath.Join(folder, "plan.json")
	tricycle(t, nil, "generate", "rmat", "--scale", "8", "-o", file)
	tricycle(t, nil, planArgs(name, file)...)
	for what, wishes := range map[string]map[string]any{
		"a method":      {"method": "magic"},
		"an engine":     {"engine": "steam"},
		"a slice":       {"method": "bitslice", "slice_bits": 7},
		"no slice":      {"method": "bitslice", "slice_bits": 0},
		"less memory":   {"memory": -1},
		"a wrong match": {"engine": "cuda", "method": "merge-path-of-nobody"},
	} {
		forged := filepath.Join(folder, "forged.json")
		if err := os.WriteFile(forged, forge(t, name, wishes), 0o600); err != nil {
			t.Fatal(err)
		}
		process := exec.Command("tricycle", "count", "--quiet", "--plan", forged, "--shard", "1/1")
		said, _ := process.CombinedOutput()
		if process.ProcessState.ExitCode() != exitInput || !bytes.HasPrefix(said, []byte("tricycle: "+forged+": ")) {
			t.Errorf("%s: ends with %v: %s", what, process.ProcessState, said)
		}
	}
}

// forge returns a plan that asks for something else, with the checksum of that: the
// SHA-256 of the plan as compact JSON in which it is empty.
func forge(t *testing.T, name string, wishes map[string]any) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`"id":"[0-9a-f]*"`).ReplaceAllString(compact.String(), `"id":""`)
	for field, wish := range wishes {
		value, err := json.Marshal(wish)
		if err != nil {
			t.Fatal(err)
		}
		text = regexp.MustCompile(`"`+field+`":("[^"]*"|[0-9]+)`).ReplaceAllString(text, `"`+field+`":`+string(value))
	}
	sum := sha256.Sum256([]byte(text))
	return []byte(strings.Replace(text, `"id":""`, `"id":"`+hex.EncodeToString(sum[:])+`"`, 1))
}
