package graphio

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// unionReading is one reading of a union.
type unionReading struct {
	*union
	ctx     context.Context
	workers int
	emit    func(int, graph.Batch) error
	lanes   []translation  // of the workers
	bad     firstMalformed // of the parts
	sums    []graph.Summary
	kinds   []idKindOf
	first   int // the first part that says what ids are; -1 for none

	names  *dictionary // nil until a part has names
	behind []uint64    // how many of them were known behind each part
}

// idKindOf says what the ids of a part are.
type idKindOf uint8

const (
	anyIDs      idKindOf = iota // nobody can tell: it has no records
	freeIDs                     // numbers
	declaredIDs                 // numbers of vertices that are declared
	nameIDs
)

// Read reads the parts, small ones side by side. Parts that may have names are read first.
func (u *union) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	r := &unionReading{union: u, ctx: ctx, workers: par.Workers(workers), emit: emit, first: -1,
		sums: make([]graph.Summary, len(u.parts)), kinds: make([]idKindOf, len(u.parts)), behind: make([]uint64, len(u.parts))}
	for worker := range r.workers {
		r.lanes = append(r.lanes, translation{emit: emitter(worker, emit)})
	}
	err := r.learnAll()
	if err == nil {
		err = r.agree()
	}
	if err == nil {
		err = r.share(func(i int) bool { return u.parts[i].streams }, r.stream)
	}
	if err == nil {
		err = r.bad.err
	}
	if err != nil {
		return graph.Summary{}, err
	}
	for i := 1; i < len(r.behind); i++ {
		r.behind[i] = max(r.behind[i], r.behind[i-1]) // for a part without names
	}
	u.info.Table, u.names = u.table(), r.behind
	return r.summary()
}

// readers are those of all workers who read a part.
type readers struct{ first, number int }

// readersOf returns those of one worker, where so many parts are read side by side.
func readersOf(worker, workers, parts int) readers {
	each := workers / parts
	return readers{worker * each, each}
}

// share reads the parts that are wanted: one that is large with all workers, the others
// side by side. The error of a part that is malformed is kept.
func (u *unionReading) share(wanted func(i int) bool, read func(i int, by readers) error) error {
	var large, small []int
	for i := range u.parts {
		switch {
		case !wanted(i):
		case u.isLarge(i):
			large = append(large, i)
		default:
			small = append(small, i)
		}
	}
	one := func(i int, by readers) error {
		if u.bad.before(i) {
			return nil
		}
		return u.bad.take(i, read(i, by))
	}
	for _, i := range large {
		if err := one(i, readers{0, u.workers}); err != nil {
			return err
		}
	}
	beside := min(u.workers, len(small))
	return par.Each(u.ctx, beside, len(small), func(worker, item int) error {
		return one(small[item], readersOf(worker, u.workers, beside))
	})
}

// isLarge says that a part is so much of all that some workers would wait for the one that
// reads it.
func (u *unionReading) isLarge(i int) bool {
	p, most := &u.parts[i], u.info.Bytes.Get()/int64(4*u.workers)
	return len(u.parts) == 1 || p.parallel && (!u.info.Bytes.Known() || p.info.Bytes.Get() > most)
}

// stream emits the records of a part as they come.
func (u *unionReading) stream(i int, by readers) error {
	p := &u.parts[i]
	unlike := error(nil)
	if kind := u.kindOfStream(i); u.first >= 0 && u.kinds[u.first] != kind {
		unlike = u.unlike(i, kind)
	}
	shift := uint64(0)
	if p.declares {
		shift = p.info.Base - u.info.Base
	}
	return u.use(i, func(open *unionPart) (err error) {
		u.sums[i], err = open.src.Read(u.ctx, by.number, func(worker int, b graph.Batch) error {
			switch {
			case unlike != nil && len(b.Edges)+len(b.Wide) > 0:
				return unlike
			case shift > 0:
				return u.lanes[by.first+worker].renumber(b, func(id uint64) uint64 { return id + shift })
			}
			return u.emit(by.first+worker, b)
		})
		if err == nil && u.sums[i].Names != nil {
			err = fmt.Errorf("%s: %s has names, where it said that it has none", p.name, p.info.Format)
		}
		return err
	})
}

// kindOfStream returns what the ids of a part are that is streamed.
func (u *unionReading) kindOfStream(i int) idKindOf {
	if u.parts[i].declares {
		return declaredIDs
	}
	return freeIDs
}

// agree finds out which part says what the ids are, and refuses others.
func (u *unionReading) agree() error {
	for i := range u.parts {
		if u.parts[i].declares {
			u.kinds[i] = declaredIDs
		}
		switch kind := u.kinds[i]; {
		case kind == anyIDs:
		case u.first < 0:
			u.first = i
		case kind != u.kinds[u.first]:
			return u.unlike(i, kind)
		}
	}
	return nil
}

// unlike is the error for a part whose ids are not of the kind of the first one.
func (u *unionReading) unlike(i int, kind idKindOf) error {
	expected := [...]string{freeIDs: "numbers as ids, without a number of vertices", declaredIDs: "a number of vertices that is declared", nameIDs: "names as ids"}
	found := [...]string{freeIDs: "numbers alone", declaredIDs: "numbers of vertices that are declared", nameIDs: "names"}
	first := u.kinds[u.first]
	return &graph.InputError{File: u.parts[i].name, Expected: expected[first] + ", as in " + u.parts[u.first].name, Found: found[kind]}
}

// summary adds up those of all parts.
func (u *unionReading) summary() (graph.Summary, error) {
	all := graph.Summary{}
	vertices, known := uint64(0), false
	for i, s := range u.sums {
		all.Records += s.Records
		if s.Vertices.Known() && (u.kinds[i] == declaredIDs || u.kinds[i] == nameIDs) {
			vertices, known = max(vertices, u.parts[i].info.Base-u.info.Base+uint64(s.Vertices.Get())), true
		}
	}
	if u.names != nil {
		if err := u.names.short(); err != nil {
			return all, err
		}
		all.Names, vertices = u.names.names, uint64(len(u.names.names))
	}
	if known {
		all.Vertices = graph.Known(vertices)
	}
	return all, nil
}
