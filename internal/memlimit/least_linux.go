package memlimit

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// leastHere returns the least that anything leaves this process.
func leastHere() int64 { return least(os.DirFS("/"), runtime.GOMAXPROCS(0)) }

// least is leastHere for a machine of so many cores with such a file tree.
func least(root fs.FS, cores int) int64 {
	root = once{root, make(map[string][]byte)}
	own := ownMemory(root)
	return min(machine(root, own), groups(root, own), rlimits(root, cores, own))
}

// ownMemory is what this process holds already: it counts as used wherever
// memory is counted, and is its own to plan with.
func ownMemory(root fs.FS) int64 {
	held, _ := field(root, "proc/self/status", "RssAnon:")
	return held
}

// machine returns what the machine can give: what is free, and what files
// occupy in memory without need.
func machine(root fs.FS, own int64) int64 {
	if available, ok := field(root, "proc/meminfo", "MemAvailable:"); ok {
		return available + own
	}
	if total, ok := field(root, "proc/meminfo", "MemTotal:"); ok {
		return total
	}
	return math.MaxInt64
}

// Addresses that are taken and never used, at most: the Go heap grows by 64 MiB
// at a time, and the C library keeps a stack and 64 MiB more for each thread, of
// which there are some beside one a core.
const (
	growth      = 64 << 20
	threadSpace = 72 << 20
	someThreads = 8
)

// rlimits returns what the limits of the process itself leave, those of
// ulimit -v and ulimit -d: they bound addresses, of which the Go runtime takes
// many that it never uses.
func rlimits(root fs.FS, cores int, own int64) int64 {
	least, unused := int64(math.MaxInt64), int64(growth+(cores+someThreads)*threadSpace)
	for _, limit := range []struct{ name, used string }{
		{"Max address space", "VmSize:"},
		{"Max data size", "VmData:"},
	} {
		if bound, ok := softLimit(root, limit.name); ok {
			used, _ := field(root, "proc/self/status", limit.used)
			least = min(least, max(bound-used-unused, 0)+own)
		}
	}
	return least
}

// softLimit returns a limit of the process, if it has it.
func softLimit(root fs.FS, name string) (int64, bool) {
	text, _ := fs.ReadFile(root, "proc/self/limits")
	for line := range bytes.Lines(text) {
		if rest, ok := strings.CutPrefix(string(line), name); ok {
			soft, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
			bound, err := strconv.ParseInt(soft, 10, 64)
			return bound, err == nil // it may be "unlimited"
		}
	}
	return 0, false
}

// field returns the value behind a name in a file of lines such as
// "MemTotal: 16 kB" or "file 4096".
func field(root fs.FS, file, name string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(text) {
		fields := strings.Fields(string(line))
		if len(fields) < 2 || fields[0] != name {
			continue
		}
		value, err := strconv.ParseInt(fields[1], 10, 64)
		if err == nil && len(fields) > 2 && fields[2] == "kB" {
			value *= 1024
		}
		return value, err == nil
	}
	return 0, false
}
