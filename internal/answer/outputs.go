package answer

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/table"
)

// OutputSize is what rows take in one form.
type OutputSize struct {
	Form  string     `json:"form"`
	Rows  graph.Size `json:"rows"`  // at most; not known of triangles, and then the bytes are those of one
	Bytes graph.Size `json:"bytes"` // at most, without compression
	About bool       `json:"about"` // as something was assumed: the size of the graph, or ids
}

// Outputs bounds what the rows of a command take in each form; nil where it has none.
// Ids of which the format says nothing are taken for numbers without gaps.
func (c Command) Outputs(info graph.Info, assumed bool) []OutputSize {
	const many = 1 << 20 // rows, of which one takes its share
	vertices, records := info.Vertices.Get(), info.Records.Get()
	neighbours := uint64(max(vertices-1, 1))
	id := func(name string) table.Column { return table.Column{Name: name, Kind: table.Vertex} }
	upTo := func(name string, kind table.Kind, most uint64) table.Column {
		return table.Column{Name: name, Kind: kind, Most: most}
	}
	rows := graph.Known(records)
	t := &table.Table{Vertices: int(max(vertices, 1))}
	switch c {
	case ForVertices:
		rows = graph.Known(vertices)
		t.Columns = []table.Column{
			id("vertex"), upTo("degree", table.Uint32, neighbours),
			upTo("triangles", table.Uint64, uint64(records)), // as each has an edge opposite to the vertex
			{Name: "clustering", Kind: table.Float},
		}
	case ForEdges:
		t.Columns = []table.Column{id("source"), id("target"), upTo("support", table.Uint32, neighbours)}
	case ForTruss:
		t.Columns = []table.Column{id("source"), id("target"), upTo("trussness", table.Uint32, neighbours+1)}
	case ForTriangles:
		rows = graph.Size{}
		t.Columns, t.Headless = []table.Column{id("a"), id("b"), id("c")}, true
	default:
		return nil
	}
	if info.MaxID > 0 {
		t.Labels = graph.BaseLabels(info.MaxID - uint64(t.Vertices-1))
	}
	var outputs []OutputSize
	for _, form := range table.Forms() {
		_, most := t.Bytes(form, rows.Or(many))
		if !rows.Known() {
			_, around := t.Bytes(form, 0)
			most = (most - around + many - 1) / many
		}
		outputs = append(outputs, OutputSize{form, rows, graph.Known(most), assumed || info.MaxID == 0})
	}
	return outputs
}

// OutputSizes lists what rows take, a line a form; "" where there are none.
func (x *Estimate) outputSizes() string {
	if len(x.Outputs) == 0 {
		return ""
	}
	s := sheet.New()
	s.Row("output", QuantityOf(x.Outputs[0].Rows))
	for _, o := range x.Outputs {
		s.Row(o.Form, bounded(o.Bytes.Get(), o.About))
	}
	return "\n" + s.String()
}

// QuantityOf says how many rows there are.
func QuantityOf(rows graph.Size) string {
	if !rows.Known() {
		return "for each row"
	}
	return "up to " + readable.Quantity(uint64(rows.Get()), "row", "rows")
}
