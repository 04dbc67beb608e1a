package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// Transportation networks in the format of the Transportation Networks for
// Research Core Team (github.com/bstabler/TransportationNetworks).

var tntpFormat = format{
	name:     "tntp",
	text:     "TNTP: links of a transportation network, behind metadata",
	suffixes: []string{".tntp"},
	sniff:    matches(`^(\s|~.*\n)*<[A-Z ]+>`, "<"),
	evidence: "metadata",
	open:     openTNTP,
	outputs:  []string{".tntp"},
	keeps:    keeps{base: 1, isolated: true},
	write:    writeTNTP,
}

const tntpComments = "~"

func openTNTP(in *input) (graph.Source, error) {
	lines, err := in.dataLines(tntpComments)
	if err != nil {
		return nil, err
	}
	h := headed{
		in: in, shortest: len("1 2;\n"), directed: true, weighted: true, blockSize: defaultBlockSize,
	}
	var nodes bool
	for {
		line, ok, err := lines.read()
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, in.malformed(lines.next.line, &lineError{expected: "<END OF METADATA>", found: "the end"})
		}
		tag, value, malformed := cutTag(line.text)
		switch tag {
		case "NUMBER OF NODES":
			nodes = true
			h.n, malformed = parseSize(value, "fewer than 2^32 nodes", math.MaxUint32)
		case "NUMBER OF LINKS":
			h.line = line.line
			h.records, malformed = parseSize(value, "fewer than 2^63 links", math.MaxInt64)
		case "END OF METADATA":
			if !nodes || h.line == 0 {
				malformed = &lineError{expected: "<NUMBER OF NODES> and <NUMBER OF LINKS> before", found: quote(line.text)}
			}
		}
		if malformed != nil {
			return nil, in.malformed(line.line, malformed)
		}
		if tag == "END OF METADATA" {
			h.start = lines.next
			h.parser = func(b batch) lineParser {
				b.weighted = false // a link has a capacity, a length and a time
				return &tntpLinks{b, h.n}
			}
			return &h, nil
		}
	}
}

// cutTag splits a line of metadata: "<TAG> value". The tag is returned in upper
// case.
func cutTag(line []byte) (tag string, value []byte, err *lineError) {
	end := bytes.IndexByte(line, '>')
	if line[0] != '<' || end < 0 {
		return "", nil, &lineError{expected: "metadata such as <NUMBER OF NODES> 24, to <END OF METADATA>", found: quote(line)}
	}
	tag = strings.ToUpper(string(bytes.TrimSpace(line[1:end])))
	return tag, bytes.Trim(line[end+1:], " \t"), nil
}

// tntpLinks parses rows "init term ... ;".
type tntpLinks struct {
	batch
	n uint64
}

func (p *tntpLinks) parsePlain(text []byte, pos, end int) int {
	for pos < end && p.filled < len(p.edges) {
		e, at := plainIndexes(text, pos, p.n)
		if at == pos || text[at] != ' ' && text[at] != '\t' {
			break
		}
		feed := at + lineLength(text, at)
		last := feed - 1
		for text[last] == ' ' || text[last] == '\t' || text[last] == '\r' && last == feed-1 {
			last--
		}
		if text[last] != ';' {
			break
		}
		p.edges[p.filled] = e
		p.filled++
		pos = feed + 1
	}
	return pos
}

func (p *tntpLinks) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, tntpComments) {
		return nil
	}
	row, ok := bytes.CutSuffix(line, []byte(";"))
	if !ok {
		return &lineError{expected: "a row that ends with ;", found: quote(line)}
	}
	u, v, _, err := parseIndexes(bytes.TrimRight(row, " \t"), p.n)
	if err != nil {
		return err
	}
	p.push(u, v)
	return nil
}

// writeTNTP writes both links of each edge, with capacity, length and time 1.
// Vertices are numbered from 1, whatever their labels.
func writeTNTP(ctx context.Context, out *output, g *graph.Graph) error {
	_, err := fmt.Fprintf(out, "<NUMBER OF ZONES> 0\n<NUMBER OF NODES> %d\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> %d\n<END OF METADATA>\n\n"+
		"~\tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\tb\tpower\tspeed\ttoll\tlink_type\t;\n", g.Vertices(), 2*g.Edges())
	if err != nil {
		return err
	}
	row := func(text []byte, u, v uint32) []byte {
		text = append(appendIndex(append(text, '\t'), u), '\t')
		return append(appendIndex(text, v), "\t1\t1\t1\t0\t0\t0\t0\t1\t;\n"...)
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = row(row(text, e.U, e.V), e.V, e.U)
		}
		return text
	})
}
