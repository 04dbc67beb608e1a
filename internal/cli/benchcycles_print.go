package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tricycle-graph/tricycle/chordless"
)

// jradiJSON is a line of bench cycles --json. Seconds of a row that was not
// measured are left out.
type jradiJSON struct {
	Graph     string           `json:"graph"`
	Vertices  int              `json:"vertices"`
	Edges     uint64           `json:"edges"`
	MaxDegree uint32           `json:"max_degree"`
	Triangles uint64           `json:"triangles"`
	Chordless uint64           `json:"chordless"`
	Missing   string           `json:"missing,omitempty"`
	Published jradiSeconds     `json:"published_seconds"`
	Method    chordless.Method `json:"method,omitempty"`
	Seconds   *ourSeconds      `json:"seconds,omitempty"`
}

// jradiSeconds are the published times.
type jradiSeconds struct {
	Sequential float64 `json:"sequential"`
	Kernels    float64 `json:"kernels"`
	Parallel   float64 `json:"parallel"`
}

// ourSeconds are medians.
type ourSeconds struct {
	Count float64 `json:"count"`
	List  float64 `json:"list,omitempty"`
}

func (r *jradiRow) json() jradiJSON {
	line := jradiJSON{
		Graph: r.name, Vertices: r.vertices, Edges: r.edges, MaxDegree: r.maxDegree, Triangles: r.triangles, Chordless: r.chordless,
		Missing: r.missing, Published: jradiSeconds{seconds(r.sequential), seconds(r.kernels), seconds(r.parallel)}, Method: r.method,
	}
	if r.count != nil {
		line.Seconds = &ourSeconds{Count: r.count.median()}
		if r.list != nil {
			line.Seconds.List = r.list.median()
		}
		tidy(&line.Seconds.Count, &line.Seconds.List)
	}
	return line
}

func printJradiJSON(w io.Writer, rows []*jradiRow) error {
	for _, row := range rows {
		if err := writeJSON(w, row.json()); err != nil {
			return err
		}
	}
	return nil
}

func printJradi(w io.Writer, rows []*jradiRow, threads, repeat int) error {
	s := newSheet()
	s.add("published", "Jradi et al.: AMD FX-9590, one core; Radeon R9 290X, kernels and in all")
	s.add("here", "%s, medians of %s", quantity(uint64(threads), "thread", "threads"), quantity(uint64(repeat), "repetition", "repetitions"))
	if err := s.writeTo(w); err != nil {
		return err
	}
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tabs, "\n\tn\tm\tdegree\tC3\t#clc\tsequential\tkernels\tGPU\tcount\tlist\tmethod\tGPU/count\tGPU/list\t\n")
	for _, row := range rows {
		row.printTo(tabs)
	}
	return flushTabs(w, tabs, &text)
}

func (r *jradiRow) printTo(w io.Writer) {
	fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t", r.name, thousands(r.vertices), thousands(r.edges), r.maxDegree,
		thousands(r.triangles), thousands(r.chordless),
		duration(seconds(r.sequential)), duration(seconds(r.kernels)), duration(seconds(r.parallel)))
	switch {
	case r.missing != "":
		fmt.Fprintf(w, "-\t-\t-\t-\t-\t  %s\n", r.missing)
	case r.list == nil:
		fmt.Fprintf(w, "%s\t-\t%s\t%s\t-\t\n", duration(r.count.median()), r.method, r.faster(r.count))
	default:
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n",
			duration(r.count.median()), duration(r.list.median()), r.method, r.faster(r.count), r.faster(r.list))
	}
}

// faster writes how many times the published time on the GPU, copies
// included, is what was measured.
func (r *jradiRow) faster(measured samples) string {
	const step = 1e-9 // of the clock
	return short(seconds(r.parallel) / max(measured.median(), step))
}
