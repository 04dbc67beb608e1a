//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

// A mapped file that is cut at whatever moment is an error of the input, or was
// cut too late to matter.
func TestCutWhileMapped(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "graph.tcsr")
	run := func(args ...string) error {
		return recovered(func() error {
			return execute(t.Context(), append(args, "--quiet"), nil, io.Discard, io.Discard)
		})
	}
	scale, cuts := "10", 5
	if testing.Short() {
		scale, cuts = "8", 3
	}
	if err := run("generate", "rmat", "--scale", scale, "--edge-factor", "16", "--seed", "1", "-o", path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(61, 62))
	for _, command := range []string{
		"count --engine cpu", "count --engine cpu --verify", "count --engine cpu --parts 2x2", "count --explain --engine cpu",
		"cycles --count --engine cpu --max-length 3 --min-length 3", "cycles --min-length 3 --max-length 3 --engine cpu",
		"cycles --per-vertex --min-length 3 --max-length 3 --engine cpu", "cycles --is-chordal", "cycles --explain",
		"info", "info --verify", "bench --repeat 1 --methods merge,auto --engine cpu",
		"convert OUT.tcsr", "convert OUT.sg", "convert OUT.mtx.gz", "convert OUT.graph", "convert OUT.parquet",
	} {
		t.Run(command, func(t *testing.T) {
			args := strings.Fields(command)
			if at := len(args) - 1; strings.HasPrefix(args[at], "OUT") {
				args = append(args[:at], path, filepath.Join(folder, args[at]))
			} else {
				args = append(args, path)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			if err := run(args...); err != nil {
				t.Fatal(err)
			}
			whole := time.Since(begin)
			refused := 0
			for range cuts {
				if err := os.WriteFile(path, data, 0o600); err != nil {
					t.Fatal(err)
				}
				done := make(chan error, 1)
				cut := time.AfterFunc(time.Duration(random.Float64()*float64(whole)), func() { done <- os.Truncate(path, 8<<10) })
				err := run(args...)
				if !cut.Stop() { // it has begun, and must not cut the next file
					if err := <-done; err != nil {
						t.Fatal(err)
					}
				}
				if err == nil {
					continue
				}
				refused++
				if code := kindOf(context.Background(), err).code; code != exitInput {
					t.Fatalf("exit code %d: %v", code, err)
				}
			}
			t.Logf("%d of %d were refused", refused, cuts)
		})
	}
}

// A list that waits for its reader meets the cut in the middle.
func TestCutWhileListing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.tcsr")
	if err := execute(t.Context(), []string{"generate", "complete", "--vertices", "200", "-o", path, "--quiet"}, nil, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []string{"1", "2"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out, in := io.Pipe()
		done := make(chan error, 1)
		var stderr bytes.Buffer
		go func() {
			err := recovered(func() error {
				return execute(t.Context(), []string{"cycles", "--min-length", "3", "--max-length", "3", "--threads", threads, path}, nil, in, &stderr)
			})
			in.Close()
			done <- err
		}()
		if _, err := io.ReadFull(out, make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 4096); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, out); err != nil {
			t.Fatal(err)
		}
		var input *graph.InputError
		if err := <-done; !errors.As(err, &input) {
			t.Errorf("%s threads: %v", threads, err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
