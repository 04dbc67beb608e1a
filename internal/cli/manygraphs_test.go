package cli

import (
	"context"
	"io"
	"strings"
	"testing"
)

// stopAfter ends a context when something was written.
type stopAfter struct {
	cancel context.CancelFunc
	bytes  int
}

func (s *stopAfter) Write(text []byte) (int, error) {
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
		err := execute(ctx, strings.Fields(command), reader, &stopAfter{cancel: cancel}, io.Discard)
		if code := exitCode(ctx, err); code != exitInterrupted {
			t.Errorf("%s: exit code %d, %v", command, code, err)
		}
		_ = reader.Close()
	}
}

// Graphs that are too large for --memory are refused with a limit that does.
func TestMemoryOfMany(t *testing.T) {
	for _, graphs := range []int{1, 2, 7} {
		for _, need := range []int64{1, engineBytes, engineBytes + 5, 1 << 30} {
			limit := limitOfAll(need, graphs)
			if got := memoryOfOne(limit, graphs); got < need {
				t.Errorf("%d graphs: a limit of %d leaves %d for one that needs %d", graphs, limit, got, need)
			}
		}
	}
}
