//go:build !linux

package dynlib

// KeepSignals does something on Linux alone, where drivers were seen to take signals.
func KeepSignals() (restore func()) { return func() {} }
