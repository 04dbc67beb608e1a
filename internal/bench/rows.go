package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Row is one method on one order, in medians.
type Row struct {
	File         string           `json:"file"`
	Vertices     int              `json:"vertices"`
	Edges        uint64           `json:"edges"`
	Triangles    uint64           `json:"triangles"`
	Engine       device.Engine    `json:"engine"`
	Device       string           `json:"device,omitempty"`
	Order        graph.Order      `json:"order"`
	Method       triangle.Method  `json:"method"`
	MaxOutDegree uint32           `json:"max_out_degree"`
	Comparisons  *uint64          `json:"merge_comparisons,omitempty"`
	Reversed     *uint64          `json:"merge_comparisons_reversed,omitempty"`
	Threads      int              `json:"threads"`
	Repeat       int              `json:"repeat"`
	Seconds      triangle.Seconds `json:"seconds"`
	Best         triangle.Seconds `json:"best_seconds"` // of each phase
	TimesBest    float64          `json:"times_best"`   // order, orient and count, over those of the fastest row
}

// device names the devices that were used, "" where none was.
func (m *Graph) device() string {
	return strings.Join(slices.Compact(slices.Sorted(maps.Values(m.used))), ", ")
}

// rows lists the rows, order by order.
func (m *Graph) rows() []Row {
	var rows []Row
	fastest := 0
	for _, trial := range m.trials {
		for i, method := range trial.methods {
			row := Row{
				File: m.info.Name, Vertices: m.vertices, Edges: m.edges, Triangles: m.triangles, Engine: trial.engine,
				Order: trial.order, Method: method, MaxOutDegree: trial.maxOutDegree, Comparisons: trial.comparisons, Reversed: trial.reversed,
				Threads: m.by.threads(), Repeat: m.by.Repeat, Seconds: trial.seconds(i, samples.median), Best: trial.seconds(i, samples.best),
			}
			row.Device = m.used[trial.engine]
			rows = append(rows, row)
			if fromLists(row.Seconds) < fromLists(rows[fastest].Seconds) {
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

// seconds returns one number of the samples of each phase of a method.
func (t *orderTrial) seconds(method int, one func(samples) float64) triangle.Seconds {
	s := triangle.Seconds{Read: one(t.read), Clean: one(t.clean), Order: one(t.rank), Orient: one(t.orient), Count: one(t.count[method])}
	if t.onDevice() {
		s.Kernels = one(t.kernels[method])
	}
	s.Total = s.Read + s.Clean + s.Order + s.Orient + s.Count
	return answer.Tidy(s)
}

// fromLists returns the seconds from the adjacency lists in memory to the
// count.
func fromLists(s triangle.Seconds) float64 { return s.Order + s.Orient + s.Count }

// JSON returns a [Row] for each line of JSON.
func (m *Graph) JSON() (rows []any) {
	for _, row := range m.rows() {
		rows = append(rows, row)
	}
	return rows
}

// Print writes the graph, what the orders make of its lists, and the times.
func (m *Graph) Print(w io.Writer) error {
	s := sheet.New()
	s.Add("file", "%s (%s)", m.info.Name, answer.Format(m.info))
	s.Add("vertices", "%s", readable.Number(m.vertices))
	s.Add("edges", "%s", readable.Number(m.edges))
	s.Add("triangles", "%s", readable.Number(m.triangles))
	s.Add("threads", "%d", m.by.threads())
	if on := m.device(); on != "" {
		s.Add("device", "%s", on)
	}
	s.Add("repetitions", "%d", m.by.Repeat)
	if err := s.Print(w); err != nil {
		return err
	}

	return sheet.Right(w, func(tabs io.Writer) {
		m.printOrders(tabs)
		m.printRows(tabs)
	})
}

// printOrders writes what the orders make of the lists.
func (m *Graph) printOrders(tabs io.Writer) {
	fmt.Fprintf(tabs, "\norder\tmax out-degree\tmerge comparisons\tto larger ids\t\n")
	m.eachOrder(func(trial *orderTrial) {
		fmt.Fprintf(tabs, "%s\t%s\t%s\t%s\t\n",
			trial.order, readable.Number(trial.maxOutDegree), counted(trial.comparisons), counted(trial.reversed))
	})
}

// eachOrder goes through the orders, with a trial of each that says most of the lists.
func (m *Graph) eachOrder(each func(trial *orderTrial)) {
	var shown []graph.Order
	for _, trial := range slices.SortedStableFunc(slices.Values(m.trials), cpuFirst) {
		if trial.order == graph.OrderAuto || slices.Contains(shown, trial.order) {
			continue // one of the others; the same lists again
		}
		shown = append(shown, trial.order)
		each(trial)
	}
}

// cpuFirst puts the trials of the CPU, which count comparisons, before others.
func cpuFirst(a, b *orderTrial) int {
	rank := func(t *orderTrial) int {
		if t.engine == device.CPU {
			return 0
		}
		return 1
	}
	return rank(a) - rank(b)
}

// printRows writes the times. Where a GPU was used, they tell the engines apart.
func (m *Graph) printRows(tabs io.Writer) {
	onGPU := m.device() != ""
	fmt.Fprintln(tabs)
	if onGPU {
		fmt.Fprint(tabs, "engine\t")
	}
	fmt.Fprint(tabs, "order\tmethod")
	for _, p := range answer.Phases {
		fmt.Fprintf(tabs, "\t%s", p.Name)
	}
	if onGPU {
		fmt.Fprint(tabs, "\tkernels")
	}
	fmt.Fprintf(tabs, "\ttimes best\t\n")
	for _, row := range m.rows() {
		if onGPU {
			fmt.Fprintf(tabs, "%s\t", row.Engine)
		}
		fmt.Fprintf(tabs, "%s\t%s", row.Order, row.Method)
		for _, p := range answer.Phases {
			fmt.Fprintf(tabs, "\t%s", readable.Seconds(p.Seconds(&row.Seconds)))
		}
		if onGPU {
			fmt.Fprintf(tabs, "\t%s", readable.Seconds(row.Seconds.Kernels))
		}
		fmt.Fprintf(tabs, "\t%.2f\t\n", row.TimesBest)
	}
}

// counted writes a count, or - for one that was not made.
func counted(n *uint64) string {
	if n == nil {
		return "-"
	}
	return readable.Number(*n)
}
