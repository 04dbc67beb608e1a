package graphio

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// union is a source that reads several inputs as one graph. Its records are those of all
// its parts; the same id, or the same name, is the same vertex.
//
// Each part is opened to learn what it says of itself, and closed again but for the first
// ones: thousands of parts need no thousands of descriptors.
type union struct {
	parts  []unionPart
	opt    Options // of each part
	info   graph.Info
	budget budget // of all parts, and of their names

	waiting int64 // bytes that records of a part may take that wait; tests make it small

	names []uint64 // that were known behind each part when all were read
}

// unionPart is one input of a union.
type unionPart struct {
	name string
	info graph.Info

	in       *input // while it is open
	src      graph.Source
	bytes    int64 // of the file as it was opened
	modified time.Time

	streams  bool // its ids are numbers, known as such before it is read
	declares bool // and it says how many vertices there are
	parallel bool // several workers read it faster than one
	fills    bool // it is a graph.Filler
	parked   bool // its file is closed, and opened again to be read
}

// partBytes is what a part takes as long as the union is open: its name, what it says of itself,
// and what was learnt of it (1.4 KB each, as the heap shows with 20,000 files of text).
const partBytes = 1400

// mostOpen is how many parts stay open. A file that is opened again may be another one:
// this is an error, and the fewer can meet it the better.
const mostOpen = 16

// openUnion opens all inputs; stdin is the one that is called -.
func openUnion(stdin io.Reader, name string, opt Options) (graph.Source, error) {
	names, err := opt.Files()
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, &graph.InputError{File: name, Expected: "files to read as one graph", Found: "none"}
	}
	u := &union{parts: make([]unionPart, len(names)), opt: opt}
	u.budget.memory = opt.Memory
	if err := u.budget.takeParts(int64(len(names)) * partBytes); err != nil {
		return nil, err
	}
	u.opt.Union, u.opt.Positions, u.opt.within = nil, false, &u.budget // each part is drawn on its own
	err = eachInOrder(context.Background(), par.Workers(0), len(names), func(_, i int) error {
		return u.open(i, names[i], stdin)
	})
	if err == nil {
		u.info, err = u.unite(name, names)
	}
	if err != nil {
		return nil, errors.Join(err, u.Close())
	}
	for i := range u.parts {
		if !u.parts[i].fills {
			return u, nil
		}
	}
	return unionFiller{u}, nil
}

// open opens a part for the first time.
func (u *union) open(i int, name string, stdin io.Reader) error {
	p := &u.parts[i]
	p.name = name
	var err error
	if name == "-" {
		p.in, p.src, err = open(stdin, name, "", u.opt, nil)
	} else {
		p.in, p.src, err = openNamed(name, u.opt)
	}
	if err != nil {
		return err
	}
	p.info, p.bytes, p.modified = p.src.Info(), p.in.whole, p.in.modified
	p.streams, p.parallel = hasNumbers(p.src), readsInParallel(p.src)
	p.declares = p.streams && p.info.Vertices.Known() && !hasOwnNumbers(p.src)
	_, p.fills = p.src.(graph.Filler)
	p.info.Held = nil // the budget of the union counts that
	_, plain := p.in.plain()
	_, loads := p.src.(graph.Loader)
	switch {
	case name == "-", !p.in.rereadable(), i < mostOpen && plain && !loads:
		return nil
	case canPark(p.src):
		p.parked = true
		return p.in.park()
	}
	return u.shut(p)
}

// shut closes a part.
func (u *union) shut(p *unionPart) error {
	if p.src == nil {
		return nil
	}
	err := p.src.Close()
	p.in.budget.leave()
	p.src, p.in = nil, nil
	return err
}

// use opens a part for body, where it is not open.
func (u *union) use(i int, read func(p *unionPart) error) error {
	p := &u.parts[i]
	body := func(open *unionPart) error {
		err := read(open)
		if err == nil {
			p.info.Table = open.src.Info().Table // which may have turned out to begin with sizes
		}
		return err
	}
	switch {
	case p.parked:
		if err := p.in.unpark(p.name); err != nil {
			return err
		}
		return errors.Join(body(p), p.in.park())
	case p.src != nil:
		return body(p)
	}
	again := unionPart{info: p.info}
	var err error
	if again.in, again.src, err = openNamed(p.name, u.opt); err != nil {
		return err
	}
	if again.in.whole != p.bytes || !again.in.modified.Equal(p.modified) || again.src.Info().Format != p.info.Format {
		err = again.in.errChanged()
	} else {
		err = body(&again)
	}
	return errors.Join(err, u.shut(&again))
}

func (u *union) Info() graph.Info { return u.info }

// MayHaveNames reports whether a part may call its vertices by names, as far as it can be told before
// they are read.
func (u *union) MayHaveNames() bool {
	for i := range u.parts {
		if !u.parts[i].streams {
			return true
		}
	}
	return false
}

// NamesBehind returns how many of the names that a reading found were known behind each part.
func (u *union) NamesBehind() []uint64 { return u.names }

func (u *union) Close() error {
	var all []error
	for i := range u.parts {
		all = append(all, u.shut(&u.parts[i]))
	}
	return errors.Join(all...)
}

// readsInParallel says that several workers read the source faster than one.
func readsInParallel(src graph.Source) bool {
	if src.Info().Compressed != "" {
		return false
	}
	switch src.(type) {
	case *edgeList, *ndjson, *parquetSource, *arrowSource:
		return true
	}
	return hasNumbers(src)
}

// hasNumbers says that the ids of a source are numbers and not names. Of a source that
// cannot say so before it was read, it is false.
func hasNumbers(src graph.Source) bool {
	switch s := src.(type) {
	case *edgeList:
		return !s.layout.labels
	case *ndjson:
		return !s.shape.strings
	case *parquetSource:
		return !s.labels
	case *arrowSource:
		return !s.labels
	case *tcsrSource:
		return s.header.LabelKind != tcsrNameTable
	case u32File, *recordSource, *matrix, *arraySource, *gapSource, *bvSource:
		return true
	}
	return false
}

// hasOwnNumbers says that a source gives each vertex that it declares a number of its own,
// and names it by this in its records.
func hasOwnNumbers(src graph.Source) bool {
	s, ok := src.(*tcsrSource)
	return ok && s.header.LabelKind == tcsrNumberTable
}
