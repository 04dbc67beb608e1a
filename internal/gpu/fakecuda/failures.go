package fakecuda

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// EveryCallFails runs host code on drivers with these devices: once as it is,
// which must succeed, and then, for each of the calls that it made, with that
// call failing, alone and with all that follow: for want of memory, and in one of
// the other ways, which take turns. Each time the error must be the *gpu.Error of that
// call, and everything given back. Where calls are made side by side, as modules load
// while a file is read, and all that follow fail, it may be the error of another of them,
// but never of one that gives something back.
//
// The calls of a run must be the same each time, in any order. With -short, each call fails in
// one of the four ways, in turn.
func EveryCallFails(t *testing.T, run func(*Driver) error, devices ...Device) {
	t.Helper()
	whole := New(devices...)
	if err := run(whole); err != nil {
		t.Fatal(err)
	}
	if faults := whole.Faults(); len(faults) > 0 {
		t.Fatalf("faults: %v", faults)
	}
	others := []cuda.Result{cuda.LaunchFailed, cuda.InvalidPTX, 12345}
	for k := 1; k <= whole.Calls(); k++ {
		for i, result := range []cuda.Result{cuda.OutOfMemory, others[k%len(others)]} {
			once, forever := New(devices...), New(devices...)
			once.FailAt(k, result)
			forever.FailFrom(k, result)
			for j, driver := range []*Driver{once, forever} {
				if !testing.Short() || 2*i+j == k%4 {
					checkFailure(t, driver, run(driver))
				}
			}
		}
	}
}

func checkFailure(t *testing.T, driver *Driver, err error) {
	t.Helper()
	first := driver.failed[0]
	var failed *gpu.Error
	if !errors.As(err, &failed) {
		t.Errorf("%s failed with %v, the run with %v", first, driver.result, err)
		return
	}
	told := failed.Call == first || slices.Contains(driver.failed, failed.Call) && !givesBack(failed.Call)
	if !told || failed.Code != int(driver.result) || failed.Name != driver.result.String() {
		t.Errorf("%s failed with %v; the error is %v", first, driver.result, err)
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("%s failed with %v: %v", first, driver.result, faults)
	}
}

// givesBack reports whether an entry point gives something back.
func givesBack(call string) bool {
	for _, word := range []string{"Free", "Destroy", "Unload", "Unregister", "Release"} {
		if strings.Contains(call, word) {
			return true
		}
	}
	return false
}
