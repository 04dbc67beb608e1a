package bench

import (
	"fmt"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// Print writes the table, with what was measured beside it.
func (b *TCBW) Print(w io.Writer) error {
	rows := b.rows
	s := sheet.New()
	s.Add("published", "whole runs on an RTX A6000, TCBW (CPU) on a Xeon Silver 4216")
	s.Add("", "* did not run, - took more than 30 minutes")
	s.Add("", "K, M, G are 2^10, 2^20, 2^30")
	b.addHere(s, b.quantityOfThreads())
	if device := b.device(); device != "" {
		s.Add("device", "%s", device)
	}
	if err := s.Print(w); err != nil {
		return err
	}
	return sheet.Right(w, func(tabs io.Writer) {
		printTCBWGraphs(tabs, rows)
		b.printTCBWTimes(tabs, rows)
		b.printTCBWFaster(tabs, rows)
	})
}

// device returns the name of the GPU; "" where none was used.
func (b *TCBW) device() string {
	for _, row := range b.rows {
		if row.device != "" {
			return row.device
		}
	}
	return ""
}

// printTCBWGraphs writes the published sizes, those that were counted, and what was
// counted.
func printTCBWGraphs(w io.Writer, rows []*tcbwRow) {
	fmt.Fprint(w, "\n\tnodes\tedges\ttriangles\tvertices here\tedges here\ttriangles here\tdegree\t\n")
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t", row.name, row.nodes, row.tcbwPublished.edges, row.tcbwPublished.triangles)
		if row.missing != "" {
			fmt.Fprintf(w, "-\t-\t-\t-\t  %s\n", row.missing)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t  %s\n", readable.Number(row.vertices), readable.Number(row.edges), readable.Number(row.triangles), readable.Number(row.maxDegree), graphItself(row.standIn))
	}
}

// printTCBWTimes writes the published times and ours.
func (b *TCBW) printTCBWTimes(w io.Writer, rows []*tcbwRow) {
	fmt.Fprint(w, "\n\tTriCore\tAdam\tTCBW (CPU)\tTCBW (GPU)\tengine")
	for _, s := range tcbwSystems {
		fmt.Fprintf(w, "\t%s", s.name)
	}
	fmt.Fprint(w, "\t\n")
	for _, row := range rows {
		if row.missing != "" {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t-%s\t\n", row.name, row.tricore, row.adam, row.cpu, row.gpu, strings.Repeat("\t-", len(tcbwSystems)))
		}
		for e, of := range row.took {
			if e == 0 {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s", row.name, row.tricore, row.adam, row.cpu, row.gpu)
			} else {
				fmt.Fprint(w, "\t\t\t\t")
			}
			fmt.Fprintf(w, "\t%s", b.Engines[e])
			for _, times := range of {
				fmt.Fprintf(w, "\t%s", readable.Seconds(times.median()))
			}
			fmt.Fprint(w, "\t\n")
		}
	}
}

// tcbwFaster are the paper's three speed-ups of TCBW: over TriCore, over Adam, and of
// its GPU over its CPU; 0 where there is none.
type tcbwFaster struct{ tricore, adam, cpu float64 }

// faster returns the published speed-ups.
func (p tcbwPublished) faster() tcbwFaster {
	return tcbwFaster{p.tricore.over(p.gpu), p.adam.over(p.gpu), p.cpu.over(p.gpu)}
}

// faster returns the speed-ups that were measured by an engine.
func (b *TCBW) faster(row *tcbwRow, engine int) tcbwFaster {
	times := row.took[engine]
	f := tcbwFaster{tricore: times[asTriCore].over(times[asTCBW]), adam: times[asAdam].over(times[asTCBW])}
	for e, other := range b.Engines {
		if b.Engines[engine] == device.CUDA && other == device.CPU {
			f.cpu = row.took[e][asTCBW].over(times[asTCBW])
		}
	}
	return f
}

// printTCBWFaster writes how many times faster TCBW, with slices made on the fly, is.
func (b *TCBW) printTCBWFaster(w io.Writer, rows []*tcbwRow) {
	fmt.Fprint(w, "\nTCBW faster than\tTriCore\tAdam\tits CPU\tengine\tsearch\tmerge\tits CPU\t\n")
	ratio := func(f float64) string {
		if f == 0 {
			return "-"
		}
		return readable.Short(f)
	}
	for _, row := range rows {
		p := row.tcbwPublished.faster()
		if row.missing != "" {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t-\t-\t-\t-\t\n", row.name, ratio(p.tricore), ratio(p.adam), ratio(p.cpu))
		}
		for e := range row.took {
			if e == 0 {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s", row.name, ratio(p.tricore), ratio(p.adam), ratio(p.cpu))
			} else {
				fmt.Fprint(w, "\t\t\t")
			}
			f := b.faster(row, e)
			fmt.Fprintf(w, "\t%s\t%s\t%s\t%s\t\n", b.Engines[e], ratio(f.tricore), ratio(f.adam), ratio(f.cpu))
		}
	}
}
