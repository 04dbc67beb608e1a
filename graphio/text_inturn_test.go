package graphio

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

// Readers whose blocks wait for each other end whatever happens: a malformed
// line, an error of who takes the edges, the end of the context.
func TestBlocksInTurnEnd(t *testing.T) {
	const n = 1000
	var ring, pairs, labels strings.Builder
	fmt.Fprintf(&ring, "%d %d\n", n, n)
	fmt.Fprintf(&pairs, "*Vertices %d\n*Edges\n", n)
	for v := range n {
		fmt.Fprintf(&ring, "%d %d\n", (v+n-1)%n+1, (v+1)%n+1)
		fmt.Fprintf(&pairs, "%d %d\n", v+1, (v+1)%n+1)
		fmt.Fprintf(&labels, "v%d v%d\n", v, (v+1)%n)
	}
	errTaken := errors.New("enough")
	random := rand.New(rand.NewPCG(51, 52))
	for name, text := range map[string]string{"a.graph": ring.String(), "a.net": pairs.String(), "a.txt": labels.String()} {
		for i := range 30 {
			w := way{i%2 == 0, 1 + random.IntN(60), 1 + random.IntN(8)}
			malformed := strings.Split(text, "\n")
			at := 2 + random.IntN(n)
			malformed[at] = "x"
			checkReading(t, []way{w}, strings.Join(malformed, "\n"), name, "", malformedAt(at+1))

			src, err := openWay(t, w, text, name, "")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			var taken atomic.Int64
			last := 1 + random.Int64N(50)
			want := errTaken
			if i%3 == 0 {
				want = context.Canceled
			}
			_, err = src.Read(ctx, w.workers, func(int, graph.Batch) error {
				if taken.Add(1) < last {
					return nil
				}
				if want == errTaken {
					return errTaken
				}
				cancel()
				return nil
			})
			if taken.Load() >= last && !errors.Is(err, want) {
				t.Fatalf("%s, %+v: %v, want %v", name, w, err, want)
			}
			if taken.Load() < last && err != nil {
				t.Fatalf("%s, %+v: %v", name, w, err)
			}
			cancel()
			closeAll(t, src)
		}
	}
}
