package bench

import (
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// By is by what and how often times are measured.
type By struct {
	Threads int   // 0 for one a core
	Memory  int64 // 0 for no limit
	Devices *device.Group
	Repeat  int
	Version string // of this program, for pictures; "" where it has none
}

// options returns the limits for package graph.
func (b *By) options(meter *graph.Meter) graph.Options {
	return graph.Options{Threads: b.Threads, Memory: b.Memory, Meter: meter}
}

func (b *By) threads() int { return par.Workers(b.Threads) }

// addHere says in a sheet by what and how often times were measured.
func (b *By) addHere(s *sheet.Sheet, by string) {
	s.Add("here", "%s, medians of %s", by, readable.Quantity(uint64(b.Repeat), "repetition", "repetitions"))
}

func (b *By) quantityOfThreads() string {
	return readable.Quantity(uint64(b.threads()), "thread", "threads")
}

// note says below a picture how, by what and when its times were measured; device is "" for
// none.
func (b *By) note(device string) string {
	where := b.quantityOfThreads()
	if device != "" {
		where += " and one " + device
	}
	how := "One run"
	if b.Repeat > 1 {
		how = fmt.Sprintf("Medians of %d runs", b.Repeat)
	}
	built := ""
	if b.Version != "" {
		built = "tricycle " + b.Version + ", "
	}
	return fmt.Sprintf("%s with %s. %s%s.", how, where, built, time.Now().Format("2 January 2006"))
}

// facts say the same on a page.
func (b *By) facts(device string) page.Facts {
	facts := page.Facts{{Name: "threads", Value: b.threads()}}
	if device != "" {
		facts = append(facts, page.Fact{Name: "device", Value: device})
	}
	return append(facts, page.Fact{Name: "repetitions", Value: b.Repeat, Note: "times are medians"})
}

// barName names the bars of a graph of a published table, for which another may stand.
func barName(graph, standIn string) string {
	if standIn != "" {
		return graph + " (stand-in)"
	}
	return graph
}

// speedUpFigure is a figure of speed-ups, with the largest one in words.
func speedUpFigure(f plot.Bars) page.Figure {
	row, series, largest := 0, 0, plot.Missing
	for i, s := range f.Series {
		for j, v := range s.Values {
			if v > largest {
				row, series, largest = j, i, v
			}
		}
	}
	if largest > 0 {
		f.Description += fmt.Sprintf(" The longest bar is %s, of %s, %s.", plot.Short(largest), f.Rows[row], f.Series[series].Name)
	}
	return page.Figure{Plot: f, Note: f.Description}
}
