package graphtest

import "testing"

// Fewer returns how many of n things a test looks at: with -short a fourth, and at least one.
func Fewer(n int) int {
	if testing.Short() {
		return (n + 3) / 4
	}
	return n
}
