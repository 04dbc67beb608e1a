package ptx

import (
	"fmt"
	"sync"
)

// word is who touched 4 bytes of memory last.
type word struct {
	writer touch
	reader touch
	other  touch // the last reader of another warp than reader's
}

// touch has few fields, so that one is kept in registers.
type touch struct {
	thread   uint64 // of all launches, and one; 0 for none
	barriers int32  // of its block before
	syncs    int32  // of its warp before
	what     uint32 // the line, the touched bytes of the word, a bit each, and atomicBit
}

const (
	atomicBit = 1
	bytesAt   = 1 // 4 bits, one for each byte of the word
	lineAt    = 5 // 27 bits
	allBytes  = (1<<4 - 1) << bytesAt
)

func (t touch) line() uint32 { return t.what >> lineAt }

// meets reports whether two touches are a race unless they are ordered.
func (t touch) meets(now touch) bool {
	both := t.what & now.what
	return both&allBytes != 0 && both&atomicBit == 0 && t.thread != 0 && t.thread != now.thread
}

// Threads of a block have numbers that follow each other, those of the next block
// begin threadsApart later, and blocks of the next launch blocksApart of that.
const (
	threadsApart = 1 << 10
	blocksApart  = 1 << 30
)

func (t touch) block() uint64 { return (t.thread - 1) / threadsApart }
func (t touch) warp() uint64  { return (t.thread - 1) / lanes }

// note finds races: two threads touch a word, one of them changing it, not both
// by atomics, and nothing says who is first: no barrier of their block or, within
// a warp, of the warp. Who stores what is there is silent: one who reads, to whom
// it is the same when others wrote it. It returns what it is a race with. Words may
// tell of a launch before, and those of shared memory of a block before.
func (w *warp) note(k kind, words []word, bytes uint8, silent bool) *touch {
	what := uint32(w.line)<<lineAt | uint32(bytes)<<bytesAt
	if k.atomic {
		what |= atomicBit
	}
	now := touch{w.first + uint64(w.lane), w.block.barriers, w.syncs, what}
	glances := w.block.launch.Glances && k.space != sharedSpace
	for i := range words {
		x := &words[i]
		glance := glances && !k.write && x.writer.what&atomicBit != 0
		if !silent && !glance && x.writer.meets(now) && !w.ordered(x.writer, now, k.space) {
			return &x.writer
		}
		if k.write && k.atomic && glances {
			x.writer = now
			continue
		}
		if k.write && !silent {
			for _, before := range [...]*touch{&x.reader, &x.other} {
				if before.meets(now) && !w.ordered(*before, now, k.space) {
					return before
				}
			}
			x.writer = now
			continue
		}
		if x.reader.warp() != now.warp() {
			x.other = x.reader
		}
		x.reader = now
	}
	return nil
}

// ordered reports whether it is sure that one touch was before another.
func (w *warp) ordered(before, now touch, in space) bool {
	switch {
	case before.block() != now.block():
		return in == sharedSpace || before.block()/blocksApart != now.block()/blocksApart
	case before.barriers != now.barriers:
		return true
	case before.warp() != now.warp():
		return false
	}
	return w.synced[(before.thread-1)%lanes][(now.thread-1)%lanes] > before.syncs
}

// sync notes that lanes of a warp met.
func (w *warp) sync(mask uint32) {
	w.syncs++
	if mask == 1<<32-1 {
		for b := range w.synced[0] {
			w.synced[0][b] = w.syncs
		}
		for a := range w.synced {
			w.synced[a] = w.synced[0]
		}
		return
	}
	w.each(mask, func(a int) {
		w.each(mask, func(b int) { w.synced[a][b] = w.syncs })
	})
}

func (w *warp) race(before *touch, where string) {
	line, thread := before.line(), (before.thread-1)%threadsApart
	if block := before.block(); block != (w.first-1)/threadsApart {
		panic(trouble(fmt.Sprintf("races with line %d of thread %d of block %d for %s", line, thread, block%blocksApart, where)))
	}
	panic(trouble(fmt.Sprintf("races with line %d of thread %d for %s", line, thread, where)))
}

// pageWords is how many words of global memory are watched once one is touched.
const pageWords = 256

type page [pageWords]word

// pages are those that no launch has.
var pages = sync.Pool{New: func() any { return new(page) }}

// page returns who touched so many words of a region from an offset on. What is
// accessed at once is aligned, and so on one page.
func (r *run) page(region int, offset, words uint64) []word {
	if r.pages[region] == nil {
		r.pages[region] = make([]*page, len(r.Memory[region].Bytes)/4/pageWords+1)
	}
	p := &r.pages[region][offset/4/pageWords]
	if *p == nil {
		*p = pages.Get().(*page)
	}
	return (*p)[offset/4%pageWords:][:words]
}
