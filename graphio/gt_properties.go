package graphio

import (
	"context"
	"fmt"
	"io"
	"math"
)

// graphToolKinds are what properties are of.
var graphToolKinds = []string{"the graph", "vertices", "edges"}

const (
	ofGraph    = 0
	ofVertices = 1
	ofEdges    = 2
)

// graphToolElements are the bytes of an element of the types of values: numbers, then
// strings, then lists of these, and objects of Python.
var graphToolElements = []uint64{
	1, 2, 4, 8, 8, 16, graphToolText,
	1, 2, 4, 8, 8, 16, graphToolText, graphToolText,
}

const (
	graphToolText       = 0 // an element has a length of its own
	graphToolDouble     = 4
	graphToolLongDouble = 5
	graphToolString     = 6
	graphToolFirstList  = 7
	graphToolObject     = 14
)

// readProperties reads the property maps and returns the names of the vertices: of the
// first property "name" or "label", where each has another.
func (r *graphToolReader) readProperties() ([]string, error) {
	if _, err := r.from.Peek(1); err == io.EOF && r.comment == 0 {
		return nil, nil // NetworKit, which writes no comment, ends its files here
	}
	count, err := r.takeSize("the number of property maps")
	if err != nil {
		return nil, err
	}
	for range count {
		if err := r.readProperty(); err != nil {
			return nil, err
		}
	}
	switch _, err := r.from.Peek(1); {
	case err == nil:
		return nil, r.wrong(r.offset, "the end", "more")
	case err != io.EOF:
		return nil, r.in.readError(err)
	}
	if r.names == nil {
		return nil, nil
	}
	return r.names.names(r.n), r.names.short()
}

func (r *graphToolReader) readProperty() error {
	of, err := r.takeByte(ofEdges, "0, 1 or 2, for a property of the graph, of vertices or of edges")
	if err != nil {
		return err
	}
	name, err := r.takeText("the name of a property")
	if err != nil {
		return err
	}
	called := string(name)
	kind, err := r.takeByte(graphToolObject, "a type of values from 0 to 14")
	if err != nil {
		return err
	}
	values := [...]uint64{ofGraph: 1, ofVertices: r.n, ofEdges: r.arcs}[of]
	what := fmt.Sprintf("the property %s of %s", quote([]byte(called)), graphToolKinds[of])
	if of == ofEdges && kind < graphToolString {
		r.info.Weighted = true
	}
	if of == ofVertices && kind == graphToolString && r.names == nil && (called == "name" || called == "label") {
		return r.readNames(what)
	}
	if of == ofEdges && kind < graphToolLongDouble && r.waits && isWeightName(called) {
		return r.readWeights(kind, what)
	}
	element := graphToolElements[kind]
	if element != graphToolText && kind < graphToolFirstList {
		if values > math.MaxInt64/2/element {
			return r.wrong(r.offset, what, "the end")
		}
		return r.skip(values*element, what)
	}
	for i := range values {
		if i%(1<<16) == 0 && r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		if err := r.skipList(int(kind), what); err != nil {
			return err
		}
	}
	return nil
}

// skipList passes over one value of a type that has no fixed size.
func (r *graphToolReader) skipList(kind int, what string) error {
	size, err := r.takeSize(what)
	if err != nil {
		return err
	}
	element := graphToolElements[kind]
	switch {
	case kind == graphToolString || kind == graphToolObject:
		return r.skip(size, what)
	case element != graphToolText && size > math.MaxInt64/2/element:
		return r.wrong(r.offset-8, what, fmt.Sprintf("a list of %d", size))
	case element != graphToolText:
		return r.skip(size*element, what)
	}
	for i := range size { // a list of strings
		if i%(1<<16) == 0 && r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		length, err := r.takeSize(what)
		if err == nil {
			err = r.skip(length, what)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// takeText returns a string. It is a view of the buffer.
func (r *graphToolReader) takeText(what string) ([]byte, error) {
	size, err := r.takeSize(what)
	if err != nil {
		return nil, err
	}
	if size > uint64(r.from.Size()) {
		return nil, r.wrong(r.offset-8, fmt.Sprintf("%s of at most %d bytes", what, r.from.Size()), fmt.Sprint(size))
	}
	return r.take(int(size), what)
}

func (r *graphToolReader) readNames(what string) error {
	r.names = newVertexNames(&r.in.budget)
	r.names.given = true
	for v := range r.n {
		if v%(1<<16) == 0 && r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		text, err := r.takeText(what)
		if err != nil {
			return err
		}
		r.names.add(uint32(v), text)
	}
	return nil
}
