package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/frontier"
)

// Jradi is the table of Jradi et al., whose chordless cycles are counted and listed.
type Jradi struct {
	By
	Engine    device.Engine
	OpenCL    string // number of the device of OpenCL; "" for the first GPU
	Device    string // name of the device; "" where none is used
	Methods   []chordless.Method
	Unreduced bool
	Webs      string // folder of the food webs; "" for none
	Most      uint64 // cycles of a graph to be measured; 0 for any number

	rows []*jradiRow // once it is measured
}

// Compares says whether there are speed-ups.
func (b *Jradi) Compares() bool {
	return slices.Contains(b.Methods, chordless.Dias) && slices.ContainsFunc(b.Methods, speedsUp)
}

// speedsUp says whether a method is compared with the sequential one.
func speedsUp(m chordless.Method) bool { return m != chordless.Dias && m != chordless.Frontier }

// jradiRow is a row of the published table and what was measured for it.
type jradiRow struct {
	published
	standIn string // the command that makes what stands for a graph; "" for the graph itself
	missing string // why nothing was measured; "" where it was
	tries   []*jradiTry
}

// jradiTry is what was measured by one method.
type jradiTry struct {
	wish        chordless.Method
	engine      device.Engine    // that was asked
	method      chordless.Method // that counted
	at          device.Engine    // that counted
	unfit       bool             // the method has no way to count this graph
	count, list samples
}

// onceSeconds is what takes so long that it is measured once.
const onceSeconds = 5

// Measure times every row that there is a graph for, the repetitions going
// round all of them.
func (b *Jradi) Measure(ctx context.Context, meter *graph.Meter) (err error) {
	opt := b.options(meter)
	rows := make([]*jradiRow, len(jradi))
	graphs := make([]*graph.Graph, len(jradi))
	for i, p := range jradi {
		rows[i] = &jradiRow{published: p}
		if graphs[i], err = b.graphOf(ctx, rows[i], opt); err != nil {
			return err
		}
		for _, method := range b.Methods {
			engine := device.CPU
			if slices.Contains(chordless.Methods(b.Engine), method) {
				engine = b.Engine
			}
			rows[i].tries = append(rows[i].tries, &jradiTry{wish: method, engine: engine})
		}
	}
	for range b.Repeat {
		for i, row := range rows {
			if graphs[i] == nil {
				continue
			}
			for _, try := range row.tries {
				if try.unfit || try.count != nil && try.count.best()+try.listed() > onceSeconds {
					continue
				}
				if err := b.time(ctx, graphs[i], row, try, opt); err != nil {
					return err
				}
			}
		}
	}
	b.rows = rows
	return nil
}

// listed returns the seconds of a list, 0 where there was none.
func (t *jradiTry) listed() float64 {
	if t.list == nil {
		return 0
	}
	return t.list.median()
}

// time counts and lists the cycles of a graph once.
func (b *Jradi) time(ctx context.Context, g *graph.Graph, row *jradiRow, try *jradiTry, limits graph.Options) error {
	opt := chordless.Options{
		Engine: try.engine, Devices: b.Devices, OpenCL: b.OpenCL, Method: try.wish, Unreduced: b.Unreduced,
		Threads: limits.Threads, Memory: limits.Memory, Meter: limits.Meter,
	}
	begin := time.Now()
	result, err := chordless.Count(ctx, g, opt)
	if errors.As(err, new(*frontier.UnfitError)) {
		try.unfit = true
		return nil
	}
	if err != nil {
		return err
	}
	try.count.since(begin)
	first := !slices.ContainsFunc(row.tries, func(t *jradiTry) bool { return t.method != "" })
	try.method, try.at = result.Method, result.Engine
	if row.standIn != "" && first && result.Chordless.IsUint64() {
		row.triangles, row.chordless = result.Triangles, result.Chordless.Uint64() // which are its own
	}
	if result.Triangles != row.triangles || !result.Chordless.IsUint64() || result.Chordless.Uint64() != row.chordless {
		return fmt.Errorf("%s: %s counts %d triangles and %d longer chordless cycles, and not %d and %d; please report it",
			row.name, result.Method, result.Triangles, result.Chordless, row.triangles, row.chordless)
	}
	if !row.lists(try) {
		return nil
	}
	width, listed := (g.Vertices()+63)/64, 0
	begin = time.Now()
	for sets, err := range chordless.Sets(ctx, g, opt) {
		if err != nil {
			return err
		}
		listed += len(sets) / width
	}
	try.list.since(begin)
	if uint64(listed) != row.chordless {
		return fmt.Errorf("%s: %d chordless cycles are listed by %s and %d counted; please report it", row.name, listed, try.wish, row.chordless)
	}
	return nil
}
