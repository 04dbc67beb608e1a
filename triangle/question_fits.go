package triangle

import "github.com/tricycle-graph/tricycle/internal/lists"

// answers reports whether the CPU surely answers a question about a source within the
// memory.
func (opt Options) answers(q question, x extent) bool {
	switch {
	case q == ofGraph:
		return opt.fits(x)
	case opt.Memory <= 0:
		return true
	}
	return opt.fitsAnswer(q, x)
}

// fitsAnswer reports whether a question about a source is surely answered within the
// memory.
func (opt Options) fitsAnswer(q question, x extent) bool {
	if opt.answersWhole(q, x) {
		return true
	}
	rows, _ := x.rows()
	return q.inParts() && opt.ordersParts() && opt.besideKept(x).fitsBuilder(x) &&
		opt.besideRows(q, x.vertices(), uint64(rows)).fitsPieces(q, x, opt.piece(x.header, 0))
}

// besideKept returns the wishes with the memory that a builder has beside what it keeps of
// each vertex for an answer. That is counted with the answer when the lists are made.
func (opt Options) besideKept(x extent) Options {
	opt.Memory -= lists.KeptVertexBytes(uint64(x.info.Records.Get()), x.bound, x.distinct)
	return opt
}

// answersWhole is fitsAnswer with the graph whole in memory.
func (opt Options) answersWhole(q question, x extent) bool {
	if opt.Parts != (Parts{}) {
		return false
	}
	rows, records := x.rows()
	if x.info.Loaded {
		orienting, counting := opt.leastGraph(x)
		least := max(orienting, counting+q.countingBytes(int(rows), records, opt.partParams())) + q.bytes(x.vertices(), records, opt.Threads)
		if least <= opt.Memory || !opt.ordersParts() {
			return least <= opt.Memory
		}
	}
	return opt.besideKept(x).fitsLists(x, opt.Order) && opt.holdsAnswer(q, x.vertices(), rows, records)
}

// holdsAnswer is holdsWhole with an answer beside.
func (opt Options) holdsAnswer(q question, vertices uint64, rows uint32, records uint64) bool {
	opt = opt.beside(q, vertices, records)
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-q.countingBytes(int(rows), records, opt.partParams()), 1)
	}
	return opt.holdsWhole(rows, records)
}
