package graphio

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

var pajekFormat = format{
	name:     "pajek",
	text:     "Pajek: a network or a project of one network with partitions",
	suffixes: []string{".net", ".paj"},
	sniff:    matches(`^(\s|%.*\n)*\*\w`, "*"),
	evidence: "first section",
	open:     openPajek,
	outputs:  []string{".net", ".paj"},
	keeps:    keeps{labels: true, base: 1, isolated: true},
	write:    writePajek,
}

const pajekComments = "%"

// pajek is a network file of Pajek (Batagelj and Mrvar: Pajek, program for
// analysis and visualization of large networks, reference manual), or a project
// with one network.
type pajek struct {
	in        *input
	vertices  graph.Size // as far as the beginning of the file tells
	directed  bool
	mixed     bool
	weighted  bool
	blockSize int
}

func openPajek(in *input) (graph.Source, error) {
	lines, err := in.dataLines(pajekComments)
	if err != nil {
		return nil, err
	}
	return &pajek{in: in, vertices: declaredByPajek(lines), blockSize: defaultBlockSize}, nil
}

// declaredByPajek returns the number of vertices of the network, where it is in
// the head of the file.
func declaredByPajek(lines *dataLines) graph.Size {
	owner := "network"
	for {
		line, ok, err := lines.read()
		if err != nil || !ok {
			return graph.Size{}
		}
		if line.text[0] != '*' {
			continue
		}
		switch word, rest := cutSection(line.text); {
		case word == "vertices" && owner == "network":
			if n, _, err := parsePajekSizes(rest); err == nil {
				return graph.Known(n)
			}
			return graph.Size{}
		case word == "vertices":
			owner = "network"
		case isPajekPart(word):
			owner = word
		}
	}
}

func (s *pajek) Info() graph.Info {
	info := s.in.info()
	info.Vertices, info.Base = s.vertices, 1
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("1 ") // in a matrix or a list
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(shortest))
	}
	return info
}

func (s *pajek) Close() error { return s.in.Close() }

func (s *pajek) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	parsers := make([]*pajekPairs, s.in.busy(workers, s.blockSize))
	for worker := range parsers {
		parsers[worker] = &pajekPairs{batch: batch{emit: emitter(worker, emit), weighted: s.in.opt.Weights}}
	}
	r := pajekSections{owner: "network", line: 1, names: newVertexNames(&s.in.budget), positions: newPositions(s.in)}
	start := s.in.textStart()
	err := s.in.eachBlockInTurn(ctx, len(parsers), s.blockSize, start, blockSteps{
		turn: func(worker int, b *block) error {
			err := r.read(b, parsers[worker])
			if err != nil {
				// A malformed pair in front of it comes first.
				err = cmp.Or(parsers[worker].parse(b), err)
			}
			return err
		},
		after: func(worker int, b *block) error { return parsers[worker].parse(b) },
	})
	summary := graph.Summary{Vertices: graph.Known(r.n)}
	if err != nil {
		return summary, err
	}
	if err := r.finish(); err != nil {
		return summary, s.in.malformed(r.line, err)
	}
	if !r.known {
		return summary, s.in.malformed(r.line, &lineError{expected: "a network: *Vertices and their number", found: "the end"})
	}
	if err := r.names.short(); err != nil {
		return summary, err
	}
	s.directed, s.weighted = r.directed, false
	s.mixed = r.directed && r.undirected
	for _, p := range parsers {
		summary.Records += p.records
		s.weighted = s.weighted || p.values
	}
	summary.Names, summary.Classes = r.names.names(r.n), r.classes
	summary.Positions, err = r.positions.all(r.n)
	return summary, err
}

// writePajek writes the edges, and the labels of the vertices unless they are
// 1 to n, and nothing is known of where they are.
func writePajek(ctx context.Context, out *output, g *graph.Graph) error {
	err := fitNames(g.Labels(), "a Pajek file", func(name string) bool {
		return !strings.ContainsAny(name, "\r\n") && !strings.Contains(name, "\" ") && !strings.Contains(name, "\"\t")
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "*Vertices %d\n", g.Vertices()); err != nil {
		return err
	}
	if hasOwnIDs(g, 1) || out.places != nil {
		err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
			text = append(appendIndex(text, v), ` "`...)
			text = append(appendLabel(text, g.Labels(), v), '"')
			if out.places != nil {
				text = out.places.inUnitCube(append(text, ' '), g.Labels(), v)
			}
			return append(text, '\n')
		})
		if err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(out, "*Edges"); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		text = slices.Grow(text, 16*len(edges))
		for _, e := range edges {
			text = append(appendIndexes(text, e.U, e.V), '\n')
		}
		return text
	})
}
