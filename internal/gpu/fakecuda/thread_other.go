//go:build !linux

package fakecuda

// threadID takes all threads for one: a context that is not current on the
// thread that needs it is found on Linux alone.
func threadID() int { return 0 }
