package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

// TestTheLimitThatIsNamedDoesToLoad loads within too little, and then within the
// limit that is named.
func TestTheLimitThatIsNamedDoesToLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	const records = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	for name, line := range map[string]func() string{
		"dense":  func() string { return fmt.Sprintln(random.Uint32N(records), random.Uint32N(records)) },
		"sparse": func() string { return fmt.Sprintln(random.Uint32N(records)*40_009, random.Uint32N(records)*40_009) },
		"wide":   func() string { return fmt.Sprintln(random.Uint64N(records)<<40, random.Uint64N(records)<<40) },
		"names":  func() string { return fmt.Sprintf("v%d w%d\n", random.Uint32N(records), random.Uint32N(records)) },
	} {
		var text strings.Builder
		for range records {
			text.WriteString(line())
		}
		within := func(memory int64) error {
			src, err := graphio.OpenReader(strings.NewReader(text.String()), name, graphio.Options{Memory: memory})
			if err != nil {
				return err
			}
			defer src.Close()
			_, err = load(t.Context(), src, graph.Options{Threads: 2, Memory: memory})
			return err
		}
		for _, memory := range []int64{1, 20 << 20, 33 << 20, 36 << 20} {
			err := within(memory)
			var short *graph.MemoryError
			if err == nil {
				continue
			} else if !errors.As(err, &short) || short.Limit != memory || short.Need <= memory {
				t.Errorf("%s within %d: %v", name, memory, err)
			} else if again := within(short.Need); again != nil {
				t.Errorf("%s within %d: %v; then: %v", name, memory, err, again)
			}
		}
	}
}
