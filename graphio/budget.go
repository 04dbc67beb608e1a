package graphio

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
)

// budget bounds what a reader holds that grows with the input: names of vertices,
// the windows of decoders, long lines.
type budget struct {
	of     *budget      // that of a union, of which the input is a part; nil for one alone
	memory int64        // of the process; 0 for no limit
	held   atomic.Int64 // see [graph.Info]
	names  int64        // taken for names

	positions int64 // and for positions
}

const (
	// readerBase is what a process holds beside all that.
	readerBase = 48 << 20
	// window is what that has for the window of a decoder.
	window = 16 << 20
	// garbage is what the collector leaves lying beside what lives, as a divisor:
	// the command line has it collect when a quarter has come on top.
	garbage = 4
)

// unpacking is what windows are for.
const unpacking = "decompressing the input"

// room is how much of the memory a reader may take: a quarter of what there is
// beside the process is for records.
func (b *budget) room() int64 {
	return max(b.memory-readerBase, 1<<20) / 4 * 3
}

// take counts bytes of the heap that will be held. It refuses what does not fit,
// and has counted it then all the same.
func (b *budget) take(what string, n int64) error {
	if held := b.add(n + n/garbage); b.memory > 0 && held > b.room() {
		return b.refuse(what, held, 0)
	}
	return nil
}

// takeParts counts what the parts of a union hold. Their refusal asks for no memory to count in, as
// nobody knows then how much there is to count: what asks for more says so, when all parts are open.
func (b *budget) takeParts(n int64) error {
	held := b.add(n + n/garbage)
	if b.memory == 0 || held <= b.room() {
		return nil
	}
	return &graph.MemoryError{What: "reading so many files as one graph", Need: readerBase + held + held/3 + 1<<20, Limit: b.memory}
}

// add counts bytes, for a part of a union beside all other parts, and returns all of them.
func (b *budget) add(n int64) int64 {
	held := b.held.Add(n)
	if b.of != nil {
		return b.of.add(n)
	}
	return held
}

// all returns what is held, for a part of a union by the other parts, too.
func (b *budget) all() int64 { return b.add(0) }

// forgetNames gives back what was taken for names.
func (b *budget) forgetNames() {
	b.give(b.names)
	b.names = 0
}

// leave gives back what a part of a union holds that is closed.
func (b *budget) leave() {
	if b.of != nil {
		b.of.add(-b.held.Swap(0))
		b.names, b.positions = 0, 0
	}
}

// keep counts bytes that are the graph itself. It refuses what leaves too little for a
// process, and has counted it then all the same.
func (b *budget) keep(n int64, vertices uint64) error {
	if held := b.add(n); b.memory > 0 && held > b.memory-(readerBase-window) {
		return b.refuse("holding the graph", held, vertices)
	}
	return nil
}

// fits refuses bytes for a line that are held for a moment.
func (b *budget) fits(n int, what string) error {
	if held := b.all() + int64(n); n > 0 && b.memory > 0 && held > b.room() {
		return b.refuse(what, b.all()+lineCopies*maxLine, 0)
	}
	return nil
}

// takeWindow counts what a decoder holds at most, and returns how to give it back.
func (b *budget) takeWindow(n int64) (give func(), err error) {
	more := max(n-window, 0)
	if err := b.take(unpacking, more); err != nil {
		b.give(more)
		return nil, err
	}
	return func() { b.give(more) }, nil
}

// give gives back what was taken.
func (b *budget) give(n int64) { b.add(-(n + n/garbage)) }

// refuse says that so many bytes in all do not fit, beside which so many vertices
// are to be ranked and counted.
func (b *budget) refuse(what string, held int64, vertices uint64) error {
	const (
		counting  = 80 << 20 // the process, the smallest parts, and hubs beside them
		perVertex = 64       // while they are numbered, ranked and put into rows
	)
	need := held + max(readerBase+held/3, counting+perVertex*int64(vertices)) + 1<<20
	return &graph.MemoryError{What: what, Need: need, Limit: b.memory}
}
