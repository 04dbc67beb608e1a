package bench

import (
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/standin"
)

// tcbwPublished is a row of table 1 of Lin, Ouyang, He and Li (Parallelize accelerated
// triangle counting using bit-wise on GPU, WISA 2023), whose times are whole runs on an
// RTX A6000 and, for TCBW (CPU), on a Xeon Silver 4216.
type tcbwPublished struct {
	name string // in the table
	data string // name of the data set, by which [standin.Of] knows it
	// As they are printed: K is 2^10, M is 2^20, and G is 2^30.
	nodes, edges, triangles string
	tricore, adam, cpu, gpu tcbwTime
}

// tcbwTime is a published time in seconds, or why there is none.
type tcbwTime float64

const (
	tcbwFailed tcbwTime = -1 // "can not run successfully on the current device"
	tcbwLong   tcbwTime = -2 // "more than 30 min"
)

// tcbwTable is the table. The edges of twitter-cb are the arcs of the data set, each
// edge of 1,342,296 counting once or twice; all others are edges.
var tcbwTable = []tcbwPublished{
	{"roadNet-PA", "roadNet-PA", "1.04M", "1.47M", "65.57K", 0.23, 0.18, 1.64, 0.18},
	{"roadNet-CA", "roadNet-CA", "1.87M", "2.64M", "0.12M", 0.19, 0.27, 5, 0.25},
	{"com-Amazon", "com-Amazon", "0.32M", "0.88M", "0.64M", 0.27, 0.24, 0.33, 0.14},
	{"facebook-cb", "facebook_combined", "4K", "0.08M", "1.54M", 0.26, 0.21, 0.05, 0.12},
	{"com-DBLP", "com-DBLP", "0.3M", "1M", "2.12M", 0.27, 0.18, 0.39, 0.14},
	{"com-Youtube", "com-Youtube", "1.08M", "2.85M", "2.91M", 0.41, 0.25, 1.38, 0.18},
	{"cit-Patents", "cit-Patents", "3.6M", "15.75M", "7.17M", 0.97, 0.47, 35.5, 0.65},
	{"as-Skitter", "as-Skitter", "1.62M", "10.58M", "27.44M", 0.74, 0.41, 7.59, 0.37},
	{"com-lj", "com-LiveJournal", "3.81M", "33.07M", "169.6M", 0.91, 0.83, 63.6, 1.07},
	{"twitter-cb", "twitter_combined", "79K", "1.69M", "12.48M", 3.4, 0.2, 0.68, 0.16},
	{"com-orkut", "com-Orkut", "2.93M", "0.11G", "0.58G", 11.65, 2.47, 316, 5.56},
	{"com-Friendster", "com-Friendster", "62.57M", "1.68G", "3.88G", 46.84, tcbwFailed, tcbwLong, 262.07},
}

// graph returns what is known of the data set, and what stands for it.
func (p tcbwPublished) graph() standin.Graph {
	g, ok := standin.Of(p.data)
	if !ok {
		panic("nothing stands for " + p.data)
	}
	return g
}

// String writes a time as the table does where there is none.
func (t tcbwTime) String() string {
	switch t {
	case tcbwFailed:
		return "*"
	case tcbwLong:
		return "-"
	}
	return readable.Seconds(float64(t))
}

// over returns how many times as long as by another time it took, or 0 where one of
// them is not there.
func (t tcbwTime) over(other tcbwTime) float64 {
	if t < 0 || other < 0 {
		return 0
	}
	return float64(t) / float64(other)
}
