package gpucount

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestAnswersInParts holds random graphs, cut at random, on one counter or more, against
// the CPU's merging of the whole.
func TestAnswersInParts(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 8
	}
	answerInParts(t, realDriver(t), rounds, 1)
}

// answerInParts has graphs that are smaller by a divisor.
func answerInParts(t *testing.T, driver *gpu.Driver, rounds, smaller int) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 41))
	for round := range rounds {
		e := graphtest.Hubs(rng, 1+rng.IntN(1500/smaller))
		switch round % 4 {
		case 1:
			e = graphtest.Kronecker(rng, 7+round%4/smaller, 16)
		case 2:
			e = graphtest.Random(rng, 1+rng.IntN(300/smaller), .3)
		case 3:
			e = graphtest.Uniform(rng, 1+rng.IntN(3000/smaller), 9000/smaller)
		}
		o := e.ByDegree().Lists()
		pieces := rangesOf(o, 1+rng.IntN(max(4, 12/smaller)))
		hubs := []uint32{0, 0, 64, 100, 512, 20000}[rng.IntN(6)]
		if hubs > uint32(o.Rows()) {
			hubs = 0
		}
		grid := partition.Grid{Rows: joined(rng, pieces), Columns: []partition.Range{{End: uint32(o.Rows())}}, Hubs: hubs}
		var files objectfs.FS
		if round%3 == 2 {
			files = objectfs.NewScratch(t.TempDir())
		}
		store := storeInPieces(t, o, pieces, hubs, files)
		if cuts := store.Cuts(); rng.IntN(2) == 0 && !partition.HasEmpty(cuts) {
			grid.Columns = cuts
		}
		limit := int64(0)
		if rng.IntN(2) == 0 { // room for single pieces, and little more
			single := newPartsRoom(store, [][]partition.Range{pieces}, grid)
			rows, edges := o.Rows()+2*single.columns.upper, 3*single.columns.edges
			limit = rowsBytes(rows, edges) + 8*int64(rows) + 4*int64(edges) + 8<<10
		}
		method := AnswerMethods[rng.IntN(2)]
		what := fmt.Sprintf("seed %d, round %d: %d rows, %d edges, %v, by %s within %d", seed, round, o.Rows(), o.Edges(), grid, method, limit)
		if err := answersInParts(t, driver, o, store, grid, method, limit, 1+rng.IntN(3)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// answersInParts asks for vertices and edges of a grid.
func answersInParts(t *testing.T, driver *gpu.Driver, o *lists.Oriented, store *partition.Store, grid partition.Grid, method cpucount.Method, limit int64, counters int) (err error) {
	var devices []*gpu.Device
	for range counters {
		dev, err := driver.OpenDevice(0, limit)
		if err != nil {
			return err
		}
		defer dev.Close()
		devices = append(devices, dev)
	}
	ask := func(answers Answers) (uint64, error) {
		queue := &cpucount.Queue{Store: store, Grid: grid}
		found, err := CountSubtasks(t.Context(), devices, queue, slices.Collect(grid.Subtasks()), method, Params{}, 2*counters, answers)
		for _, dev := range devices {
			if now, _ := dev.Used(); err == nil && now != 0 {
				err = fmt.Errorf("%d bytes are still allocated", now)
			}
		}
		return found.Triangles, err
	}
	want, err := cpucount.Vertices(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err != nil {
		return err
	}
	sum := uint64(0)
	for _, n := range want {
		sum += n
	}
	vertices := make([]uint64, o.Rows())
	if triangles, err := ask(Answers{Vertices: vertices}); err != nil || triangles != sum/3 || !slices.Equal(vertices, want) {
		return fmt.Errorf("%d triangles of %d, or other vertices: %w", triangles, sum/3, err)
	}
	support, err := cpucount.Support(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err != nil {
		return err
	}
	sums := partition.NewSums(store, grid, t.TempDir())
	defer func() { err = cmp.Or(err, sums.Close()) }()
	if triangles, err := ask(Answers{Edges: sums}); err != nil || triangles != sum/3 {
		return fmt.Errorf("%d triangles of %d: %w", triangles, sum/3, err)
	}
	return sameSupport(t, o, store, grid, sums, support)
}

// sameSupport holds sums against the support of each edge.
func sameSupport(t *testing.T, o *lists.Oriented, store *partition.Store, grid partition.Grid, sums *partition.Sums, support []uint32) error {
	for i, rows := range grid.Rows {
		for k, columns := range grid.Columns {
			var want []uint32
			for r := rows.Begin; r < rows.End; r++ {
				for e, w := range o.Row(r) {
					if w >= columns.Begin && w < columns.End {
						want = append(want, support[o.Offsets()[r]+uint64(e)])
					}
				}
			}
			got := make([]uint32, store.Edges(rows, columns))
			if err := sums.Read(t.Context(), i, k, got, 2); err != nil || !slices.Equal(got, want) {
				return fmt.Errorf("block (%d, %d) has other support: %w", i, k, err)
			}
		}
	}
	return nil
}

// Where memory is short, parts are halved: each failure of a single piece is the count's.
func TestEveryCallOfAnswersInPartsFails(t *testing.T) {
	o := graphtest.Wheel(200).Lists()
	whole := []partition.Range{{End: uint32(o.Rows())}}
	for _, hubs := range []uint32{0, 64} {
		if hubs == 0 && testing.Short() {
			continue // with hubs there are both kinds of subtasks
		}
		grid := partition.Grid{Rows: whole, Columns: whole, Hubs: hubs}
		store := storeInPieces(t, o, whole, hubs, nil)
		for _, name := range []string{"vertices", "edges"} {
			t.Run(fmt.Sprintf("%s, %d hubs", name, hubs), func(t *testing.T) {
				fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
					answers := Answers{Vertices: make([]uint64, o.Rows())}
					if name == "edges" {
						sums := partition.NewSums(store, grid, t.TempDir())
						defer sums.Close()
						answers = Answers{Edges: sums}
					}
					return answersOnFake(t, driver, 0, cpucount.Auto, store, grid, answers)
				}, fakecuda.Hopper)
			})
		}
	}
}

// TestCutForAnswers keeps to the memory of both sides, or says what it needs.
func TestCutForAnswers(t *testing.T) {
	o := graphtest.Complete(700)
	store := storeInPieces(t, o, rangesOf(o, 40), 0, nil)
	for _, c := range []Cutting{{RowBytes: 8, Threads: 2}, {EdgeBytes: 4, Devices: 2, Threads: 1}} {
		c.Method, c.Room = cpucount.Auto, 1<<40
		whole, err := c.Cut(t.Context(), store)
		if err != nil || whole.Hubs != 0 || len(whole.Rows) != c.leastRows() {
			t.Fatalf("%+v: %v, %v", c, whole, err)
		}
		most := func(g partition.Grid) (bytes int64) {
			for task := range g.Subtasks() {
				bytes = max(bytes, c.HostBytes(store, g, task))
			}
			return bytes
		}
		c.Memory = most(whole) * 3 / 4
		less, err := c.Cut(t.Context(), store)
		if err != nil || most(less) > c.Memory || len(less.Rows) <= len(whole.Rows) {
			t.Errorf("%+v: %v, %d bytes, %v", c, less, most(less), err)
		}
		c.Memory, c.Room = 0, 2<<20
		if less, err = c.Cut(t.Context(), store); err != nil || len(less.Rows) <= len(whole.Rows) {
			t.Errorf("%+v: %v, %v", c, less, err)
		}
		c.Memory, c.Room = 1000, 1<<40
		var short *graph.MemoryError
		if _, err := c.Cut(t.Context(), store); !errors.As(err, &short) || short.Need <= c.Memory {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
