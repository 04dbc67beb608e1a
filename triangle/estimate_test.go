package triangle

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

func pairs(vertices, records int64) graph.Info {
	return graph.Info{
		Name: "pairs", Format: "u32", Bytes: graph.Known(8 * records), Vertices: graph.Known(vertices),
		Records: graph.Known(records), MaxRecords: graph.Known(records), Rereadable: true, Direct: true,
	}
}

// estimated is the estimate for the first engine.
func estimated(t *testing.T, info graph.Info, opt Options) Estimate {
	t.Helper()
	return estimatedFor(t, ofGraph, info, opt)
}

func estimatedFor(t *testing.T, q question, info graph.Info, opt Options) Estimate {
	t.Helper()
	all, err := opt.estimates(q, info)
	if err != nil || len(all.Each) == 0 {
		t.Fatalf("%+v: %+v, %v", opt, all, err)
	}
	return all.Each[0]
}

// TestEstimatesOfEveryMethod: an engine that has a method is estimated, and wishes
// that a count refuses are refused.
func TestEstimatesOfEveryMethod(t *testing.T) {
	for _, info := range []graph.Info{pairs(1<<10, 1<<14), pairs(1<<26, 1<<30), {Name: "a pipe"}} {
		for _, method := range append(Methods(device.Auto), "", "guess") {
			for _, engine := range []device.Engine{"", device.Auto, device.CPU, device.CUDA, "tpu"} {
				for _, order := range []graph.Order{"", graph.OrderDegeneracy} {
					opt := Options{Engine: engine, Method: method, Order: order}
					all, err := EstimateCount(info, opt)
					if refused := opt.check(); (err == nil) != (refused == nil) {
						t.Fatalf("%+v: %v, a count says: %v", opt, err, refused)
					}
					for _, e := range all.Each {
						if !has(e.Engine, opt.method()) {
							t.Errorf("%+v: %+v", opt, e)
						}
						checkEstimate(t, e)
					}
					if err == nil && (len(all.Each) > 0) != info.Records.Known() {
						t.Errorf("%+v: %+v", opt, all)
					}
				}
			}
		}
	}
}

// TestEstimatesAreSound draws sizes and limits: an estimate stays within limits
// that it finds sufficient, and fits those that it asks for.
func TestEstimatesAreSound(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	draw := func(from, to int) int64 { return int64(1)<<(from+random.IntN(to-from)) + random.Int64N(1<<from) }
	for range 300 {
		info := pairs(draw(4, 31), draw(4, 36))
		limit, onDevice := draw(20, 40), draw(20, 38)
		for _, engine := range []device.Engine{device.CPU, device.CUDA} {
			opt := Options{Engine: engine, Threads: 1 + random.IntN(32), Memory: limit, Devices: device.New(onDevice, 0)}
			e := estimated(t, info, opt)
			if e.Fits && (engine == device.CPU && e.Memory > limit || e.Device > onDevice) {
				t.Fatalf("%+v: %+v is beyond %d, %d", info, e, limit, onDevice)
			}
			if e.Fits {
				checkEstimate(t, e)
				continue
			}
			if engine == device.CPU && e.Memory <= limit || engine == device.CUDA && e.Device <= onDevice {
				t.Fatalf("%+v: %+v does not fit %d, %d, and does", info, e, limit, onDevice)
			}
			opt.Memory, opt.Devices = max(e.Memory, limit), device.New(max(e.Device, onDevice), 0)
			if again := estimated(t, info, opt); !again.Fits {
				t.Fatalf("%+v: %+v asks for what does not do: %+v", info, e, again)
			}
			if engine == device.CPU {
				opt.Memory = e.Memory - 1<<20
				if estimated(t, info, opt).Fits {
					t.Fatalf("%+v: %+v asks for more than the least", info, e)
				}
			}
		}
	}
}

// TestEstimatesFollowThePlan: each way to count on GPUs has a price of its own.
func TestEstimatesFollowThePlan(t *testing.T) {
	info := pairs(1<<24, 1<<28)
	of := func(opt Options) Estimate {
		opt.Engine, opt.Threads = device.CUDA, 4
		e := estimated(t, info, opt)
		checkEstimate(t, e)
		return e
	}
	whole := of(Options{})
	if e := of(Options{Order: graph.OrderDegeneracy}); e.Parts != whole.Parts || e.Seconds.Clean <= 10*whole.Seconds.Clean ||
		e.Memory <= whole.Memory+4<<28 || e.Device >= whole.Device {
		t.Errorf("lists by the CPU: %+v", e)
	}
	if e := of(Options{Devices: device.New(0, 0, 1)}); e.Parts != whole.Parts || e.Memory != whole.Memory || e.Seconds != whole.Seconds {
		t.Errorf("left to one of two: %+v", e)
	}
	if e := of(Options{Devices: device.New(0, 0, 1), leastShared: 1 << 28}); e.Parts != whole.Parts || e.Memory != whole.Memory+nextDriverBytes ||
		e.Seconds.Kernels != whole.Seconds.Kernels/2 || e.Seconds.Read != whole.Seconds.Read {
		t.Errorf("rows shared by two: %+v", e)
	}
	many := Options{Engine: device.CUDA, Threads: 72, Devices: device.New(0, 0, 1, 2, 3, 4, 5, 6, 7), leastShared: 1 << 28}
	e := estimated(t, info, many)
	link := gpugraph.LinkBytes(many.Threads, 1)
	read := deviceFirst + deviceLink*(whole.Seconds.Read-deviceFirst)
	if e.Memory != whole.Memory+7*nextDriverBytes+link || math.Abs(e.Seconds.Read/read-1) > 1e-9 {
		t.Errorf("records by the link of one of seven others: %+v", e)
	}
	many.Memory = e.Memory - 1
	if less := estimated(t, info, many); less.Memory != e.Memory-link || !less.Fits {
		t.Errorf("records by the first link alone: %+v", less)
	}
	many.Memory = 300 << 20
	if many.takesLink(7) {
		t.Errorf("a link within %d bytes", many.Memory)
	}
	e, merged := of(Options{Method: cpucount.Merge, Devices: device.New(0, 0, 1)}), of(Options{Method: cpucount.Merge})
	if e.Parts.Rows < 6 || e.Readings != 1 || e.Memory <= whole.Memory || e.Seconds.Kernels != merged.Seconds.Kernels/2 {
		t.Errorf("shared by two: %+v", e)
	}
	if e := of(Options{Devices: device.New(2<<30, 0)}); e.Parts.Rows < 3 || e.Readings < 2 || e.Device != 2<<30 {
		t.Errorf("in parts: %+v", e)
	}
}

// TestEstimatesOfAnswersFollowThePlan: what a GPU has no room for is answered in parts.
func TestEstimatesOfAnswersFollowThePlan(t *testing.T) {
	info := pairs(1<<24, 1<<28)
	of := func(q question, opt Options) Estimate {
		opt.Engine, opt.Threads = device.CUDA, 4
		return estimatedFor(t, q, info, opt)
	}
	for _, q := range []question{perVertex, perEdge} {
		whole := of(q, Options{})
		if e := of(q, Options{Devices: device.New(0, 0, 1)}); e != whole || e.Parts.Subtasks != 1 {
			t.Errorf("%s, two GPUs: %+v, want %+v", q, e, whole)
		}
		small := of(q, Options{Devices: device.New(2<<30, 0)})
		if !small.Fits || small.Parts.Rows < 3 || small.Readings < 2 || small.Device != 2<<30 || (small.Disk > 0) != (q == perEdge) {
			t.Errorf("%s, beyond the GPU: %+v", q, small)
		}
		less := of(q, Options{Devices: device.New(2<<30, 0), Memory: 2 << 30})
		if !less.Fits || less.Memory > 2<<30 || less.Disk <= small.Disk || less.Parts.Rows < small.Parts.Rows {
			t.Errorf("%s, beyond both: %+v", q, less)
		}
		if e := of(q, Options{Devices: device.New(2<<30, 0), Memory: 256 << 20}); e.Fits {
			t.Errorf("%s, in far too little memory: %+v", q, e)
		}
		if e := of(q, Options{Devices: device.New(64<<20, 0)}); e.Fits {
			t.Errorf("%s, on far too small a GPU: %+v", q, e)
		}
	}
	if e := of(trussOfEdges, Options{Devices: device.New(2<<30, 0)}); e.Fits {
		t.Errorf("trussness in parts: %+v", e)
	}
}

// TestEstimatesOfAnswersAreSound draws sizes and limits for every question.
func TestEstimatesOfAnswersAreSound(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	draw := func(from, to int) int64 { return int64(1)<<(from+random.IntN(to-from)) + random.Int64N(1<<from) }
	for i := range 100 {
		q := perVertex + question(i%4)
		info := pairs(draw(4, 31), draw(4, 36))
		info.Loaded = i%3 == 0
		opt := Options{Engine: device.CPU, Threads: 1 + random.IntN(32), Memory: draw(20, 40)}
		e := estimatedFor(t, q, info, opt)
		if e.Parts.Subtasks != 1 && !q.inParts() {
			t.Fatalf("%s, %+v: %+v is in parts", q, info, e)
		}
		if count := estimated(t, info, opt); e.Fits && !count.Fits {
			t.Fatalf("%s, %+v: %+v takes less than the count, %+v", q, info, e, count)
		}
		if e.Fits != (e.Memory <= opt.Memory) {
			t.Fatalf("%s, %+v: %+v for a limit of %d", q, info, e, opt.Memory)
		}
		if e.Fits {
			continue
		}
		opt.Memory = e.Memory
		if again := estimatedFor(t, q, info, opt); !again.Fits {
			t.Fatalf("%s, %+v: %+v asks for what does not do: %+v", q, info, e, again)
		}
	}
}

// TestTheLeastMemorySufficesForAnswers: with what an estimate calls the least, a question
// is answered, as it is for a count.
func TestTheLeastMemorySufficesForAnswers(t *testing.T) {
	src, err := generator.RMAT{Scale: 12, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []question{perVertex, perEdge, trussOfEdges, eachTriangle} {
		opt := Options{Threads: 2, Memory: 1, TmpDir: t.TempDir()}
		e := estimatedFor(t, q, src.Info(), opt)
		if e.Fits {
			t.Errorf("%s: fits one byte: %+v", q, e)
		}
		opt.Memory = e.Memory
		if _, err := opt.run(t.Context(), src, goal{asked: q}); err != nil {
			t.Errorf("%s: %v, estimated %+v", q, err, e)
		}
	}
}

// TestEstimatesKnowTheEngines: where a question is not answered on a GPU or in parts,
// neither is it estimated.
func TestEstimatesKnowTheEngines(t *testing.T) {
	info := pairs(1<<20, 1<<24)
	for _, q := range []question{ofGraph, perVertex, perEdge, trussOfEdges, eachTriangle} {
		for _, opt := range []Options{{}, {Engine: device.CPU}, {Engine: device.CUDA}, {Parts: Parts{Rows: 2, Columns: 1}}} {
			_, refused := opt.answerable(q)
			all, err := opt.estimates(q, info)
			if (err == nil) != (refused == nil) {
				t.Errorf("%s, %+v: %v, and the answer: %v", q, opt, err, refused)
			}
			for _, e := range all.Each {
				opt.Engine = e.Engine
				if _, err := opt.answerable(q); err != nil {
					t.Errorf("%s: %s is estimated: %v", q, e.Engine, err)
				}
			}
		}
	}
}

func TestTooManyVerticesForAGPU(t *testing.T) {
	if e := estimated(t, pairs(1<<31+1, 1<<33), Options{Engine: device.CUDA}); e.Fits || e.Device != 0 {
		t.Errorf("%+v", e)
	}
	if e := estimated(t, pairs(1<<31, 1<<33), Options{Engine: device.CUDA}); !e.Fits {
		t.Errorf("%+v", e)
	}
}

// checkEstimate holds the parts of an estimate against each other.
func checkEstimate(t *testing.T, e Estimate) {
	t.Helper()
	s := e.Seconds
	whole := e.Parts == Parts{Rows: 1, Columns: 1, Subtasks: 1}
	switch {
	case e.Readings < 1, s.Read <= 0, s.Count <= 0, s.Count < s.Kernels, s.Total < s.Read+s.Count,
		e.Parts.Subtasks < e.Parts.Rows*e.Parts.Columns, e.Disk < 0, e.Memory < processBytes,
		e.Engine == device.CUDA && whole && (e.Readings > 2 || e.Disk > 0 || s.Kernels == 0),
		e.Engine == device.CPU && (!whole && e.Disk == 0 || e.Device > 0):
		t.Fatalf("%+v", e)
	}
}

// TestLessMemoryTakesLonger: parts and disk grow when memory shrinks.
func TestLessMemoryTakesLonger(t *testing.T) {
	info := pairs(1<<26, 1<<30)
	before := estimated(t, info, Options{Engine: device.CPU, Threads: 4})
	for limit := int64(16 << 30); limit >= 2<<30; limit /= 2 {
		e := estimated(t, info, Options{Engine: device.CPU, Threads: 4, Memory: limit})
		if !e.Fits || e.Parts.Rows < before.Parts.Rows || e.Disk < before.Disk {
			t.Errorf("%s: %+v after %+v", bytesize.Text(limit), e, before)
		}
		before = e
	}
	if before.Parts.Rows == 1 || before.Disk == 0 {
		t.Errorf("%+v is not in parts", before)
	}
}

// TestTheLeastMemorySuffices: with the limit that an estimate calls the least, a
// count succeeds, from pieces where it says so.
func TestTheLeastMemorySuffices(t *testing.T) {
	for name, generator := range map[string]interface {
		Source() (*generator.Source, error)
	}{
		"rmat":    generator.RMAT{Scale: 12, EdgeFactor: 16, Seed: 1},
		"grid":    generator.Grid{Rows: 150, Cols: 150},
		"uniform": generator.Uniform{Vertices: 1 << 12, Edges: 1 << 16, Seed: 1},
	} {
		src, err := generator.Source()
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Engine: device.CPU, Threads: 2, Memory: 1, TmpDir: t.TempDir()}
		e := estimated(t, src.Info(), opt)
		if e.Fits {
			t.Errorf("%s: fits one byte: %+v", name, e)
		}
		opt.Memory = e.Memory
		r, err := Count(context.Background(), src, opt)
		if err != nil {
			t.Errorf("%s: %v, estimated %+v", name, err, e)
			continue
		}
		if whole := estimated(t, src.Info(), Options{Engine: device.CPU, Threads: 2}); !whole.Fits || whole.Disk > 0 {
			t.Errorf("%s: %+v without a limit", name, whole)
		}
		if r.Order != graph.OrderRecords && e.Parts.Subtasks > 1 {
			t.Errorf("%s: counted whole, estimated %+v", name, e)
		}
	}
}
