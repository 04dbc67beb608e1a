package graphio

import (
	"bytes"
	"fmt"
	"strings"
)

type gdfTable int

const (
	gdfNone gdfTable = iota
	gdfNodes
	gdfEdges
)

// gdfLines parses lines one after the other.
type gdfLines struct {
	batch
	ids     *dictionary
	table   gdfTable
	columns gdfColumns // of the table
	cells   [][]byte   // of a line
	listed  int        // nodes
	line    int64      // number of the first line of the block

	positions            *positions // nil where nobody asks
	directed, undirected bool       // some edge is
}

func (p *gdfLines) parsePlain(_ []byte, pos, _ int) int { return pos }

// next says what must come at some time.
func (p *gdfLines) next() string {
	if p.table == gdfNone {
		return "nodedef> and the columns of the nodes"
	}
	return "edgedef> and the columns of the edges"
}

func (p *gdfLines) parseLine(line []byte) *lineError {
	if line = trimLine(line); len(line) == 0 {
		return nil
	}
	if table, columns, ok := gdfHeader(line); ok {
		if table != p.table+1 {
			return &lineError{expected: "one table of nodes and then one of edges", found: quote(line)}
		}
		var err *lineError
		p.table = table
		p.columns, err = parseGDFColumns(table, columns)
		return err
	}
	if p.table == gdfNone {
		return &lineError{expected: p.next(), found: quote(line)}
	}
	if err := p.cut(line); err != nil {
		return err
	}
	var ends [2]uint32
	for i, column := range p.columns.ids {
		if column >= len(p.cells) || len(p.cells[column]) == 0 {
			return &lineError{expected: "the name of a node", found: "an empty field"}
		}
		if p.table == gdfNodes && i > 0 {
			break
		}
		known := len(p.ids.names)
		v, err := p.ids.vertex(p.cells[column])
		switch fresh := int(v) == known; {
		case err != nil:
			return err
		case p.ids.over != nil: // it learns how much all would take
		case p.table == gdfNodes && !fresh:
			return &lineError{expected: "each node once", found: quote(p.cells[column]) + " again"}
		case p.table == gdfEdges && fresh && p.listed > 0:
			return &lineError{expected: "a node that is declared", found: quote(p.cells[column])}
		}
		ends[i] = v
	}
	if p.table == gdfNodes {
		p.listed++
		return p.readPosition(ends[0])
	}
	return p.readEdge(ends)
}

// readPosition reads where a node is drawn.
func (p *gdfLines) readPosition(v uint32) *lineError {
	if p.positions == nil || p.ids.over != nil {
		return nil
	}
	for axis, column := range p.columns.axes {
		text := p.field(column)
		if len(text) == 0 {
			continue
		}
		value, err := parseValue(text)
		if err != nil {
			return err
		}
		p.positions.set(v, axis, value)
	}
	return nil
}

func (p *gdfLines) readEdge(ends [2]uint32) *lineError {
	directed := false
	switch text := p.field(p.columns.directed); strings.ToLower(string(text)) {
	case "", "false", "0":
	case "true", "1":
		directed = true
	default:
		return &lineError{expected: "directed as true or false", found: quote(text)}
	}
	p.directed, p.undirected = p.directed || directed, p.undirected || !directed
	weight := 1.0
	if text := p.field(p.columns.weight); p.weighted && len(text) > 0 {
		var err *lineError
		if weight, err = parseValue(text); err != nil {
			return err
		}
	}
	p.pushWeighted(uint64(ends[0]), uint64(ends[1]), weight)
	return nil
}

// field returns what the line has in a column, or what usually stands there.
func (p *gdfLines) field(column int) []byte {
	switch {
	case column < 0:
		return nil
	case column >= len(p.cells) || len(p.cells[column]) == 0 || strings.EqualFold(string(p.cells[column]), "null"):
		return p.columns.usual[column]
	}
	return p.cells[column]
}

// cut cuts a line into its fields. One in quotes, single or double, may hold commas, and
// two of its quotes stand for one. Empty fields at the end may be left out.
func (p *gdfLines) cut(line []byte) *lineError {
	p.cells = p.cells[:0]
	for more := true; more; {
		if len(p.cells) == p.columns.width {
			return &lineError{expected: counted(uint64(p.columns.width), "field", "fields") + ", as there are columns", found: "more"}
		}
		line = bytes.TrimLeft(line, " \t")
		var text []byte
		if len(line) > 0 && (line[0] == '"' || line[0] == '\'') {
			var err *lineError
			if text, line, err = cutQuoted(line); err != nil {
				return err
			}
			line = bytes.TrimLeft(line, " \t")
			if len(line) > 0 && line[0] != ',' {
				return &lineError{expected: fmt.Sprintf("%q or the end behind the quotes", ','), found: quote(line)}
			}
			_, line, more = bytes.Cut(line, []byte{','})
		} else {
			text, line, more = bytes.Cut(line, []byte{','})
			text = bytes.TrimRight(text, " \t")
		}
		p.cells = append(p.cells, text)
	}
	return nil
}
