package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/triangle"
)

// search is a graph to search, and the wishes in its terms.
type search struct {
	*graph.Graph
	took   loading.Took // to load it
	source graph.Source // in which the graph may live
	held   int64        // bytes of --memory that are taken before the search
	info   graph.Info
	opt    chordless.Options
	seen   *report.CycleList // collects what is listed; nil where no report is wanted

	positions [][3]float64 // of the vertices; nil where they are not asked for
	up        bool         // y counts upwards in these

	many graphstream.Source // where there is more than one graph, and none is loaded
}

// open loads the graph of a file for body, which has as long as --timeout says, and
// closes the file afterwards.
func (c *cycling) open(cmd *cobra.Command, name string, body func(ctx context.Context, s *search) error) (err error) {
	ctx, cancel := limited(cmd.Context(), c.timeout)
	defer cancel()
	s, err := c.load(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer loading.Close(s.source, &err)
	return body(ctx, s)
}

// load opens and reads a file and says what cleaning did. The source is closed
// by the caller.
func (c *cycling) load(ctx context.Context, cmd *cobra.Command, name string) (s *search, err error) {
	opt, stop := c.start(cmd)
	s, err = c.read(ctx, cmd, name, opt)
	stop()
	if err != nil {
		return nil, c.stopped(name, "it was not even read", err)
	}
	if s.many != nil {
		return s, nil
	}
	if !c.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, s.info, s.Report())
	}
	err = c.wish(name, s)
	switch {
	case err != nil:
	case c.form == cyclelist.GeoJSON:
		err = c.place(ctx, name, s)
	case c.positions != "":
		s.up = true
		s.positions, err = drawnAt(ctx, c.positions, name, s.Graph)
	}
	if err != nil {
		return nil, cmp.Or(s.source.Close(), err)
	}
	return s, nil
}

// see notes a cycle that is listed.
func (s *search) see(cycle []uint32) {
	if s.seen != nil {
		s.seen.Add(cycle)
	}
}

// mostWait is how long after the end of its context reading is waited for:
// whoever writes to a pipe may never do so.
const mostWait = 400 * time.Millisecond

// read opens and reads a file.
func (c *cycling) read(ctx context.Context, cmd *cobra.Command, name string, opt graph.Options) (*search, error) {
	s := &search{opt: c.options()}
	s.opt.Meter = opt.Meter
	if !c.quiet {
		s.opt.Warn = func(text string) { warn(cmd.ErrOrStderr(), name, "%s", text) }
	}
	err := finish(ctx, mostWait, func() (err error) {
		if s.source, err = c.input.open(cmd, name); err != nil {
			return err
		}
		if s.many, err = c.input.graphs(s.source); s.many != nil || err != nil {
			return err
		}
		src, placed := withPlaces(s.source, c.input.places)
		if s.Graph, s.took, err = loading.Graph(ctx, src, opt); err != nil {
			return cmp.Or(s.source.Close(), err)
		}
		s.positions = placed.positions
		s.info = s.source.Info()
		s.up = upwards(s.info)
		return nil
	})
	var large *loading.ShortError
	if errors.As(err, &large) {
		least, failed := leastSearch(large.Info)
		if failed != nil {
			return nil, failed
		}
		large.Need = max(large.Need, least)
	}
	if err != nil {
		return nil, err // and whoever was left behind may still write to s
	}
	return s, nil
}

// leastSearch is the memory with which a graph is loaded, its triangles are counted
// and it is reduced.
func leastSearch(info graph.Info) (int64, error) {
	vertices, records := info.Vertices.Get(), info.Records.Get()
	held := processBytes + 8*(vertices+1) + 8*records
	reducing := 96*vertices + 32*records
	counting, err := triangle.EstimateCount(graph.Info{Format: "graph", Records: info.Records, Vertices: info.Vertices, MaxRecords: info.Records},
		triangle.Options{Engine: device.CPU, Memory: 1})
	if err != nil {
		return 0, err
	}
	return beyondReserve(held + max(reducing, counting.Each[0].Memory)), nil
}

// wish completes the wishes of a search of a graph that is there.
func (c *cycling) wish(name string, s *search) error {
	var err error
	if s.opt.Memory, s.held, err = c.beside(s.Graph, s.source); err != nil {
		return err
	}
	for _, label := range c.through {
		v, ok := s.Labels().Find(label, s.Vertices())
		if !ok {
			return usagef("--through %s: %s has no such vertex", label, name)
		}
		s.opt.Through = append(s.opt.Through, v)
	}
	return nil
}

// hold takes so many bytes of the memory of the search for what stays beside it.
func (s *search) hold(what string, bytes int64) error {
	if s.opt.Memory == 0 {
		return nil // no limit
	}
	limit := s.opt.Memory + s.held
	s.held += bytes
	if s.opt.Memory -= bytes; s.opt.Memory <= 0 {
		return &graph.MemoryError{What: what, Need: beyondReserve(s.held - reserve(limit) + 1<<20), Limit: limit}
	}
	return nil
}

// processBytes is what a process of ours holds without a graph: code, stacks,
// small garbage.
const processBytes = 32 << 20

// reserve is the part of a memory limit that is kept back.
func reserve(limit int64) int64 { return limit / 32 }

// beyondReserve returns the limit that leaves need beside its reserve.
func beyondReserve(need int64) int64 { return need + need/31 + 1 }

// beside returns what the memory limit leaves beside the graph and the process,
// 0 for no limit, and what these hold.
func (c *cycling) beside(g *graph.Graph, source graph.Source) (left, held int64, err error) {
	limit := c.limits.bytes()
	if limit == 0 {
		return 0, 0, nil
	}
	lists := int64(8*len(g.Offsets()) + 4*len(g.Adjacency()))
	mapped := int64(0)
	if source.Info().Mapped {
		mapped = lists
	}
	held = processBytes + reserve(limit) + lists
	if held >= limit {
		return 0, 0, &graph.MemoryError{What: "the graph alone", Need: beyondReserve(processBytes + lists + 1<<20), Limit: limit}
	}
	// The garbage must stay below what is there in all; the code, which the
	// collector does not know of, and a file that is mapped are part of that.
	theHeap.limit(limit - processBytes*2/3 - mapped)
	return limit - held, held, nil
}

// failed says of which file an error is that a search of another one might not
// have, and in a memory error what else the limit is for.
func (s *search) failed(err error) error {
	var (
		memory *graph.MemoryError
		unfit  *frontier.UnfitError
	)
	switch {
	case errors.As(err, &memory):
		limit := memory.Limit + s.held
		need := beyondReserve(memory.Need + s.held - reserve(limit)) // which grows with the limit
		err = &graph.MemoryError{What: memory.What, Need: need, Limit: limit}
	case !errors.As(err, &unfit):
		return err
	}
	return fmt.Errorf("%s: %w", s.info.Name, err)
}
