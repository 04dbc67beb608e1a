package graph

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMemoryErrorsRoundUp reads the limit off a message, as a user does.
func TestMemoryErrorsRoundUp(t *testing.T) {
	units := map[string]float64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
	random := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		need := 1 + random.Int64N(1<<(1+random.IntN(44)))
		message := (&MemoryError{What: "all", Need: need, Limit: need - 1}).Error()
		_, least, _ := strings.Cut(message, "needs ")
		least, _, _ = strings.Cut(least, ",")
		var (
			value float64
			unit  string
		)
		if _, err := fmt.Sscan(least, &value, &unit); err != nil {
			t.Fatal(message, err)
		}
		if named := value * units[unit]; named < float64(need) || named > 1.2*float64(need) {
			t.Fatalf("%d bytes are needed: %s", need, message)
		}
	}
}
