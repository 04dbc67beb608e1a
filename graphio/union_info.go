package graphio

import (
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// unite says what is known of all parts together.
func (u *union) unite(name string, names []string) (graph.Info, error) {
	first := u.parts[0].info
	all := graph.Info{
		Name: name, Files: names, Held: &u.budget.held,
		Recognised: first.Recognised,
		Bytes:      graph.Known(0), Vertices: u.declared(), Records: graph.Known(0), MaxRecords: graph.Known(0),
		MaxID: u.maxID(), Base: u.base(),
		EachOnce: true, Rereadable: true, Direct: true,
	}
	var formats, packings []string
	arcs, others, once := false, false, false // what the parts say of directions
	for i := range u.parts {
		p := &u.parts[i]
		if err := u.checkWeights(p); err != nil {
			return all, err
		}
		formats, packings = append(formats, p.info.Format), append(packings, p.info.Compressed)
		if p.info.Recognised != all.Recognised {
			all.Recognised = "file by file"
		}
		all.Bytes, all.Records, all.MaxRecords = sum(all.Bytes, p.info.Bytes), sum(all.Records, p.info.Records), sum(all.MaxRecords, p.info.MaxRecords)
		all.Rereadable, all.Direct = all.Rereadable && p.info.Rereadable, all.Direct && p.info.Direct
		all.Weighted, all.Mixed = all.Weighted || p.info.Weighted, all.Mixed || p.info.Mixed
		all.EachOnce, once = all.EachOnce && p.info.EachOnce, once || p.info.EachOnce
		arcs, others = arcs || p.info.Directed, others || !p.info.Directed
	}
	// What some parts say of the directions is not said of all records.
	all.Directed, all.Mixed = arcs, all.Mixed || arcs && others || once && !all.EachOnce
	all.Format, all.Compressed = joinNames(formats), joinNames(packings)
	all.Table = u.table()
	return all, nil
}

// table says how the columns of all parts are taken, where that is the same. That a first
// line told sizes is known, and said, once one was read.
func (u *union) table() *graph.Table {
	if u.parts[0].info.Table == nil {
		return nil
	}
	all := *u.parts[0].info.Table
	for i := range u.parts {
		t := u.parts[i].info.Table
		if t == nil {
			return nil
		}
		one := *t
		if one.Header == "sizes" || all.Header == "sizes" {
			one.Header, all.Header = "sizes", "sizes"
		}
		if one != all {
			return nil
		}
	}
	return &all
}

// base returns the least id where the parts declare their vertices.
func (u *union) base() (base uint64) {
	found := false
	for i := range u.parts {
		if p := &u.parts[i]; (p.declares || !p.streams) && (!found || p.info.Base < base) {
			base, found = p.info.Base, true
		}
	}
	return base
}

// declared returns how many vertices the parts declare, where all do.
func (u *union) declared() graph.Size {
	n, base := uint64(0), u.base()
	for i := range u.parts {
		p := &u.parts[i]
		if !p.declares {
			return graph.Size{}
		}
		n = max(n, p.info.Base-base+uint64(p.info.Vertices.Get()))
	}
	return graph.Known(n)
}

// maxID returns the largest id that a vertex of any part can have, 0 where one may have any.
func (u *union) maxID() (most uint64) {
	for i := range u.parts {
		p := &u.parts[i]
		if !p.streams || p.info.MaxID == 0 {
			return 0
		}
		most = max(most, p.info.MaxID)
	}
	return most
}

// checkWeights refuses a part that has no weights, where they are asked for and others have some.
func (u *union) checkWeights(p *unionPart) error {
	if !u.opt.Weights || p.info.Weighted || p.info.Records.Or(1) == 0 || p.info.Bytes.Or(1) == 0 {
		return nil
	}
	for i := range u.parts {
		if other := &u.parts[i]; other.info.Weighted {
			return &graph.InputError{File: p.name, Expected: "weights, as in " + other.name, Found: "none"}
		}
	}
	return nil
}

// sum adds sizes, if both are known.
func sum(a, b graph.Size) graph.Size {
	if !a.Known() || !b.Known() {
		return graph.Size{}
	}
	return graph.Known(a.Get() + b.Get())
}

// joinNames lists the names of formats or compressions, each once; what has none is plain.
func joinNames(names []string) string {
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 1 && names[0] == "" {
		names = append(names[1:], "plain")
	}
	return strings.Join(names, ", ")
}
