package cli

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

// peakBytes returns the largest resident set that the process had since
// resetPeak, or 0 where the system does not say.
func peakBytes() int64 {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 64)
			return kib * 1024
		}
	}
	return 0
}

// resetPeak lets the peak begin anew, so that each of several files shows its
// own. A kernel that does not allow it leaves the peak of them all.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }
