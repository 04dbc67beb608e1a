package gpucount

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// AnswerMethods lists the methods that answer for each vertex and edge: the project's
// own, and its slow twin.
var AnswerMethods = []cpucount.Method{cpucount.Auto, cpucount.Merge}

// deviceAnswer is how triangles are credited to each vertex or edge: by merging, by a
// hash table for each row, or, as the method auto does for a count, in two steps, those
// whose middle corner is a hub and those beyond.
type deviceAnswer struct {
	merge bool
	table uint32 // entries of the longest row that the tables are for; 0 for the two steps
	hubs  int    // rows of the hub matrix, a multiple of 64; 0 for none
	many  uint32 // rows that must hold a vertex beyond the hubs for it to be a column
}

var mergedAnswer = deviceAnswer{merge: true}

// longestTables are the entries that tables of rows are made for.
var longestTables = []uint32{32, 64, 128, 256}

// chooseAnswer chooses as chooseDeviceAuto does, among fewer ways: where rows are so
// short that a table of each would be of no use, or one is too long for a warp, they
// are merged. beside says what the answer holds for so many hubs beside their matrix:
// without room for that there are none.
func chooseAnswer(r *deviceRun, beside func(hubs int, edges uint64) int64) deviceAnswer {
	edges, longest := r.lists.Edges, r.lists.MaxOutDegree
	if edges == 0 || longest <= 8 || longest > longestAuto {
		return mergedAnswer
	}
	w := deviceAnswer{many: deviceColumn}
	w.hubs, _ = denseHubs(r, deviceHubs)
	if w.hubs == 0 {
		for _, table := range longestTables {
			if longest <= table && r.meanRow() < fullRow/2 {
				return mergedAnswer
			}
			if longest <= table {
				return deviceAnswer{table: table}
			}
		}
	}
	room := r.Room()
	if w.hubs > 0 && hubMatrixBytes(w.hubs)+beside(w.hubs, edges)+4*int64(r.lists.Rows) > room {
		w.hubs = 0
	}
	if w.hubs > 0 {
		room -= hubMatrixBytes(w.hubs) + beside(w.hubs, edges)
	}
	if wholeRoom(r.lists.Rows-w.hubs, r.lists).answerBytes() > room {
		w.many = kernels.NoColumns
	}
	return w
}

// answer fills an array on the device as plan says, by one of the methods that answer;
// beside is as for chooseAnswer.
func answer[T gpu.Element](ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, method cpucount.Method, p Params, to gpu.Array[T],
	beside func(hubs int, edges uint64) int64, plan func(deviceAnswer, *deviceRun, gpu.Array[T]) func()) (took time.Duration, err error) {
	if !slices.Contains(AnswerMethods, method) {
		return 0, fmt.Errorf("method %q does not answer for each vertex or edge on a GPU", method)
	}
	p.Meter.Start("count", 0)
	r := newDeviceRun(dev, o)
	defer func() { err = cmp.Or(err, r.Close()) }()
	way := mergedAnswer
	if method == cpucount.Auto {
		way = chooseAnswer(r, beside)
	}
	launch := plan(way, r, to)
	_, took, err = r.count(ctx, func() {
		gpurun.Zero(r.Run, to)
		launch()
	})
	return took, err
}
