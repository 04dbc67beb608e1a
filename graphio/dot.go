package graphio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// DOT, the language of Graphviz (https://graphviz.org/doc/info/lang.html): nodes
// and edges among attributes that say how to draw them.

var dotFormat = format{
	name:     "dot",
	text:     "Graphviz DOT: one graph, its nodes and edges",
	suffixes: []string{".dot", ".gv"},
	sniff: matches(`(?i)^`+dotBlank+`*(?:strict`+dotBlank+`+)?(?:di)?graph`+dotBlank+`*`+
		`(?:"(?:[^"\\]|\\(?s:.))*"|<[^{]*>|[^\s"{}\[\];,=<>]+)?`+dotBlank+`*\{`, "{"),
	evidence: "graph {",
	open:     func(in *input) (graph.Source, error) { return &dot{in: in}, nil },
	outputs:  []string{".dot", ".gv"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeDOT,
}

const dotBlank = `(?:\s|(?://|#).*\n|/\*(?:[^*]|\*+[^*/])*\*+/)`

type dot struct {
	in       *input
	directed bool
	weighted bool
}

func (s *dot) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Weighted = s.directed, s.weighted
	return info
}

func (s *dot) Close() error { return s.in.Close() }

// Read reads in one goroutine: what a token means depends on all before it.
func (s *dot) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.textStream(workers)
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	p := dotParser{
		batch:   batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		ctx:     ctx,
		scanner: dotScanner{r: stream, line: 1, buffer: make([]byte, s.in.atMost(rawSize)), budget: &s.in.budget},
		ids:     newDictionary(&s.in.budget),
		budget:  &s.in.budget,
	}
	defer p.giveBack()
	err = p.parse()
	if short := p.ids.short(); short != nil {
		return graph.Summary{}, short
	}
	var malformed *lineError
	switch {
	case err == nil:
	case p.scanner.failed != nil:
		return graph.Summary{}, s.in.readError(p.scanner.failed)
	case errors.As(err, &malformed):
		line := p.scanner.tokenLine
		if p.wrong > 0 {
			line = p.wrong
		}
		return graph.Summary{}, s.in.malformed(line, malformed)
	default:
		return graph.Summary{}, err
	}
	s.directed, s.weighted = p.directed, p.values
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.names))}
	summary.Names, summary.Numbers = numbersOrNames(p.ids.names)
	return summary, nil
}

// writeDOT writes all vertices, in their order, and then the edges.
func writeDOT(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if err := fitNames(labels, "a DOT file", fitsDOT); err != nil {
		return err
	}
	if _, err := io.WriteString(out, "graph {\n"); err != nil {
		return err
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		return append(appendDOT(text, labels, v), ";\n"...)
	})
	if err != nil {
		return err
	}
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendDOT(text, labels, e.U), " -- "...)
			text = append(appendDOT(text, labels, e.V), ";\n"...)
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, "}\n")
	return err
}

// fitsDOT says that there is a way to write a name. A backslash escapes a quote and a
// line's end, but not another backslash, which stays as it is.
func fitsDOT(name string) bool {
	for at := 0; at < len(name); at++ {
		switch name[at] {
		case 0:
			return false
		case '\\':
			begin := at
			for at < len(name) && name[at] == '\\' {
				at++
			}
			if (at-begin)%2 == 1 && (at == len(name) || strings.IndexByte("\"\r\n", name[at]) >= 0) {
				return false
			}
			at--
		}
	}
	return true
}

// appendDOT appends the label of v as an id: as it is where it is a number, and in
// quotes otherwise.
func appendDOT(text []byte, labels graph.Labels, v uint32) []byte {
	names := labels.Names()
	if names == nil {
		return appendLabel(text, labels, v)
	}
	text = append(text, '"')
	for name := []byte(names[v]); len(name) > 0; {
		at := bytes.IndexByte(name, '"')
		if at < 0 {
			text = append(text, name...)
			break
		}
		text = append(append(text, name[:at]...), `\"`...)
		name = name[at+1:]
	}
	return append(text, '"')
}
