package graphio

import (
	"cmp"
	"context"
	"fmt"
	"strings"
)

// dotParser reads statements by recursive descent.
type dotParser struct {
	batch
	ctx      context.Context
	scanner  dotScanner
	ids      *dictionary
	html     map[uint32]bool // nodes whose ids are
	directed bool
	values   bool  // some edge has a weight
	depth    int   // of subgraphs that are open
	idLine   int64 // of the id that was read last
	idHTML   bool  // that id is
	wrong    int64 // line of an error that is not in that of the last token

	// The ends of the edges of the statements that are open, group by group: all
	// that a subgraph has, or one node.
	ends   []uint32
	groups []int // where each begins

	budget   *budget
	held     int64 // taken for all that
	inScopes int   // nodes in subgraphs
}

func (p *dotParser) parse() error {
	s := &p.scanner
	if err := p.next(); err != nil {
		return err
	}
	if s.kind == dotStrict {
		if err := p.next(); err != nil {
			return err
		}
	}
	switch s.kind {
	case dotGraph:
	case dotDigraph:
		p.directed = true
	default:
		return p.unexpected("graph or digraph")
	}
	if err := p.next(); err != nil {
		return err
	}
	if p.atID() {
		if _, err := p.readID(); err != nil {
			return err
		}
	}
	if err := p.readBody(&dotScope{root: true, weight: 1}); err != nil {
		return err
	}
	if s.kind != dotEnd {
		return p.unexpected("one graph and nothing behind it")
	}
	return p.flush()
}

// next reads the next token.
func (p *dotParser) next() error {
	if err := p.scanner.next(); err != nil {
		return err
	}
	return p.scanner.failed
}

func (p *dotParser) unexpected(expected string) error {
	return &lineError{expected: expected, found: p.scanner.found()}
}

// skip reads past a token of this kind.
func (p *dotParser) skip(kind dotToken) error {
	if p.scanner.kind != kind {
		return p.unexpected(fmt.Sprintf("%q", kind))
	}
	return p.next()
}

func (p *dotParser) atID() bool {
	kind := p.scanner.kind
	return kind == dotID || kind == dotQuoted || kind == dotHTML
}

// readID returns an id. Strings in quotes may be joined by a plus.
func (p *dotParser) readID() (string, error) {
	s := &p.scanner
	if !p.atID() {
		return "", p.unexpected("an id")
	}
	kind, id := s.kind, string(s.text)
	p.idLine, p.idHTML = s.tokenLine, kind == dotHTML
	err := p.next()
	if err != nil || kind != dotQuoted || s.kind != '+' {
		return id, err
	}
	var whole strings.Builder
	whole.WriteString(id)
	for err == nil && s.kind == '+' {
		if err = p.next(); err == nil && s.kind != dotQuoted {
			err = p.unexpected("a string in quotes behind +")
		}
		if err == nil {
			if whole.Len()+len(s.text) > maxLine {
				return "", &lineError{expected: "an id that is not longer than a line may be", found: "a longer one"}
			}
			whole.Write(s.text)
			err = p.next()
		}
	}
	return whole.String(), err
}

// readBody reads statements in braces.
func (p *dotParser) readBody(scope *dotScope) error {
	if err := p.skip('{'); err != nil {
		return err
	}
	for statements := 0; ; statements++ {
		if statements%1024 == 0 && p.ctx.Err() != nil {
			return context.Cause(p.ctx)
		}
		var err error
		switch p.scanner.kind {
		case '}':
			return p.next()
		case ';':
			err = p.next()
		case dotGraph, dotNode, dotEdge:
			err = p.readDefaults(scope)
		default:
			err = p.readStatement(scope)
		}
		if err != nil {
			return err
		}
	}
}

// readDefaults reads what holds for all edges, or nodes, that follow.
func (p *dotParser) readDefaults(scope *dotScope) error {
	of := p.scanner.kind
	if err := p.next(); err != nil {
		return err
	}
	if p.scanner.kind != '[' {
		return p.unexpected("attributes in brackets")
	}
	weight, err := p.readAttributes(scope.weight, of == dotEdge)
	if of == dotEdge {
		scope.weight = weight
	}
	return err
}

// readStatement reads a node, edges, a subgraph, or an attribute of the graph.
func (p *dotParser) readStatement(scope *dotScope) error {
	ends, groups := len(p.ends), len(p.groups)
	defer func() { p.ends, p.groups = p.ends[:ends], p.groups[:groups] }()
	if p.atID() {
		id, err := p.readID()
		if err == nil && p.scanner.kind == '=' {
			if err = p.next(); err == nil {
				_, err = p.readID()
			}
			return err
		}
		if err == nil {
			err = p.readNodes(scope, id)
		}
		if err != nil {
			return err
		}
	} else if err := p.readSubgraph(scope, false); err != nil {
		return err
	}
	if kind := p.scanner.kind; kind != dotLine && kind != dotArrow {
		_, err := p.readAttributes(1, false)
		return err
	}
	for p.scanner.kind == dotLine || p.scanner.kind == dotArrow {
		if p.directed != (p.scanner.kind == dotArrow) {
			return p.unexpected(map[bool]string{true: "-> in a digraph", false: "-- in a graph"}[p.directed])
		}
		err := p.next()
		if err == nil && p.atID() {
			var id string
			if id, err = p.readID(); err == nil {
				err = p.readNodes(scope, id)
			}
		} else if err == nil {
			err = p.readSubgraph(scope, true)
		}
		if err != nil {
			return err
		}
	}
	weight, err := p.readAttributes(scope.weight, true)
	if err != nil {
		return err
	}
	return p.pushAll(p.groups[groups:], weight)
}

// readNodes takes a node with this id, its port, and further nodes behind commas.
func (p *dotParser) readNodes(scope *dotScope, id string) error {
	p.groups = append(p.groups, len(p.ends))
	for {
		v, err := p.node(id)
		if err != nil {
			return err
		}
		p.ends = append(p.ends, v)
		if !scope.root {
			scope.added = append(scope.added, v)
			p.inScopes++
		}
		if err := p.skipPort(); err != nil || p.scanner.kind != ',' {
			return cmp.Or(err, p.hold())
		}
		if err := p.next(); err != nil {
			return err
		}
		if id, err = p.readID(); err != nil {
			return err
		}
	}
}

// node returns the node with the id that was read last.
func (p *dotParser) node(id string) (uint32, error) {
	known := len(p.ids.names)
	v, err := p.ids.vertex([]byte(id))
	switch {
	case err != nil:
		return 0, err
	case p.idHTML && int(v) == known:
		if p.html == nil {
			p.html = make(map[uint32]bool)
		}
		p.html[v] = true
	case p.idHTML != p.html[v] && p.ids.over == nil:
		// Versions of Graphviz differ in whether it is the same node.
		p.wrong = p.idLine
		return 0, &lineError{expected: "ids that differ in more than being HTML", found: quote([]byte(id)) + " once more"}
	}
	return v, nil
}

// skipPort reads a port and a point of the compass, where there are any.
func (p *dotParser) skipPort() error {
	for range 2 {
		if p.scanner.kind != ':' {
			break
		}
		if err := p.next(); err != nil {
			return err
		}
		if _, err := p.readID(); err != nil {
			return err
		}
	}
	return nil
}

// pushAll pushes the edges of a statement: from each node of a group to each of the
// next one.
func (p *dotParser) pushAll(groups []int, weight float64) error {
	for i := range len(groups) - 1 {
		end := len(p.ends)
		if i+2 < len(groups) {
			end = groups[i+2]
		}
		for _, u := range p.ends[groups[i]:groups[i+1]] {
			for _, v := range p.ends[groups[i+1]:end] {
				p.pushWeighted(uint64(u), uint64(v), weight)
				if !p.full() {
					continue
				}
				if p.ctx.Err() != nil {
					return context.Cause(p.ctx)
				}
				if err := p.flush(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
