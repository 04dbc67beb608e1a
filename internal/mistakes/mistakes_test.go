package mistakes

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestMistakesAreFound says what finds each. That tests pass without a mistake is for the packages
// that they are of.
func TestMistakesAreFound(t *testing.T) {
	if os.Getenv("TRICYCLE_MISTAKES") == "" {
		t.Skip("TRICYCLE_MISTAKES=yes asks for this: it compiles kernels, and runs tests some dozens of times")
	}
	b := newBench(t)
	for i, m := range mistakes {
		t.Run(fmt.Sprintf("%d %s: %s", i+1, filepath.Base(m.edited()), m.what), func(t *testing.T) {
			t.Parallel()
			if by := b.find(t, m); by == "" {
				t.Errorf("%s: nothing finds it", m.tests)
			} else {
				t.Log(by)
			}
		})
	}
}
