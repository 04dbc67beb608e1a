package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

// pajekSection is what the lines of a section mean.
type pajekSection int

const (
	noSection     pajekSection = iota
	vertexLines                // number, label, and how to draw it
	pairLines                  // two vertices, and perhaps a value
	listLines                  // a vertex and its neighbours
	matrixRows                 // a value for each vertex
	partitionRows              // the class of a vertex
	vectorRows                 // the value of a vertex, its place in a permutation, or a vertex of a cluster
)

// pajekSections follows the sections of a file and reads all of them but
// arcs and edges, which it leaves to others.
type pajekSections struct {
	section pajekSection
	owner   string // section whose *Vertices comes next: network, partition or vector
	line    int64  // number of the next line

	known      bool   // the network's *Vertices was read
	n          uint64 // vertices of the network
	first      uint64 // vertices of the first mode; 0 in ordinary networks
	directed   bool   // there is a section of arcs
	undirected bool   // there is a section of edges

	rows, got uint64 // lines that a section should have, and those read
	names     *vertexNames
	positions *positions // nil where nobody asks
	classes   [][]int    // of each partition
	networks  []string   // titles of the networks that were begun
}

// read reads a block and notes in p where its lines of pairs are.
func (r *pajekSections) read(b *block, p *pajekPairs) error {
	p.runs = p.runs[:0]
	for pos := 0; pos < b.end; {
		if r.section == pairLines {
			begin := pos
			if pos = nextSection(b.text[:b.end], pos); begin < pos {
				p.runs, p.n = append(p.runs, pajekRun{begin, pos}), r.n
				continue
			}
		}
		length := lineLength(b.text, pos)
		if err := r.readLine(b.text, pos, trimLine(b.text[pos:pos+length]), p); err != nil {
			if malformed, ok := errors.AsType[*lineError](err); ok && malformed.pos == 0 {
				malformed.pos = pos
			}
			return err
		}
		pos += length + 1
	}
	r.line += int64(bytes.Count(b.text[:b.end], newline))
	return nil
}

// nextSection returns where the next line begins whose first character is an
// asterisk, from the beginning of a line on, or the length of text.
func nextSection(text []byte, pos int) int {
	for ; ; pos++ {
		next := bytes.IndexByte(text[pos:], '*')
		if next < 0 {
			return len(text)
		}
		if pos += next; beginsLine(text, pos) {
			return bytes.LastIndexByte(text[:pos], '\n') + 1
		}
	}
}

// readLine reads the line at pos of text; line is the same, trimmed.
func (r *pajekSections) readLine(text []byte, pos int, line []byte, p *pajekPairs) error {
	var malformed *lineError
	switch {
	case isComment(line, pajekComments):
		return nil
	case line[0] == '*':
		malformed = r.open(line)
	case r.section == noSection:
		malformed = &lineError{expected: "a section, such as *Vertices", found: quote(line)}
	case r.section == vertexLines:
		malformed = r.readVertex(line)
	case r.section == listLines:
		return r.readList(text, skipBlanks(text, pos), p)
	case r.section == matrixRows:
		return r.readRow(line, p)
	default:
		malformed = r.readValue(line)
	}
	if malformed != nil {
		return malformed
	}
	return nil
}

// cutSection splits "*Section rest". The word is returned in lower case.
func cutSection(line []byte) (word string, rest []byte) {
	first, rest := cutBlank(line[1:])
	return strings.ToLower(string(first)), rest
}

// parsePajekSizes parses what follows *Vertices: their number and, in a
// two-mode network, the number of those of the first mode.
func parsePajekSizes(rest []byte) (n, first uint64, err *lineError) {
	total, rest := cutBlank(rest)
	if n, err = parseSize(total, "the number of vertices, below 2^32", math.MaxUint32); err != nil || len(rest) == 0 {
		return n, 0, err
	}
	mode, rest := cutBlank(rest)
	if len(rest) > 0 {
		return 0, 0, &lineError{expected: "the end of the line", found: quote(rest)}
	}
	first, err = parseSize(mode, "the number of vertices of the first mode", n)
	return n, first, err
}

// open begins the section of a line.
func (r *pajekSections) open(line []byte) *lineError {
	if err := r.finish(); err != nil {
		return err
	}
	word, rest := cutSection(line)
	r.section = noSection
	switch word {
	case "network":
		r.owner = word
		r.networks = append(r.networks, quote(rest))
		return nil
	case "partition", "vector", "permutation", "cluster":
		r.owner = word
		return nil
	case "vertices":
		return r.openVertices(rest)
	case "arcs", "edges":
		r.section = pairLines
	case "arcslist", "edgeslist":
		r.section = listLines
	case "matrix":
		r.section = matrixRows
		r.rows = r.n
		if r.first > 0 {
			r.rows = r.first
		}
	default:
		return &lineError{
			expected: "*Network, *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist, *Matrix, *Partition, *Vector, *Permutation or *Cluster",
			found:    quote(line),
		}
	}
	if !r.known || r.owner != "network" {
		return &lineError{expected: "*Vertices of the " + r.owner, found: quote(line)}
	}
	edges := word == "edges" || word == "edgeslist"
	r.directed, r.undirected = r.directed || !edges, r.undirected || edges
	return nil
}

func (r *pajekSections) openVertices(rest []byte) *lineError {
	n, first, err := parsePajekSizes(rest)
	if err != nil {
		return err
	}
	owner := r.owner
	r.owner = "network"
	switch {
	case owner == "partition":
		r.section, r.rows = partitionRows, n
		r.classes = append(r.classes, nil)
	case owner != "network":
		r.section, r.rows = vectorRows, n
	case r.known:
		return &lineError{expected: "one network in the file", found: "the *Vertices of a second one" + r.networkNames()}
	default:
		r.section, r.known, r.n, r.first = vertexLines, true, n, first
	}
	return nil
}

// networkNames names the networks that were begun, for a message.
func (r *pajekSections) networkNames() string {
	if len(r.networks) < 2 {
		return ""
	}
	return ": " + strings.Join(r.networks, ", ") + "; put the one that is meant into a file of its own"
}

// isPajekPart says that a section begins a part of a project that is no network,
// and has a line for each of its *Vertices.
func isPajekPart(word string) bool {
	return word == "partition" || word == "vector" || word == "permutation" || word == "cluster"
}

// finish ends a section.
func (r *pajekSections) finish() *lineError {
	if r.rows != r.got {
		return &lineError{expected: fmt.Sprintf("%d lines of the section", r.rows), found: fmt.Sprint(r.got)}
	}
	r.rows, r.got = 0, 0
	return nil
}
