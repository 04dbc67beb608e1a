package memlimit

import (
	"bytes"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// version is how a version of control groups accounts for memory.
type version struct {
	limits []string // files that hold limits; a group that exceeds one is killed or comes to a halt
	used   string   // file that holds what the group uses
	// Names in memory.stat: what is used for files, which is given up when
	// memory is short, and the part of that which is not.
	files, shared string
}

var (
	first = version{
		limits: []string{"memory.limit_in_bytes"}, used: "memory.usage_in_bytes",
		files: "total_cache", shared: "total_shmem",
	}
	second = version{
		limits: []string{"memory.max", "memory.high"}, used: "memory.current",
		files: "file", shared: "shmem",
	}
)

// groups returns what the control group of the process leaves it, and every
// group around that.
func groups(root fs.FS, own int64) int64 {
	mounts, err := fs.ReadFile(root, "proc/self/mountinfo")
	if err != nil {
		return math.MaxInt64
	}
	least := int64(math.MaxInt64)
	for line := range bytes.Lines(mounts) {
		m, ok := parseMount(string(line))
		if !ok {
			continue
		}
		for folder := m.folder(root); ; folder = path.Dir(folder) {
			least = min(least, m.version.left(root, folder, own))
			if folder == m.point || folder == "." {
				break
			}
		}
	}
	return least
}

// mount is where a hierarchy of control groups that account for memory is
// mounted.
type mount struct {
	version version
	inside  string // the group that stands at the mount point
	point   string
}

// parseMount reads a line of mountinfo.
func parseMount(line string) (mount, bool) {
	// 35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
	head, tail, ok := strings.Cut(line, " - ")
	where, what := strings.Fields(head), strings.Fields(tail)
	if !ok || len(where) < 5 || len(what) < 3 {
		return mount{}, false
	}
	m := mount{inside: where[3], point: strings.TrimPrefix(path.Clean(where[4]), "/")}
	switch {
	case what[0] == "cgroup2":
		m.version = second
	case what[0] == "cgroup" && slices.Contains(strings.Split(what[2], ","), "memory"):
		m.version = first
	default:
		return mount{}, false
	}
	return m, true
}

// folder returns where the group of the process stands, or the mount point where
// that is not in sight, as in a container that sees only its own group.
func (m mount) folder(root fs.FS) string {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range bytes.Lines(text) {
		// 4:memory:/a/b, or 0::/a/b of the second version
		fields := strings.SplitN(strings.TrimRight(string(line), "\n"), ":", 3)
		if len(fields) < 3 {
			continue
		}
		mine := fields[0] == "0" && fields[1] == ""
		if m.version.used == first.used {
			mine = slices.Contains(strings.Split(fields[1], ","), "memory")
		}
		if !mine {
			continue
		}
		below, ok := strings.CutPrefix(fields[2], strings.TrimSuffix(m.inside, "/"))
		if !ok || below != "" && below[0] != '/' {
			break
		}
		folder := path.Join(m.point, below)
		if _, err := fs.Stat(root, folder); err != nil || folder != m.point && !strings.HasPrefix(folder, m.point+"/") {
			break
		}
		return folder
	}
	return m.point
}

// left returns what the group in a folder can still give.
func (v version) left(root fs.FS, folder string, own int64) int64 {
	limit := int64(math.MaxInt64)
	for _, name := range v.limits {
		if bound, ok := number(root, path.Join(folder, name)); ok {
			limit = min(limit, bound)
		}
	}
	stat := path.Join(folder, "memory.stat")
	if bound, ok := field(root, stat, "hierarchical_memory_limit"); ok {
		limit = min(limit, bound) // of groups around this one, which may be out of sight
	}
	if limit >= unlimited {
		return math.MaxInt64
	}
	used, _ := number(root, path.Join(folder, v.used))
	files, _ := field(root, stat, v.files)
	shared, _ := field(root, stat, v.shared)
	used = max(used-max(files-shared, 0), 0)
	return max(limit-max(used-own, 0), 0)
}

// unlimited is below what the first version says where there is no limit, the
// largest number of whole pages.
const unlimited = 1 << 60

// number returns what stands in a file, unless that is "max".
func number(root fs.FS, file string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	value, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return value, err == nil
}
