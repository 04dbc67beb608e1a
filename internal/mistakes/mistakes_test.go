package mistakes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

// leastFound is how many of the mistakes have to be found.
const leastFound = 18

// TestMistakesAreFound prints what finds each. Every test passes without a mistake, with
// kernels that were made and planted in the same way.
func TestMistakesAreFound(t *testing.T) {
	if os.Getenv("TRICYCLE_MISTAKES") == "" {
		t.Skip("TRICYCLE_MISTAKES=yes asks for this: it compiles kernels, and runs tests some dozens of times")
	}
	b := newBench(t)
	type outcome struct{ by, err string }
	outcomes := make([]outcome, len(mistakes))
	alike := map[string]bool{}
	var both sync.WaitGroup
	two := make(chan bool, 2)
	for i, m := range mistakes {
		both.Go(func() {
			two <- true
			defer func() { <-two }()
			by, err := b.find(m, m.new)
			outcomes[i] = outcome{by, fmt.Sprint(err)}
			if err == nil {
				outcomes[i].err = ""
			}
		})
		// The same source and tests without the mistake, once.
		if key := m.in + m.tests; !alike[key] {
			alike[key] = true
			both.Go(func() {
				two <- true
				defer func() { <-two }()
				if by, err := b.find(m, m.old); err != nil || by != "" {
					t.Errorf("%s of %s without a mistake: %v %s", m.tests, m.in, err, by)
				}
			})
		}
	}
	both.Wait()
	var table strings.Builder
	rows, found := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0), 0
	for i, m := range mistakes {
		if outcomes[i].err != "" {
			t.Errorf("%s: %s: %s", m.in, m.what, outcomes[i].err)
		}
		by := outcomes[i].by
		if by != "" {
			found++
		}
		fmt.Fprintf(rows, "%d\t%s\t%s\t%s\n", i+1, filepath.Base(m.edited()), m.what, max(by, "NOT FOUND"))
	}
	if err := rows.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d mistakes are found\n%s", found, len(mistakes), &table)
	if found < leastFound {
		t.Errorf("%d mistakes are found, want %d at least", found, leastFound)
	}
}
