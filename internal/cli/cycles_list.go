package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// listFile lists the cycles of one file, or its longest.
func (c *cycling) listFile(ctx context.Context, cmd *cobra.Command, name string, s *search) error {
	out, commit, err := openOutput(cmd, c.path)
	if err != nil {
		return err
	}
	defer commit.discard()
	steps := c.stepsOf(&s.opt)
	if c.report.wanted() {
		s.seen = report.NewCycleList(s.Graph)
	}
	begin := time.Now()
	found, err := c.list(ctx, cmd, s, out)
	listing := time.Since(begin)
	if err != nil && !isStopped(err) {
		return err
	}
	// What a limit left was asked for, too.
	if failed := commit.run(); failed != nil {
		return writeError(c.path, failed)
	}
	steps.Partial = err != nil
	if failed := c.writeTrace(steps, name); failed != nil {
		return failed
	}
	err = c.stopped(name, c.partly(found), err)
	if failed := c.report.addList(cmd.Context(), s, steps, c.asked(), listing, c.longest, err); failed != nil {
		return failed
	}
	if err != nil || c.quiet {
		return err
	}
	return c.sayFound(cmd, name, s, found)
}

// partly says what there is of a list that was stopped.
func (c *cycling) partly(found uint64) string {
	if c.longest && found > 0 {
		return "the cycle is the longest known so far, there may be longer ones"
	}
	return fmt.Sprintf("the output is partial, %s", readable.Quantity(found, "cycle", "cycles"))
}

// list writes the cycles of a graph and returns their number.
func (c *cycling) list(ctx context.Context, cmd *cobra.Command, s *search, out io.Writer) (uint64, error) {
	encoder, err := c.form.Encoder(s.Graph, s.positions)
	if err != nil {
		return 0, usagef("%v; --to ndjson has room for it", err)
	}
	stream, err := cyclelist.NewStream(out, encoder)
	if err != nil {
		return 0, writeError(c.path, err)
	}
	if c.path == "-" {
		defer announcePartial(cmd, s.info.Name)()
		defer heedReader(out)()
	}
	// A bar would stand between the lines.
	silent := c.quiet || c.path == "-" && sheet.IsTerminal(out)
	stop := watch(cmd, silent, s.opt.Meter)
	searched := c.search(ctx, s, stream)
	stop()
	if err := stream.Close(searched == nil); err != nil {
		return stream.Cycles(), writeError(c.path, err)
	}
	if searched != nil && !isStopped(searched) {
		searched = s.failed(searched)
	}
	return stream.Cycles(), searched
}

// search writes what is asked for to the stream. Errors of the stream end it,
// and are kept there.
func (c *cycling) search(ctx context.Context, s *search, stream *cyclelist.Stream) error {
	if c.longest {
		cycle, err := chordless.Longest(ctx, s.Graph, s.opt)
		if cycle != nil && (err == nil || isStopped(err)) {
			s.see(cycle)
			err = cmp.Or(stream.Write(cycle), err)
		}
		return err
	}
	// Others find cycles one by one, and none should be kept back.
	sets := c.engine == device.CUDA || c.engine == opencl.Engine || c.method == chordless.Levels
	bitmaps := stream.TakesSets()
	// Many bitmaps at once may be large, and features are numbered in turn.
	if c.maxLength == 3 && !sets && !bitmaps && c.form != cyclelist.GeoJSON {
		return s.triangles(ctx, stream)
	}
	if bitmaps && sets {
		for some, err := range chordless.Sets(ctx, s.Graph, s.opt) {
			if err != nil {
				return err
			}
			if s.seen != nil {
				for set := range slices.Chunk(some, (s.Vertices()+63)/64) {
					s.seen.AddSet(set)
				}
			}
			if err := stream.WriteSets(some); err != nil {
				return err
			}
		}
		return nil
	}
	for cycle, err := range chordless.All(ctx, s.Graph, s.opt) {
		if err != nil {
			return err
		}
		s.see(cycle)
		if err := stream.Write(cycle); err != nil {
			return err
		}
	}
	return nil
}

// announcePartial says that what was printed is partial once the command is
// interrupted, until the list is ended: at once, because a reader that takes nothing may
// keep the list waiting until then; and before anything else is said.
func announcePartial(cmd *cobra.Command, name string) (end func()) {
	partial := sync.OnceFunc(func() {
		warn(cmd.ErrOrStderr(), name, "the output is partial")
	})
	cancel := context.AfterFunc(cmd.Context(), partial)
	return func() {
		if !cancel() {
			partial()
		}
	}
}

// sayFound says on one line what was listed, the triangles apart where no
// triangle could be.
func (c *cycling) sayFound(cmd *cobra.Command, name string, s *search, found uint64) error {
	what := "listed " + readable.Quantity(found, "chordless cycle", "chordless cycles")
	switch {
	case found == 0:
		what = "no chordless cycle"
	case c.longest:
		what = "listed a longest chordless cycle"
	}
	apart := ""
	if c.minLength == 4 && c.maxLength == 0 && len(c.through) == 0 {
		triangles, err := triangle.Count(cmd.Context(), s.Graph.Source(), triangle.Options{Threads: s.opt.Threads})
		if err != nil {
			return err
		}
		apart = "; " + readable.Quantity(triangles.Triangles, "triangle", "triangles") + " apart"
	}
	note(cmd.ErrOrStderr(), name, "%s of %s%s", what, c.lengths(), apart)
	return nil
}
