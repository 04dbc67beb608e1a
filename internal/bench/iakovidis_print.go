package bench

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// entries is how many a column has in the mean; 0 where nothing was measured.
func (r *sharedRow) entries() float64 { return float64(r.edges) / float64(max(r.vertices, 1)) }

// speedup is how many times as long as shared simple took; 0 where there is no shared.
func (t *sharedTimes) speedup() float64 {
	if t.shared == nil {
		return 0
	}
	return t.simple.over(t.shared)
}

// Print writes the table, with what was measured beside it.
func (b *Iakovidis) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("published", "Tesla T4; nnz/column of the first two graphs are swapped")
	b.addHere(s, b.quantityOfThreads())
	if device := b.device(); device != "" {
		s.Add("device", "%s", device)
	}
	if err := s.Print(w); err != nil {
		return err
	}
	return sheet.Right(w, func(tabs io.Writer) {
		printSharedGraphs(tabs, b.rows)
		printSharedTimes(tabs, b.rows)
	})
}

// device returns the name of the GPU; "" where none was used.
func (b *Iakovidis) device() string {
	for _, row := range b.rows {
		for _, t := range row.times {
			if t.device != "" {
				return t.device
			}
		}
	}
	return ""
}

// printSharedGraphs writes what was published of the graphs, and of those that were
// counted.
func printSharedGraphs(w io.Writer, rows []*sharedRow) {
	fmt.Fprint(w, "\n\tnnz/column\tnnz/column here\tlongest\tvertices\tedges\ttriangles\t\n")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.1f\t", r.name, r.perColumn)
		if r.missing != "" {
			fmt.Fprintf(w, "-\t-\t-\t-\t-\t  %s\n", r.missing)
			continue
		}
		fmt.Fprintf(w, "%.2f\t%s\t%s\t%s\t%s\t  %s\n",
			r.entries(), readable.Number(r.longest), readable.Number(r.vertices), readable.Number(r.edges), readable.Number(r.triangles), graphItself(r.standIn))
	}
}

// printSharedTimes writes a line for each engine and launch shape; the published times
// stand in the first one of a graph.
func printSharedTimes(w io.Writer, rows []*sharedRow) {
	fmt.Fprint(w, "\n\tsimple\tshared\tSpeedup\there\tsimple\tshared\tSpeedup\tbitmap\t\n")
	ratio := func(f float64) string {
		if f == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f", f)
	}
	took := func(s samples) string {
		if s == nil {
			return "-"
		}
		return readable.Seconds(s.median())
	}
	for _, r := range rows {
		published := fmt.Sprintf("%s\t%s\t%s\t%s", r.name, readable.Seconds(seconds(r.simple)), readable.Seconds(seconds(r.shared)), ratio(r.iakovidis.speedup()))
		if r.missing != "" {
			fmt.Fprintf(w, "%s\t-\t-\t-\t-\t-\t\n", published)
		}
		for _, t := range r.times {
			here := string(t.engine)
			if t.shape != "" {
				here += ", " + t.shape
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t\n", published, here, took(t.simple), took(t.shared), ratio(t.speedup()), took(t.bitmap))
			published = "\t\t\t"
		}
	}
}
