//go:build !nogpu && (amd64 || arm64)

package dynlib

import (
	"strings"
	"sync"
	"testing"
)

// TestFailureHasAReason loads what is not there on many goroutines at once, so
// that the scheduler has every reason to move them between threads.
func TestFailureHasAReason(t *testing.T) {
	const name = "libtricycle-is-not-there.so.1"
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			for range 200 {
				if _, err := Load(name); err == nil || strings.Contains(err.Error(), "does not say why") {
					t.Errorf("the reason is %q", err)
					return
				}
			}
		})
	}
	group.Wait()
}
