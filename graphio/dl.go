package graphio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// The data language of UCINET (Borgatti, Everett and Freeman: UCINET 6 for Windows;
// its guide has the formats), which sna of R, NetDraw and SocNetV write, too.

var dlFormat = format{
	name:     "dl",
	text:     "UCINET DL: a network of one mode as matrix, half of one, edge list or node list",
	suffixes: []string{".dl"},
	sniff:    matches(`(?i)^\s*dl[\s,]+(n|nr|nc|nm|format|diagonal)\s*=`, "="),
	evidence: "first words",
	open:     openDL,
	outputs:  []string{".dl"},
	keeps:    keeps{labels: true, base: 1, isolated: true},
	write:    writeDL,
}

type dl struct {
	in        *input
	weighted  bool
	blockSize int
}

func openDL(in *input) (graph.Source, error) {
	if _, err := in.dataLines(""); err != nil {
		return nil, err
	}
	return &dl{in: in, blockSize: defaultBlockSize}, nil
}

func (s *dl) Info() graph.Info {
	info := s.in.info()
	info.Base, info.Directed, info.Weighted = 1, true, s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / 2)
	}
	return info
}

func (s *dl) Close() error { return s.in.Close() }

// Read reads the words one after the other, in one goroutine.
func (s *dl) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := dlParser{batch: batch{emit: emitter(0, emit), weighted: s.in.opt.Weights}, in: s.in}
	start := s.in.textStart()
	line := start.line
	err := s.in.eachBlock(ctx, 1, s.blockSize, start, func(_ int, b *block) error {
		for pos := 0; pos < b.end; line++ {
			length := lineLength(b.text, pos)
			if err := p.readLine(trimLine(b.text[pos : pos+length])); err != nil {
				if malformed := (*lineError)(nil); errors.As(err, &malformed) {
					malformed.pos = pos
				}
				return err
			}
			pos += length + 1
		}
		return nil
	})
	summary := graph.Summary{Vertices: graph.Known(p.n)}
	if err == nil {
		err = p.flush()
	}
	if err != nil {
		return summary, err
	}
	if wrong := p.finish(); wrong != nil {
		return summary, s.in.malformed(line, wrong)
	}
	s.weighted, summary.Records = p.values, p.records
	if p.labels != nil {
		summary.Names = p.labels.names
		err = p.labels.short()
	}
	return summary, err
}

// dlParser follows the words of a file.
type dlParser struct {
	batch
	in     *input
	begun  bool // the word dl was read
	n      uint64
	format string // in lower case
	absent bool   // the diagonal is not there

	section  dlSection
	embedded bool        // labels stand in the data
	labels   *dictionary // nil where there are none
	columns  uint64      // labels of the columns that were read, which repeat those of the rows

	row, column uint64 // of the next value of a matrix
	values      bool   // some value is neither zero nor one
}

type dlSection int

const (
	dlHead dlSection = iota
	dlLabels
	dlColumnLabels
	dlData
)

var dlFormats = []string{"fullmatrix", "lowerhalf", "upperhalf", "edgelist1", "nodelist1"}

func (p *dlParser) readLine(line []byte) error {
	if p.section == dlData {
		return p.readData(line)
	}
	// What is in quotes is a label, whatever it says.
	if word, rest, found := bytes.Cut(line, []byte{':'}); found && bytes.IndexByte(word, '"') < 0 {
		switch words := strings.Join(strings.FieldsFunc(strings.ToLower(string(word)), dlSeparates), " "); {
		case words == "data", strings.HasSuffix(words, " data") && p.section == dlHead:
			head := bytes.TrimRight(word, " \t")
			if err := p.readHead(head[:len(head)-len("data")]); err != nil {
				return err
			}
			if err := p.begin(); err != nil {
				return err
			}
			return p.readData(bytes.TrimLeft(rest, " \t"))
		case strings.HasSuffix(words, "labels embedded"):
			p.embedded = true
			at := bytes.LastIndex(bytes.ToLower(word), []byte("labels"))
			return p.readHead(cutDLSuffix(word[:at], "row", "column", "col"))
		case strings.HasSuffix(words, "column labels"), strings.HasSuffix(words, "col labels"):
			p.section = dlColumnLabels
			return p.readLabels(rest)
		case strings.HasSuffix(words, "labels") && !strings.HasSuffix(words, "matrix labels"):
			if p.section == dlHead {
				head := bytes.TrimRight(word, " \t")
				if err := p.readHead(cutDLSuffix(head[:len(head)-len("labels")], "row")); err != nil {
					return err
				}
			}
			p.section = dlLabels
			return p.readLabels(rest)
		}
	}
	if p.section != dlHead {
		return p.readLabels(line)
	}
	return p.readHead(line)
}

// cutDLSuffix cuts one of the words, in any case, off the end of a head.
func cutDLSuffix(head []byte, words ...string) []byte {
	head = bytes.TrimRight(head, " \t,")
	for _, word := range words {
		if last := len(head) - len(word); last >= 0 && strings.EqualFold(string(head[last:]), word) {
			return head[:last]
		}
	}
	return head
}

func dlSeparates(r rune) bool { return r == ' ' || r == '\t' || r == ',' }

// readHead reads words such as n = 4 and format = fullmatrix.
func (p *dlParser) readHead(line []byte) error {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(string(line)), "=", " = "), dlSeparates)
	for i := 0; i < len(words); i++ {
		word, value := words[i], ""
		if i+2 < len(words) && words[i+1] == "=" {
			value = words[i+2]
			i += 2
		} else if word == "diagonal" && i+1 < len(words) {
			value = words[i+1]
			i++
		}
		var err *lineError
		switch {
		case word == "dl" && !p.begun:
		case word == "n":
			p.n, err = parseSize([]byte(value), "n, fewer than 2^32 vertices", math.MaxUint32)
		case word == "nm" && value == "1", word == "diagonal" && value == "present":
		case word == "nm":
			err = &lineError{expected: "one relation, nm=1, as a graph has", found: "nm=" + value}
		case word == "nr" || word == "nc":
			err = &lineError{expected: "a network of one mode (n=), as rows and columns of two modes are different vertices", found: word + "=" + value}
		case word == "diagonal" && value == "absent":
			p.absent = true
		case word == "format":
			if p.format = value; !slices.Contains(dlFormats, value) {
				err = &lineError{expected: "one of the formats " + strings.Join(dlFormats, ", "), found: quote([]byte(value))}
			}
		case word == "labels" && i+1 < len(words) && strings.TrimSuffix(words[i+1], ":") == "embedded":
			p.embedded = true
			i++
		default:
			err = &lineError{expected: "dl, n=, nm=1, format=, diagonal=, labels:, labels embedded or data:", found: quote([]byte(word))}
		}
		if p.begun = true; err != nil {
			return err
		}
	}
	return nil
}

// begin begins the data.
func (p *dlParser) begin() error {
	if wrong := p.checkLabels(); wrong != nil {
		return wrong
	}
	if p.format == "" {
		p.format = "fullmatrix"
	}
	if p.embedded && p.format != "edgelist1" && p.format != "nodelist1" {
		return &lineError{expected: "labels in a section of their own, in front of a matrix", found: "labels embedded"}
	}
	if p.embedded && p.labels == nil {
		p.labels = newDictionary(&p.in.budget)
	}
	p.section = dlData
	p.skipHalf()
	return nil
}

// finish sees that nothing is missing.
func (p *dlParser) finish() *lineError {
	switch {
	case p.section != dlData:
		return &lineError{expected: "data:", found: "the end"}
	case p.embedded:
		return p.checkLabels()
	case !strings.HasSuffix(p.format, "list1") && p.row < p.n:
		return &lineError{expected: fmt.Sprintf("the values of %s", counted(p.n, "row", "rows")), found: fmt.Sprintf("the end in row %d", p.row+1)}
	}
	return nil
}

// writeDL writes both arcs of each edge, and the labels unless they are 1 to n.
func writeDL(ctx context.Context, out *output, g *graph.Graph) error {
	named := hasOwnIDs(g, 1)
	if err := fitNames(g.Labels(), "a DL file", names.FitLine); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "dl n=%d format=edgelist1\n", g.Vertices()); err != nil {
		return err
	}
	if named {
		if _, err := fmt.Fprintln(out, "labels:"); err != nil {
			return err
		}
		err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
			return append(names.AppendQuoted(text, g.Labels().Label(v)), '\n')
		})
		if err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(out, "data:"); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendIndexes(text, e.U, e.V), '\n')
			text = append(appendIndexes(text, e.V, e.U), '\n')
		}
		return text
	})
}
