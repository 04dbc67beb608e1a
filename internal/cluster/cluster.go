package cluster

import (
	"errors"
	"fmt"
	"strings"
)

// Cluster is machines that are alike, and have a store in common.
type Cluster struct {
	Nodes   int   `json:"nodes"`
	Threads int   `json:"threads"`               // of each
	Memory  int64 `json:"memory_bytes"`          // of each
	Disk    int64 `json:"disk_bytes_per_second"` // of each, to temporary files or from them
	Net     int64 `json:"net_bytes_per_second"`  // of each, to the store or from it
}

// MostNodes is more than any cluster has.
const MostNodes = 1 << 20

// keys are all that a text says of a cluster.
var keys = []string{"nodes", "memory", "disk", "net"}

// Parse reads nodes=64,memory=32GiB,disk=1GB/s,net=1.25GB/s: each key once, in any order. Numbers
// and sizes are read as the caller reads them.
func Parse(text string, number func(text string) (uint64, error), size func(text string) (int64, error)) (Cluster, error) {
	c := Cluster{}
	given := make(map[string]bool)
	for field := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(strings.TrimSpace(field), "=")
		if !found {
			return c, fmt.Errorf("%q has no value; it is %s", key, example)
		}
		if given[key] {
			return c, fmt.Errorf("%s is there twice", key)
		}
		given[key] = true
		if err := c.set(key, value, number, size); err != nil {
			return c, fmt.Errorf("%s=%s: %w", key, value, err)
		}
	}
	for _, key := range keys {
		if !given[key] {
			return c, fmt.Errorf("%s is missing; it is %s", key, example)
		}
	}
	return c, nil
}

const example = "such as nodes=64,memory=32GiB,disk=1GB/s,net=1.25GB/s"

var errNone = errors.New("more than none is needed")

// set takes the value of a key.
func (c *Cluster) set(key, value string, number func(text string) (uint64, error), size func(text string) (int64, error)) error {
	to := map[string]*int64{"memory": &c.Memory, "disk": &c.Disk, "net": &c.Net}[key]
	switch {
	case key == "nodes":
		n, err := number(value)
		if err == nil && (n == 0 || n > MostNodes) {
			err = fmt.Errorf("not a number from 1 to %d", MostNodes)
		}
		c.Nodes = int(n)
		return err
	case to == nil:
		return fmt.Errorf("there is no such key, but %s", strings.Join(keys, ", "))
	case key != "memory":
		value = strings.TrimSuffix(value, "/s")
	}
	n, err := size(value)
	if err == nil && n <= 0 {
		err = errNone
	}
	*to = n
	return err
}
