// Package memlimit says how much memory there is for this process: what the
// machine has left, what its control groups leave it, and what its own limits
// do. A plan for more ends in swapping, or in a process that is killed without
// a word.
package memlimit

import (
	"math"
	"sync/atomic"
	"time"
)

// Available returns how many bytes this process may hold in all, those that it
// holds already included, less a reserve for what no plan counts: page tables,
// what the kernel keeps for the process, and neighbours that grow. It is 0 where
// the system does not say.
func Available() int64 {
	if soon := ahead.Swap(nil); soon != nil && time.Since(soon.begun) < fresh {
		return lessReserve(<-soon.least)
	}
	return lessReserve(leastHere())
}

// ahead is what Ahead began.
var ahead atomic.Pointer[early]

// early is what is found out ahead.
type early struct {
	begun time.Time
	least chan int64
}

// fresh is for how long that is worth anything: others take memory while a session waits
// for its first call.
const fresh = time.Second

// Ahead begins to find out what the next call of Available returns, beside what the process
// does until then: the system takes as long to say it as a small graph to be counted.
func Ahead() {
	soon := &early{time.Now(), make(chan int64, 1)}
	ahead.Store(soon)
	go func() { soon.least <- leastHere() }()
}

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
