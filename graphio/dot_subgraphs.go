package graphio

import (
	"fmt"
	"slices"
)

// dotScope is the graph or a subgraph.
type dotScope struct {
	root   bool
	weight float64  // of edges that say nothing else
	nodes  []uint32 // of a subgraph that has a name, from the times that it was opened before
	sorted int      // how many of them were, each once, when that was last seen to
	added  []uint32 // nodes of this time
	inner  map[string]*dotScope
}

// deepestDOT is how deep subgraphs may be nested.
const deepestDOT = 1000

// readSubgraph reads a subgraph. All its nodes are ends of edges, if it is an end.
func (p *dotParser) readSubgraph(outer *dotScope, isEnd bool) error {
	scope, named := &dotScope{weight: outer.weight}, false
	if p.scanner.kind == dotSubgraph {
		if err := p.next(); err != nil {
			return err
		}
		if p.atID() {
			id, err := p.readID()
			if err != nil {
				return err
			}
			named = true
			if known := outer.inner[id]; known != nil {
				scope = known
			} else {
				if outer.inner == nil {
					outer.inner = make(map[string]*dotScope)
				}
				outer.inner[id] = scope
			}
		}
	} else if p.scanner.kind != '{' {
		return p.unexpected("a statement or }")
	}
	if p.depth++; p.depth > deepestDOT {
		return &lineError{expected: fmt.Sprintf("subgraphs that are nested at most %d deep", deepestDOT), found: "more"}
	}
	if err := p.readBody(scope); err != nil {
		return err
	}
	p.depth--
	scope.closeInto(outer, named, p)
	p.groups = append(p.groups, len(p.ends))
	if isEnd || p.scanner.kind == dotLine || p.scanner.kind == dotArrow {
		p.ends = append(p.ends, scope.all(named)...)
	}
	return p.hold()
}

// closeInto gives the nodes of a subgraph to the one around it.
func (s *dotScope) closeInto(outer *dotScope, named bool, p *dotParser) {
	slices.Sort(s.added)
	before := len(s.added)
	s.added = slices.Compact(s.added)
	p.inScopes -= before - len(s.added)
	if !outer.root {
		outer.added = append(outer.added, s.added...)
		p.inScopes += len(s.added)
	}
	if !named {
		p.inScopes -= len(s.added)
		return
	}
	s.nodes = append(s.nodes, s.added...)
	s.added = nil
	if len(s.nodes) > 2*s.sorted {
		p.inScopes -= s.compact()
	}
}

// compact keeps each of the nodes once. It returns how many go.
func (s *dotScope) compact() int {
	before := len(s.nodes)
	slices.Sort(s.nodes)
	s.nodes = slices.Compact(s.nodes)
	s.sorted = len(s.nodes)
	return before - len(s.nodes)
}

// all returns the nodes of a subgraph that was closed.
func (s *dotScope) all(named bool) []uint32 {
	if !named {
		return s.added
	}
	s.compact()
	return s.nodes
}

// hold tells the budget of nodes that are kept.
func (p *dotParser) hold() error {
	const often = 1 << 20
	held := 8*int64(p.inScopes) + 4*int64(cap(p.ends)) + 8*int64(cap(p.groups))
	more := held - p.held
	if more < often {
		return nil
	}
	p.held = held
	return p.budget.take("nodes of subgraphs", more)
}

func (p *dotParser) giveBack() { p.budget.give(p.held) }
