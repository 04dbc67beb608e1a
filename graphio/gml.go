package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// GML (Himsolt: GML, a portable graph file format, 1997): nested lists of keys
// and values.

var gmlFormat = format{
	name:     "gml",
	text:     "GML: nodes with whole numbers as ids, and labels",
	suffixes: []string{".gml"},
	sniff:    matches(`^(\s|#.*\n|[A-Za-z]\w*[ \t]+("[^"]*"|[^\s"\[]+)\s)*graph\s*\[`, "graph"),
	evidence: "graph [",
	open:     openGML,
	outputs:  []string{".gml"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGML,
}

type gml struct {
	in        *input
	directed  bool
	weighted  bool
	blockSize int
}

func openGML(in *input) (graph.Source, error) { return &gml{in: in, blockSize: defaultBlockSize}, nil }

func (s *gml) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Weighted = s.directed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("edge[source 1target 2]")
		info.MaxRecords = graph.Known(s.in.bytes / int64(shortest))
	}
	return info
}

func (s *gml) Close() error { return s.in.Close() }

// Read reads in one goroutine: what a token means depends on all before it.
func (s *gml) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := gmlParser{
		batch: batch{emit: emitter(0, emit)},
		line:  1,
		names: newVertexNames(&s.in.budget),
		nodes: newDeclarations(),

		positions: newPositions(s.in),
	}
	start := s.in.textStart()
	err := s.in.eachBlock(ctx, 1, s.blockSize, start, func(_ int, b *block) error { return p.parse(b) })
	if err != nil {
		return graph.Summary{}, err
	}
	if line, err := p.finish(); err != nil {
		return graph.Summary{}, s.in.malformed(line, err)
	}
	if err := p.names.short(); err != nil {
		return graph.Summary{}, err
	}
	s.directed, s.weighted = p.directed, p.weighted
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.numbers))}
	summary.Names, summary.Numbers = p.labels()
	summary.Positions, err = p.positions.all(uint64(len(p.ids.numbers)))
	return summary, err
}

// gmlEscapes stand for characters that a string of GML cannot hold.
var gmlEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;")

// appendUnescaped appends a string with its character references resolved:
// &quot; and the like, and &#233;. Others stay as they are.
func appendUnescaped(text, escaped []byte) []byte {
	for {
		at := bytes.IndexByte(escaped, '&')
		if at < 0 {
			return append(text, escaped...)
		}
		text, escaped = append(text, escaped[:at]...), escaped[at:]
		const longest = len("&#1114111;")
		end := bytes.IndexByte(escaped[:min(longest, len(escaped))], ';')
		if character, ok := gmlCharacter(escaped[1:max(end, 1)]); ok {
			text, escaped = append(text, character...), escaped[end+1:]
		} else {
			text, escaped = append(text, '&'), escaped[1:]
		}
	}
}

// gmlCharacter returns the character that a reference names.
func gmlCharacter(name []byte) (string, bool) {
	switch string(name) {
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	}
	if len(name) > 1 && name[0] == '#' {
		if code, ok, _ := parseID(name[1:]); ok && code <= math.MaxInt32 {
			return string(rune(code)), true
		}
	}
	return "", false
}

// writeGML writes nodes under their numbers. Those with names are numbered from
// 0 and labelled.
func writeGML(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if _, err := fmt.Fprintln(out, "graph ["); err != nil {
		return err
	}
	number := labels.Number
	if labels.Names() != nil {
		number = func(v uint32) uint64 { return uint64(v) }
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = strconv.AppendUint(append(text, "  node [ id "...), number(v), 10)
		if names := labels.Names(); names != nil {
			text = append(text, ` label "`...)
			text = append(append(text, gmlEscapes.Replace(names[v])...), '"')
		}
		if out.places != nil {
			x, y := out.places.pixels(labels, v)
			text = appendPlace(append(text, " graphics [ x "...), x)
			text = append(appendPlace(append(text, " y "...), y), " ]"...)
		}
		return append(text, " ]\n"...)
	})
	if err != nil {
		return err
	}
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = strconv.AppendUint(append(text, "  edge [ source "...), number(e.U), 10)
			text = strconv.AppendUint(append(text, " target "...), number(e.V), 10)
			text = append(text, " ]\n"...)
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "]")
	return err
}
