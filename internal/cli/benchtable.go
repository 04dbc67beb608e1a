package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benchRow is one method on one order, in medians.
type benchRow struct {
	File         string           `json:"file"`
	Vertices     int              `json:"vertices"`
	Edges        uint64           `json:"edges"`
	Triangles    uint64           `json:"triangles"`
	Order        graph.Order      `json:"order"`
	Method       triangle.Method  `json:"method"`
	MaxOutDegree uint32           `json:"max_out_degree"`
	Comparisons  *uint64          `json:"merge_comparisons,omitempty"`
	Reversed     *uint64          `json:"merge_comparisons_reversed,omitempty"`
	Threads      int              `json:"threads"`
	Repeat       int              `json:"repeat"`
	Seconds      triangle.Seconds `json:"seconds"`
	TimesBest    float64          `json:"times_best"` // order, orient and count, over those of the fastest row
}

// rows lists the rows, order by order.
func (m *benchmark) rows() []benchRow {
	var rows []benchRow
	fastest := 0
	for _, trial := range m.orders {
		for i, method := range trial.methods {
			s := triangle.Seconds{Read: m.read, Clean: m.clean, Order: trial.rank.median(), Orient: trial.orient.median(), Count: trial.count[i].median()}
			s.Total = s.Read + s.Clean + s.Order + s.Orient + s.Count
			rows = append(rows, benchRow{
				File: m.info.Name, Vertices: m.vertices, Edges: m.edges, Triangles: m.triangles,
				Order: trial.order, Method: method, MaxOutDegree: trial.maxOutDegree, Comparisons: trial.comparisons, Reversed: trial.reversed,
				Threads: m.threads, Repeat: m.repeat, Seconds: s,
			})
			if fromLists(s) < fromLists(rows[fastest].Seconds) {
				fastest = len(rows) - 1
			}
		}
	}
	best := max(fromLists(rows[fastest].Seconds), 1e-9) // the clock's step
	for i := range rows {
		rows[i].TimesBest = fromLists(rows[i].Seconds) / best
	}
	return rows
}

// fromLists returns the seconds from the adjacency lists in memory to the
// count.
func fromLists(s triangle.Seconds) float64 { return s.Order + s.Orient + s.Count }

func (m *benchmark) printJSON(w io.Writer) error {
	for _, row := range m.rows() {
		if err := writeJSON(w, row); err != nil {
			return err
		}
	}
	return nil
}

func (m *benchmark) print(w io.Writer) error {
	s := newSheet()
	s.add("file", "%s (%s)", m.info.Name, formatOf(m.info))
	s.add("vertices", "%s", thousands(m.vertices))
	s.add("edges", "%s", thousands(m.edges))
	s.add("triangles", "%s", thousands(m.triangles))
	s.add("threads", "%d", m.threads)
	s.add("repetitions", "%d", m.repeat)
	if err := s.writeTo(w); err != nil {
		return err
	}

	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tabs, "\norder\tmax out-degree\tmerge comparisons\tto larger ids\t\n")
	for _, trial := range m.orders {
		if trial.order == graph.OrderAuto {
			continue // one of the others
		}
		fmt.Fprintf(tabs, "%s\t%s\t%s\t%s\t\n",
			trial.order, thousands(trial.maxOutDegree), counted(trial.comparisons), counted(trial.reversed))
	}
	fmt.Fprintf(tabs, "\norder\tmethod")
	for _, p := range phases {
		fmt.Fprintf(tabs, "\t%s", p.name)
	}
	fmt.Fprintf(tabs, "\ttimes best\t\n")
	for _, row := range m.rows() {
		fmt.Fprintf(tabs, "%s\t%s", row.Order, row.Method)
		for _, p := range phases {
			fmt.Fprintf(tabs, "\t%s", duration(p.seconds(&row.Seconds)))
		}
		fmt.Fprintf(tabs, "\t%.2f\t\n", row.TimesBest)
	}
	// The builder takes everything.
	_ = tabs.Flush()
	_, err := io.WriteString(w, text.String())
	return err
}

// counted writes a count, or - for one that was not made.
func counted(n *uint64) string {
	if n == nil {
		return "-"
	}
	return thousands(*n)
}
