package cli

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

const (
	progressAfter     = time.Second            // shorter work shows no bar
	progressAfterJSON = 200 * time.Millisecond // and sends no message
	progressEvery     = 100 * time.Millisecond // between two looks at the meter
	progressAnyway    = time.Second            // after which a message is sent, changed or not
)

// watch shows the meter until stop is called, or the command is interrupted: nothing at
// first, then a bar for the current phase on a terminal, or messages for a program.
// Where stderr is neither, or a terminal that cannot move its cursor, it does nothing.
func watch(cmd *cobra.Command, quiet bool, meter *graph.Meter) (stop func()) {
	said := messagesTo(cmd.ErrOrStderr())
	terminal, after, show := said.to, progressAfter, showBars
	switch {
	case quiet:
		return func() {}
	case said.form == jsonMessages:
		after = progressAfterJSON
		show = func(_ io.Writer, meter *graph.Meter, quit <-chan struct{}) { sayProgress(said, meter, quit) }
	case !sheet.IsTerminal(terminal) || os.Getenv("TERM") == "dumb":
		return func() {}
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() { close(quit) })
	// A command may take longer to end than we wait for it, and leave its bar.
	forget := context.AfterFunc(cmd.Context(), once)
	go func() {
		defer close(gone)
		select {
		case <-quit:
		case <-time.After(after):
			show(terminal, meter, quit)
		}
	}()
	return func() {
		forget()
		once()
		<-gone
	}
}

// showBars draws until quit and leaves nothing behind.
func showBars(terminal io.Writer, meter *graph.Meter, quit <-chan struct{}) {
	bars := mpb.New(mpb.WithOutput(terminal), mpb.WithRefreshRate(progressEvery))
	var (
		bar   *mpb.Bar
		shown string
	)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for running := true; running; {
		phase, done, total := meter.Snapshot()
		if phase != shown || bar == nil {
			if bar != nil {
				bar.Abort(true)
			}
			bar, shown = newBar(bars, phase, total), phase
		}
		bar.SetCurrent(done)
		select {
		case <-quit:
			running = false
		case <-tick.C:
		}
	}
	bar.Abort(true)
	bars.Wait()
}

// sayProgress says until quit how far the work is, whenever that has changed. Now and then it
// says so anyway: who writes to a pipe that nobody reads any more ends by SIGPIPE, and so the
// command ends soon after the program that began it.
func sayProgress(stderr io.Writer, meter *graph.Meter, quit <-chan struct{}) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	var told progressMessage
	var last time.Time
	for {
		phase, done, total := meter.Snapshot()
		if now := (progressMessage{phase, done, total}); now != told || time.Since(last) >= progressAnyway {
			told, last = now, time.Now()
			say(stderr, message{Progress: &now})
		}
		select {
		case <-quit:
			return
		case <-tick.C:
		}
	}
}

// newBar adds a bar with the time left, or a spinner where the total is not
// known.
func newBar(bars *mpb.Progress, phase string, total int64) *mpb.Bar {
	name := mpb.PrependDecorators(decor.Name(phase, decor.WC{W: 8, C: decor.DindentRight}))
	if total <= 0 {
		return bars.New(0, mpb.SpinnerStyle().PositionLeft(), name,
			mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)))
	}
	return bars.New(total, mpb.BarStyle(), name, mpb.AppendDecorators(
		decor.Percentage(decor.WC{W: 5}), decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 8})))
}
