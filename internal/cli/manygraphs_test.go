package cli

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// stopAfter ends a context when something was written.
type stopAfter struct {
	cancel context.CancelFunc
	bytes  int
	last   byte
}

func (s *stopAfter) Write(text []byte) (int, error) {
	s.last = text[len(text)-1]
	if s.bytes += len(text); s.bytes > 100_000 {
		s.cancel()
	}
	return len(text), nil
}

// A stream without an end is answered row by row until somebody interrupts it.
func TestManyGraphsInterrupted(t *testing.T) {
	for _, command := range []string{"count -q --format graph6 -", "cycles -q --count --json --threads 3 --format graph6 -"} {
		ctx, cancel := context.WithCancel(t.Context())
		reader, writer := io.Pipe()
		go func() {
			defer cancel()
			for {
				if _, err := io.WriteString(writer, strings.Repeat("Bw\nCl\n", 1000)); err != nil {
					return
				}
			}
		}()
		out := &stopAfter{cancel: cancel}
		err := execute(ctx, strings.Fields(command), reader, out, io.Discard)
		if code := kindOf(ctx, err).code; code != exitInterrupted || out.last != '\n' {
			t.Errorf("%s: exit code %d, %v, behind %q", command, code, err, out.last)
		}
		_ = reader.Close()
	}
}

// Engines that are at work side by side have no more than the limit in all, and a graph that
// does not fit into the part of one is answered alone, or refused with a limit that does.
func TestEngineShares(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, limit := range []int64{0, 1, 60 << 20, 300 << 20, 4 << 30} {
		for _, workers := range []int{1, 2, 7, 64} {
			e := newEngineShares(limit, workers)
			engines := int64(cap(e.at))
			if engines < 1 || engines > int64(workers) || limit > 0 && engines > 1 && engines*(e.one-engineBase)+engineBase > limit {
				t.Errorf("%d bytes, %d workers: %d engines of %d", limit, workers, engines, e.one)
			}
			var at, tries atomic.Int64
			need := e.one + 1
			err := par.Each(t.Context(), workers, 50, func(_, _ int) error {
				return e.work(t.Context(), func(memory int64) error {
					tries.Add(1)
					if now := at.Add(1); now > engines || memory > e.one && now > 1 {
						t.Errorf("%d at work with %d bytes", now, memory)
					}
					defer at.Add(-1)
					if memory > 0 && memory < need {
						return &graph.MemoryError{What: "a graph", Need: need, Limit: memory}
					}
					return nil
				})
			})
			if fits := limit == 0 || engines > 1; fits != (err == nil) {
				t.Errorf("%d bytes, %d workers: %v", limit, workers, err)
			}
			if limit > 0 && engines > 1 && tries.Load() != 100 {
				t.Errorf("%d bytes, %d workers: %d tries for 50 graphs", limit, workers, tries.Load())
			}
			if again := newEngineShares(limitOf(need), workers); again.all < need {
				t.Errorf("a limit of %d leaves %d of the %d that are needed", limitOf(need), again.all, need)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	e := newEngineShares(1, 1)
	if err := e.work(ctx, func(int64) error {
		cancel()
		return e.work(ctx, func(int64) error { return nil })
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v where nobody goes on", err)
	}
}
