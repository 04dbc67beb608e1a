package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// LEDA's format of graphs (https://www.algorithmic-solutions.info/leda_guide/graphs/leda_native_graph_fileformat.html):
// a header of the types of what nodes and edges have, the nodes, a line each, and then the
// edges.

var ledaFormat = format{
	name:     "leda",
	text:     "LEDA: nodes and edges, a line each",
	suffixes: []string{".lgr", ".gw"},
	sniff:    matches(`^(?:\s|#.*\n)*LEDA\.GRAPH\s`, "LEDA.GRAPH"),
	evidence: "LEDA.GRAPH",
	open:     func(in *input) (graph.Source, error) { return &leda{in: in, blockSize: defaultBlockSize}, nil },
	outputs:  []string{".lgr"},
	keeps:    keeps{labels: true, base: 1, isolated: true},
	write:    writeLEDA,
}

type leda struct {
	in        *input
	directed  bool
	weighted  bool
	blockSize int
}

func (s *leda) Info() graph.Info {
	info := s.in.info()
	info.Base, info.Directed, info.Weighted = 1, s.directed, s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(len("1 1 0 |{}|\n")))
	}
	return info
}

func (s *leda) Close() error { return s.in.Close() }

// Read reads in one goroutine: what a line means depends on how many there are before.
func (s *leda) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := ledaLines{
		batch: batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		names: newVertexNames(&s.in.budget),
		line:  1,
	}
	start := s.in.textStart()
	err := s.in.eachBlock(ctx, 1, s.blockSize, start, func(_ int, b *block) error {
		err := parseLines(&p, b)
		p.line += int64(bytes.Count(b.text[:b.end], newline))
		return err
	})
	if err != nil {
		return graph.Summary{}, err
	}
	if p.part < ledaEnd {
		return graph.Summary{}, s.in.malformed(p.line, &lineError{expected: p.expected(), found: "the end"})
	}
	if err := p.names.short(); err != nil {
		return graph.Summary{}, err
	}
	s.directed, s.weighted = p.directed, p.numeric
	return graph.Summary{Records: p.records, Vertices: graph.Known(p.n), Names: p.names.names(p.n)}, nil
}

// ledaPart is what comes next.
type ledaPart int

const (
	ledaWord ledaPart = iota
	ledaNodeType
	ledaEdgeType
	ledaDirection
	ledaNodeCount
	ledaNodes
	ledaEdgeCount
	ledaEdges
	ledaEnd
	ledaDrawing // of GraphWin
)

// ledaLines parses lines one after the other.
type ledaLines struct {
	batch
	part     ledaPart
	line     int64 // number of the first line of the block
	n, m     uint64
	done     uint64 // nodes or edges so far
	names    *vertexNames
	directed bool
	numeric  bool // edges have numbers
}

func (p *ledaLines) parsePlain(_ []byte, pos, _ int) int { return pos }

// expected says what the next line should be.
func (p *ledaLines) expected() string {
	switch p.part {
	case ledaWord:
		return "LEDA.GRAPH"
	case ledaNodeType:
		return "the type of what nodes have, such as void"
	case ledaEdgeType:
		return "the type of what edges have, such as void"
	case ledaDirection:
		return "-1 for a directed graph, or -2"
	case ledaNodeCount:
		return "the number of nodes, below 2^32"
	case ledaNodes:
		return fmt.Sprintf("node %d of %d: |{...}|", p.done+1, p.n)
	case ledaEdgeCount:
		return "the number of edges"
	case ledaEdges:
		return fmt.Sprintf("edge %d of %d: two nodes, the number of the reversed edge or 0, and |{...}|", p.done+1, p.m)
	}
	return "the end"
}

func (p *ledaLines) wrong(line []byte) *lineError {
	return &lineError{expected: p.expected(), found: quote(line)}
}

func (p *ledaLines) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, "#") || p.part == ledaDrawing {
		return nil
	}
	switch p.part {
	case ledaWord:
		if string(line) != "LEDA.GRAPH" {
			return p.wrong(line)
		}
	case ledaNodeType, ledaEdgeType:
		p.numeric = isLEDANumber(string(line))
	case ledaDirection:
		if p.directed = string(line) == "-1"; !p.directed && string(line) != "-2" {
			return p.wrong(line)
		}
	case ledaNodeCount:
		var err *lineError
		if p.n, err = parseSize(line, p.expected(), math.MaxUint32); err != nil {
			return err
		}
		if p.n == 0 {
			p.part++ // there are none
		}
	case ledaNodes:
		label, ok := ledaLabel(line)
		if !ok {
			return p.wrong(line)
		}
		p.addNode(label)
		if p.done < p.n {
			return nil
		}
	case ledaEdgeCount:
		var err *lineError
		if p.m, err = parseSize(line, p.expected(), math.MaxInt64); err != nil {
			return err
		}
		if p.m == 0 {
			p.part++
		}
	case ledaEdges:
		if err := p.addEdge(line); err != nil {
			return err
		}
		if p.done < p.m {
			return nil
		}
	case ledaEnd:
		if !bytes.HasPrefix(line, []byte("GraphWin")) {
			return p.wrong(line)
		}
	}
	p.part++
	p.done = 0
	return nil
}

func isLEDANumber(kind string) bool {
	switch kind {
	case "int", "short", "long", "unsigned", "unsigned int", "unsigned long", "float", "double", "integer", "real":
		return true
	}
	return false
}

// ledaLabel returns what stands between |{ and }|.
func ledaLabel(field []byte) ([]byte, bool) {
	label, begins := bytes.CutPrefix(field, []byte("|{"))
	label, ends := bytes.CutSuffix(label, []byte("}|"))
	return label, begins && ends
}

func (p *ledaLines) addNode(label []byte) {
	if !p.names.given && len(label) > 0 {
		number, ok, _ := parseID(label)
		p.names.given = !ok || number != p.done+1 || label[0] == '0'
	}
	p.names.add(uint32(p.done), label)
	p.done++
}

func (p *ledaLines) addEdge(line []byte) *lineError {
	u, v, rest, err := parseIndexes(line, p.n)
	if err != nil {
		return err
	}
	reversal, rest := cutBlank(rest)
	label, ok := ledaLabel(rest)
	if !ok {
		return p.wrong(line)
	}
	if _, err := parseSize(reversal, "the number of the reversed edge, or 0", p.m); err != nil {
		return err
	}
	weight := 1.0
	if p.weighted && p.numeric {
		if weight, err = parseValue(label); err != nil {
			return err
		}
	}
	p.pushWeighted(u, v, weight)
	p.done++
	return nil
}

// writeLEDA writes the labels of the vertices unless they are 1 to n, and each edge once.
func writeLEDA(ctx context.Context, out *output, g *graph.Graph) error {
	const marks = "|{} \t" // which others strip off the ends of labels
	err := fitNames(g.Labels(), "a LEDA file", func(name string) bool {
		return name != "" && !strings.ContainsAny(name, "\r\n") && strings.Trim(name, marks) == name
	})
	if err != nil {
		return err
	}
	own, kind := hasOwnIDs(g, 1), "void"
	if own {
		kind = "string"
	}
	if _, err := fmt.Fprintf(out, "LEDA.GRAPH\n%s\nvoid\n-2\n%d\n", kind, g.Vertices()); err != nil {
		return err
	}
	err = out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = append(text, "|{"...)
		if own {
			text = appendLabel(text, g.Labels(), v)
		}
		return append(text, "}|\n"...)
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%d\n", g.Edges()); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendIndexes(text, e.U, e.V), " 0 |{}|\n"...)
		}
		return text
	})
}
