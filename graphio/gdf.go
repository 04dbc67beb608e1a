package graphio

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// GDF of GUESS (Adar: GUESS, a language and interface for graph exploration, CHI 2006),
// which Gephi reads and writes: two tables with commas, of the nodes and of the edges,
// each behind a line with the names and types of its columns.

var gdfFormat = format{
	name:     "gdf",
	text:     "GDF of GUESS and Gephi: a table of nodes and a table of edges",
	suffixes: []string{".gdf"},
	sniff:    matches(`(?i)^\s*nodedef[ \t]*>`, ">"),
	evidence: "nodedef>",
	open:     openGDF,
	outputs:  []string{".gdf"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGDF,
}

type gdf struct {
	in        *input
	directed  bool
	mixed     bool
	weighted  bool
	blockSize int
}

func openGDF(in *input) (graph.Source, error) {
	if _, err := in.dataLines(""); err != nil {
		return nil, err
	}
	return &gdf{in: in, blockSize: defaultBlockSize}, nil
}

func (s *gdf) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(len("a,b\n")))
	}
	return info
}

func (s *gdf) Close() error { return s.in.Close() }

// Read reads in one goroutine, as names are numbered in their order.
func (s *gdf) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := gdfLines{
		batch:     batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		ids:       newDictionary(&s.in.budget),
		positions: newPositions(s.in),
		line:      1,
	}
	err := s.in.eachBlock(ctx, 1, s.blockSize, s.in.textStart(), func(_ int, b *block) error {
		err := parseLines(&p, b)
		p.line += int64(bytes.Count(b.text[:b.end], newline))
		return err
	})
	if err != nil {
		return graph.Summary{}, err
	}
	if p.table != gdfEdges {
		return graph.Summary{}, s.in.malformed(p.line, &lineError{expected: p.next(), found: "the end"})
	}
	if err := p.ids.short(); err != nil {
		return graph.Summary{}, err
	}
	s.directed, s.mixed, s.weighted = p.directed, p.directed && p.undirected, p.columns.weight >= 0
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.names))}
	if summary.Positions, err = p.positions.all(uint64(len(p.ids.names))); err != nil {
		return summary, err
	}
	summary.Names, summary.Numbers = numbersOrNames(p.ids.names)
	return summary, nil
}

// gdfHeader returns the table that a line begins, and what its columns are.
func gdfHeader(line []byte) (table gdfTable, columns []byte, ok bool) {
	word, rest, found := bytes.Cut(line, []byte{'>'})
	if !found || len(word) > 2*len("nodedef") {
		return 0, nil, false
	}
	switch strings.ToLower(string(bytes.TrimRight(word, " \t"))) {
	case "nodedef":
		return gdfNodes, rest, true
	case "edgedef":
		return gdfEdges, rest, true
	}
	return 0, nil, false
}

// gdfColumns says which columns of a table are wanted, -1 where there is none.
type gdfColumns struct {
	width    int
	ids      [2]int // the name of a node, twice, or the ends of an edge
	weight   int
	directed int
	axes     [axesMost]int
	usual    [][]byte // what stands for an empty field
}

// parseGDFColumns reads columns such as "name VARCHAR(32),visible BOOLEAN default true".
func parseGDFColumns(table gdfTable, text []byte) (c gdfColumns, err *lineError) {
	whole := text
	c = gdfColumns{ids: [2]int{-1, -1}, weight: -1, directed: -1, axes: [axesMost]int{-1, -1, -1, -1, -1}}
	set := func(column *int) {
		if *column >= 0 {
			err = &lineError{expected: "each column once", found: quote(whole)}
		}
		*column = c.width
	}
	for more := true; more; c.width++ {
		var column []byte
		column, text, more = cutGDFColumn(text)
		var usual []byte
		words := bytes.FieldsFunc(column, isBlank)
		if last := len(words) - 1; last >= 2 && strings.EqualFold(string(words[last-1]), "default") {
			usual = bytes.Clone(bytes.Trim(words[last], `'"`))
		}
		c.usual = append(c.usual, usual)
		if len(words) == 0 {
			continue
		}
		name := strings.ToLower(string(bytes.Trim(words[0], `'"`)))
		axis, placed := axes[name]
		switch {
		case table == gdfNodes && name == "name":
			set(&c.ids[0])
			c.ids[1] = c.ids[0]
		case table == gdfNodes && placed && (len(name) == 1 || c.axes[axis] < 0):
			set(&c.axes[axis])
		case table == gdfNodes:
		case name == "node1":
			set(&c.ids[0])
		case name == "node2":
			set(&c.ids[1])
		case name == "weight":
			set(&c.weight)
		case name == "directed":
			set(&c.directed)
		}
	}
	if table == gdfEdges && c.ids == [2]int{-1, -1} && c.width >= 2 && !slices.ContainsFunc([]int{c.weight, c.directed}, func(at int) bool { return at == 0 || at == 1 }) {
		c.ids = [2]int{0, 1} // as Gephi takes them, whatever they are called
	}
	switch {
	case err != nil:
	case table == gdfNodes && c.ids[0] < 0:
		err = &lineError{expected: "a column name", found: quote(whole)}
	case c.ids[0] < 0 || c.ids[1] < 0:
		err = &lineError{expected: "columns node1 and node2", found: quote(whole)}
	}
	return c, err
}

// cutGDFColumn cuts a column off a header, up to a comma that is not within parentheses
// as that of DECIMAL(5,2) is.
func cutGDFColumn(text []byte) (column, rest []byte, more bool) {
	inside := 0
	for i, c := range text {
		switch {
		case c == '(':
			inside++
		case c == ')':
			inside--
		case c == ',' && inside <= 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, nil, false
}

// writeGDF writes a table of names and a table of edges, each edge once.
func writeGDF(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if err := fitNames(labels, "a GDF file", names.FitLine); err != nil {
		return err
	}
	columns := ""
	if out.places != nil {
		columns = ",x DOUBLE,y DOUBLE"
	}
	if _, err := fmt.Fprintf(out, "nodedef>name VARCHAR%s\n", columns); err != nil {
		return err
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = appendGDF(text, labels, v)
		if out.places != nil {
			x, y := out.places.pixels(labels, v)
			text = appendPlace(append(appendPlace(append(text, ','), x), ','), y)
		}
		return append(text, '\n')
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, "edgedef>node1 VARCHAR,node2 VARCHAR"); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendGDF(text, labels, e.U), ',')
			text = append(appendGDF(text, labels, e.V), '\n')
		}
		return text
	})
}

// appendGDF appends the name or the number of v, in quotes where it would be taken for
// something else without.
func appendGDF(text []byte, labels graph.Labels, v uint32) []byte {
	if labels.Names() == nil {
		return appendLabel(text, labels, v)
	}
	name := labels.Label(v)
	_, _, header := gdfHeader([]byte(name))
	switch {
	case !header && !strings.Contains(name, ",") && !strings.ContainsAny(name[:1], "\"'") && strings.Trim(name, " \t") == name:
		return append(text, name...)
	case strings.Contains(name, `"`) && !strings.Contains(name, "'"):
		return append(append(append(text, '\''), name...), '\'') // which is what Gephi understands
	}
	return names.AppendQuoted(text, name)
}
