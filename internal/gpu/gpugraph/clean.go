package gpugraph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// ErrIDs says that the ids of a source are not for the device: 2^31 and more,
// or with gaps so large that arrays over all of them are not worth it. The CPU
// makes them dense first.
var ErrIDs = errors.New("ids that are not dense enough for the GPU")

var errUsedUp = errors.New("gpugraph: the edges were used up by Orient")

// Options bounds and observes the steps of this package. The zero value reads
// with every core.
type Options struct {
	Threads int          // goroutines that read the source; 0 for one a core
	Piece   int          // edges that Parts hands over at once, longer rows aside; 0 for a whole part
	Meter   *graph.Meter // progress; may be nil

	// batch is how many records are sorted at once, in parts at most; 0 for a
	// good choice.
	batch int
	// mark is told after each stage that its work is in the stream.
	mark func(stage string, stream *gpu.Stream) error
	// told is told what Parts reads from the device, and may change it.
	told func(what string, words []uint64)
}

func (o Options) done(ctx context.Context, stage string, stream *gpu.Stream) error {
	if o.mark != nil {
		if err := o.mark(stage, stream); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// Cleaned is what cleaning leaves of the raw edges: each undirected edge once,
// no self-loops. It is lists.Cleaned on a device, and says the same of every
// source.
type Cleaned struct {
	device  *gpu.Device
	kernels *kernels
	stream  *gpu.Stream
	sorter  *sorter
	reader  *reader // its pinned memory is given back at the end: that waits for the device
	opt     Options

	keys, spare array[uint64] // the edges, larger end above the smaller, ascending; and as much room
	degree      array[uint32] // of each id
	edges       uint64
	vertices    int
	facts       degreeFacts
	report      graph.Report
	reading     time.Duration
}

// degreeFacts are sums over the degrees.
type degreeFacts struct {
	largest   uint32
	connected int // vertices with an edge
	lonely    int // vertices with nothing but a self-loop
	// The wedges of each vertex, their low and high 32 bits added apart.
	wedgesLow, wedgesHigh uint64
}

// degreeFactWords is what the kernel summarize writes.
const degreeFactWords = 5

func newDegreeFacts(words []uint64) degreeFacts {
	return degreeFacts{
		largest: uint32(words[0]), connected: int(words[1]), lonely: int(words[2]),
		wedgesLow: words[3], wedgesHigh: words[4],
	}
}

func (f degreeFacts) wedges() *big.Int {
	w := new(big.Int).SetUint64(f.wedgesHigh)
	return w.Lsh(w, 32).Add(w, new(big.Int).SetUint64(f.wedgesLow))
}

// Ingest reads src and cleans its records on the device. The report, and all
// that is counted, is what lists.Clean gives for the same source.
//
// What does not fit the device is refused with an error of the class
// gpu.ErrOutOfMemory: before the source is read as far as its header tells the
// records ([Bytes] gives what is needed), and otherwise as soon as it is known.
// Ids that the device does not take are an error of the class [ErrIDs].
func Ingest(ctx context.Context, dev *gpu.Device, src graph.Source, opt Options) (_ *Cleaned, err error) {
	c := &Cleaned{device: dev, opt: opt}
	begin := time.Now()
	defer func() {
		if err != nil {
			_ = c.Close() // the first error says more
		}
	}()
	room, err := plan(dev, src.Info())
	if err != nil {
		return nil, err
	}
	if c.stream, err = dev.NewStream(); err != nil {
		return nil, err
	}
	if c.kernels, err = loadKernels(dev, wholeModules); err != nil {
		return nil, err
	}
	if c.sorter, err = newSorter(dev, c.kernels, c.stream); err != nil {
		return nil, err
	}
	if err := opt.done(ctx, "load", c.stream); err != nil {
		return nil, err
	}
	if c.reader, err = c.newReader(src.Info(), room); err != nil {
		return nil, err
	}
	summary, err := c.reader.read(ctx, src)
	if err != nil {
		return nil, err
	}
	c.reading = time.Since(begin)
	ids, err := idRange(src.Info(), c.reader.runs.found, summary)
	if err != nil {
		return nil, err
	}
	opt.Meter.Start("clean", 0)
	if err := opt.done(ctx, "read", c.stream); err != nil {
		return nil, err
	}
	if err := c.clean(ctx, ids, summary.Vertices.Known()); err != nil {
		return nil, err
	}
	return c, nil
}

// idRange returns the number of ids that arrays are made for, after the rules
// of lists.Clean.
func idRange(info graph.Info, found readFacts, summary graph.Summary) (int, error) {
	records := uint64(found.records)
	switch {
	case summary.Vertices.Known() && records > 0 && found.largest >= uint64(summary.Vertices.Get()):
		return 0, fmt.Errorf("gpugraph: source %s yields an id beyond its %v declared vertices", info.Name, summary.Vertices)
	case max(found.largest+1, uint64(summary.Vertices.Get())) > mostIDs:
		return 0, fmt.Errorf("%w: %s has ids of 2^31 and more", ErrIDs, info.Name)
	case summary.Vertices.Known():
		return int(summary.Vertices.Get()), nil
	case found.largest >= sparse(found.records):
		return 0, fmt.Errorf("%w: %s has ids up to %d in %d records", ErrIDs, info.Name, found.largest, records)
	case records == 0:
		return 0, nil
	}
	return int(found.largest) + 1, nil
}

// sparse returns the least id with which ids are not dense enough for so many
// records, where vertices are not declared.
func sparse(records int) uint64 { return 4*uint64(records) + 1<<16 }

// clean turns the records that were read into edges.
func (c *Cleaned) clean(ctx context.Context, ids int, declared bool) (err error) {
	runs := c.reader.runs
	found := runs.found
	held := int64(c.keys.Len()+c.spare.Len())*keyBytes + c.sorter.bytes() + runs.bytes()
	if err := fits(c.device, Bytes(uint64(found.records), ids)-held); err != nil {
		return err
	}
	if c.spare.Len() < c.keys.Len() {
		if err := c.spare.free(); err != nil {
			return err
		}
		if c.spare, err = allocate[uint64](c.device, c.keys.Len()); err != nil {
			return err
		}
	}
	if err := c.sorter.reserve(max(found.records, ids, 1)); err != nil {
		return err
	}
	if c.degree, err = runs.finish(ids); err != nil {
		return err
	}
	if err := c.opt.done(ctx, "sort", c.stream); err != nil {
		return err
	}
	n := found.records
	sums, err := c.merge(n, ids)
	if err != nil {
		return err
	}
	if err := runs.free(); err != nil {
		return err
	}
	c.edges = sums.edges
	c.facts = sums.degreeFacts
	c.vertices = c.facts.connected + c.facts.lonely
	if declared {
		c.vertices = ids
	}
	c.report = report(found, sums.distinctFacts, c.vertices-c.facts.connected)
	return c.opt.done(ctx, "merge", c.stream)
}

// report says what cleaning did.
func report(found readFacts, kept distinctFacts, isolated int) graph.Report {
	records := uint64(found.records)
	return graph.Report{
		Records:    records,
		Loops:      found.loops,
		Duplicates: records - found.loops - kept.edges - kept.reciprocal,
		Reciprocal: kept.reciprocal,
		OneWay:     kept.edges - kept.reciprocal,
		Isolated:   uint64(isolated),
	}
}

// merged is what merging the records counts.
type merged struct {
	distinctFacts
	degreeFacts
}

// merge keeps one of the sorted records of each edge, and counts.
func (c *Cleaned) merge(n, ids int) (sums merged, err error) {
	// What sorting needs beside the keys, half a byte for each of these, is
	// free now, and more than facts and a bit for each id and each edge.
	const factCount = distinctFactWords + degreeFactWords
	facts := c.sorter.known.Slice(0, factCount)
	loopers := gpu.View[uint32](c.sorter.known.buffer, factCount*8, (ids+31)/32)
	reciprocal := gpu.View[uint32](c.sorter.known.buffer, factCount*8+4*int64(loopers.Len()), (n+31)/32)
	if err = cmp.Or(gpu.Memset(c.stream, facts, 0), gpu.Memset(c.stream, loopers, 0)); err != nil {
		return sums, err
	}
	edges, degrees := facts.Slice(0, distinctFactWords), facts.Slice(distinctFactWords, factCount)
	if err = c.sorter.distinct(c.keys.Slice(0, n), c.spare.Array, c.degree.Array, loopers, reciprocal, edges); err != nil {
		return sums, err
	}
	if err = c.stream.Launch(c.kernels.summarize, c.kernels.over(ids), c.degree.Arg(), loopers.Arg(), gpu.Uint64(uint64(ids)), degrees.Arg()); err != nil {
		return sums, err
	}
	var got [factCount]uint64
	if err = gpu.Read(c.stream, got[:], facts); err != nil {
		return sums, err
	}
	c.keys, c.spare = c.spare, c.keys
	return merged{newDistinctFacts(got[:]), newDegreeFacts(got[distinctFactWords:])}, nil
}

// distinctFacts are what the kernels behind distinct count.
type distinctFacts struct {
	edges      uint64
	reciprocal uint64 // of these, in both directions
}

const distinctFactWords = 2

func newDistinctFacts(words []uint64) distinctFacts { return distinctFacts{words[0], words[1]} }

// distinct writes each edge of sorted records once, as a pair of its larger and
// its smaller end. It takes an edge's other records off the degrees, which count
// them all, sets the bits of ids with a self-loop, and writes the bits of edges
// that stand in both directions, for which it takes a bit a record. facts are
// zero before.
func (s *sorter) distinct(records, edges gpu.Array[uint64], degree, loopers, reciprocal gpu.Array[uint32], facts gpu.Array[uint64]) error {
	if err := gpu.Memset(s.stream, reciprocal, 0); err != nil {
		return err
	}
	n, k := records.Len(), s.kernels
	blocks := k.over(n)
	all := max(blocks.Grid.X*warps, 1)
	share := (n + all - 1) / all
	share = (share + 31) &^ 31
	ranges := []gpu.Arg{records.Arg(), gpu.Uint64(uint64(n)), gpu.Uint64(uint64(share)), s.counts.Arg()}
	if err := s.stream.Launch(k.countEdges, blocks, append(ranges, loopers.Arg())...); err != nil {
		return err
	}
	if n > 0 {
		if err := s.scan(1, all); err != nil {
			return err
		}
		if err := gpu.Copy(s.stream, facts.Slice(0, 1), s.totals.Slice(0, 1)); err != nil {
			return err
		}
	}
	if err := s.stream.Launch(k.writeEdges, blocks, append(ranges, edges.Arg(), degree.Arg(), reciprocal.Arg())...); err != nil {
		return err
	}
	words := reciprocal.Len()
	return s.stream.Launch(k.countBits, k.over(words), reciprocal.Arg(), gpu.Uint64(uint64(words)), facts.Slice(1, 2).Arg())
}

// Report says what cleaning did.
func (c *Cleaned) Report() graph.Report { return c.report }

// Vertices returns n: declared vertices where the source declares them,
// distinct ids otherwise.
func (c *Cleaned) Vertices() int { return c.vertices }

// Edges returns m.
func (c *Cleaned) Edges() uint64 { return c.edges }

// MaxDegree returns the largest degree.
func (c *Cleaned) MaxDegree() uint32 { return c.facts.largest }

// Wedges returns the number of paths of length two, the sum of d(d-1)/2.
func (c *Cleaned) Wedges() *big.Int { return c.facts.wedges() }

// ReadTime returns the time that [Ingest] took until the last record was on the
// device.
func (c *Cleaned) ReadTime() time.Duration { return c.reading }

// Close frees what is on the device. Closing it again does nothing.
func (c *Cleaned) Close() error {
	var first error
	if c.reader != nil {
		first = c.reader.free()
	}
	first = cmp.Or(first, c.keys.free(), c.spare.free(), c.degree.free())
	if c.sorter != nil {
		first = cmp.Or(first, c.sorter.free())
	}
	if c.kernels != nil {
		first = cmp.Or(first, c.kernels.free())
	}
	if c.stream != nil {
		first = cmp.Or(first, c.stream.Free())
	}
	return first
}
