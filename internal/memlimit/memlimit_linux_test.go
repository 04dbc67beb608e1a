package memlimit

import (
	"math"
	"testing"
	"testing/fstest"
	"time"
)

const (
	mib = 1 << 20

	unified   = "34 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
	byMemory  = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
	unrelated = "24 1 8:1 / / rw - ext4 /dev/sda1 rw\n33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
	unlimits  = "Limit   Soft Limit   Hard Limit  Units\nMax data size             unlimited            unlimited            bytes\n"
	status    = "Name:\ttricycle\nVmSize:\t 1228800 kB\nRssAnon:\t 10240 kB\nVmData:\t 102400 kB\n" // 1200, 10 and 100 MiB
)

// system is a fake file tree from the contents of its files.
func system(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for _, more := range []map[string]string{{
		"proc/meminfo": "MemTotal:       8388608 kB\nMemFree: 1024 kB\nMemAvailable:   4194304 kB\n", "proc/self/limits": unlimits,
		"proc/self/mountinfo": unrelated + unified, "proc/self/cgroup": "0::/\n", "proc/self/status": status,
	}, files} {
		for name, text := range more {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return tree
}

func TestLeast(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"machine":    {nil, (4096 + 10) * mib},
		"old kernel": {map[string]string{"proc/meminfo": "MemTotal:  8388608 kB\n"}, 8192 * mib},
		"nothing known": {map[string]string{
			"proc/meminfo": "", "proc/self/mountinfo": "", "proc/self/limits": "", "proc/self/status": "",
		}, math.MaxInt64},
		"a group": {map[string]string{
			"proc/self/cgroup":           "0::/a/b\n",
			"sys/fs/cgroup/a/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.max": "104857600\n",
			"sys/fs/cgroup/a/b/memory.high": "max\n", "sys/fs/cgroup/a/b/memory.current": "73400320\n",
			// 70 MiB used, 50 of them for files, of which 20 cannot be given up.
			"sys/fs/cgroup/a/b/memory.stat": "anon 1\nfile 52428800\nshmem 20971520\nfile_mapped 7\n",
		}, (100 - 70 + 50 - 20 + 10) * mib},
		"brought to a halt before it is killed": {map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "104857600\n", "sys/fs/cgroup/a/memory.high": "83886080\n",
			"sys/fs/cgroup/a/memory.current": "10485760\n",
		}, 80 * mib},
		"the group around": {map[string]string{
			"proc/self/cgroup":           "0::/a/b\n",
			"sys/fs/cgroup/a/memory.max": "104857600\n", "sys/fs/cgroup/a/memory.current": "62914560\n",
			"sys/fs/cgroup/a/b/memory.max": "1048576000\n", "sys/fs/cgroup/a/b/memory.current": "10485760\n",
		}, (100 - 60 + 10) * mib},
		"full": {map[string]string{
			"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "104857600\n", "sys/fs/cgroup/a/memory.current": "134217728\n",
		}, 0},
		"a container": {map[string]string{"sys/fs/cgroup/memory.max": "104857600\n", "sys/fs/cgroup/memory.current": "10485760\n"}, 100 * mib},
		"a container that sees the names of the host": {map[string]string{
			"proc/self/mountinfo":      "34 24 0:30 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
			"proc/self/cgroup":         "0::/docker/x\n",
			"sys/fs/cgroup/memory.max": "104857600\n", "sys/fs/cgroup/memory.current": "10485760\n",
		}, 100 * mib},
		"out of the namespace": {map[string]string{
			"proc/self/cgroup": "0::/../../elsewhere\n", "sys/fs/cgroup/memory.max": "104857600\n", "sys/fs/cgroup/memory.current": "10485760\n",
		}, 100 * mib},
		"first version": {map[string]string{
			"proc/self/mountinfo":                          unrelated + byMemory + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
			"proc/self/cgroup":                             "4:cpuset,memory:/a\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "209715200\n", "sys/fs/cgroup/memory/a/memory.usage_in_bytes": "73400320\n",
			"sys/fs/cgroup/memory/a/memory.stat": "cache 1\ntotal_cache 52428800\ntotal_shmem 20971520\n",
		}, (200 - 70 + 50 - 20 + 10) * mib},
		"first version, and the group around is out of sight": {map[string]string{
			"proc/self/mountinfo":                        "35 31 0:32 /docker/x /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"proc/self/cgroup":                           "4:memory:/docker/x\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "10485760\n",
			"sys/fs/cgroup/memory/memory.stat": "hierarchical_memory_limit 104857600\n",
		}, 100 * mib},
		"ulimit -v": {map[string]string{"proc/self/limits": "Max address space         2097152000           unlimited            bytes\n"},
			(2000 - 1200 - 64 - 720 + 10) * mib},
		"ulimit -d": {map[string]string{"proc/self/limits": "Max data size             1048576000           unlimited            bytes\n"},
			(1000 - 100 - 64 - 720 + 10) * mib},
	} {
		if got := least(system(c.files), 2); got != c.want {
			t.Errorf("%s: %d bytes (%.1f MiB), want %d", name, got, float64(got)/mib, c.want)
		}
	}
}

func TestAvailable(t *testing.T) {
	if got := Available(); got <= 0 || got > 1<<50 {
		t.Errorf("this machine has %d bytes", got)
	}
}

func TestReserve(t *testing.T) {
	for least, want := range map[int64]int64{
		0: 1, 160 * mib: 150 * mib, 1 << 40: 1<<40 - 2<<30, math.MaxInt64: 0,
	} {
		if got := lessReserve(least); got != want {
			t.Errorf("of %d bytes %d, want %d", least, got, want)
		}
	}
}

// TestAhead: what was found out ahead is returned once and while it is fresh, and looked for
// anew after that.
func TestAhead(t *testing.T) {
	soon := &early{time.Now(), make(chan int64, 1)}
	soon.least <- 160 * mib
	ahead.Store(soon)
	if got := Available(); got != 150*mib {
		t.Errorf("%d bytes, not what was found out ahead", got)
	}
	if got := Available(); got <= 0 || got == 150*mib {
		t.Errorf("%d bytes the second time", got)
	}
	soon.begun = soon.begun.Add(-fresh)
	soon.least <- 160 * mib
	ahead.Store(soon)
	if got := Available(); got <= 0 || got == 150*mib {
		t.Errorf("%d bytes long after", got)
	}
	Ahead()
	if got := Available(); got <= 0 {
		t.Errorf("%d bytes ahead", got)
	}
}
