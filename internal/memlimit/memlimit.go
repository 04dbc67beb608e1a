// Package memlimit says how much memory there is for this process: what the
// machine has left, what its control groups leave it, and what its own limits
// do. A plan for more ends in swapping, or in a process that is killed without
// a word.
package memlimit

import "math"

// Available returns how many bytes this process may hold in all, those that it
// holds already included, less a reserve for what no plan counts: page tables,
// what the kernel keeps for the process, and neighbours that grow. It is 0 where
// the system does not say.
func Available() int64 { return lessReserve(leastHere()) }

const (
	reserved    = 16 // the part of all that is left alone
	mostReserve = 2 << 30
)

// lessReserve returns what of the least of all limits may be planned with.
func lessReserve(least int64) int64 {
	if least == math.MaxInt64 {
		return 0
	}
	return max(least-min(least/reserved, mostReserve), 1)
}
