package ptx

import (
	"bytes"
	"fmt"
	"sync"
)

// word is who touched 4 bytes of memory last.
type word struct {
	writer touch
	reader touch
	other  touch // the last reader of another warp than reader's
}

type touch struct {
	thread   int64 // of all launches, and one; 0 for none
	barriers int32 // of its block before
	syncs    int32 // of its warp before
	line     int32
	bytes    uint8 // of the word, a bit each
	atomic   bool
}

// Threads of a block have numbers that follow each other, those of the next block
// begin threadsApart later, and blocks of the next launch blocksApart of that.
const (
	threadsApart = 1 << 10
	blocksApart  = 1 << 30
)

func (t *touch) block() int64 { return (t.thread - 1) / threadsApart }
func (t *touch) warp() int64  { return (t.thread - 1) / lanes }

// note finds races: two threads touch a word, one of them changing it, not both
// by atomics, and nothing says who is first: no barrier of their block or, within
// a warp, of the warp. Who stores what is there is silent: one who reads, to whom
// it is the same when others wrote it. It returns what it is a race with. Words may
// tell of a launch before, and those of shared memory of a block before.
func (w *warp) note(k kind, words []word, bytes uint8, silent bool) *touch {
	now := touch{
		thread:   w.first + int64(w.lane),
		barriers: w.block.barriers, syncs: w.syncs, line: int32(w.line),
		bytes: bytes, atomic: k.atomic,
	}
	glances := w.block.launch.Glances && k.space != "shared"
	for i := range words {
		x := &words[i]
		glance := glances && !k.write && x.writer.atomic
		if !silent && !glance && !w.ordered(&x.writer, &now, k.space) {
			return &x.writer
		}
		if k.write && k.atomic && glances {
			x.writer = now
			continue
		}
		if k.write && !silent {
			if !w.ordered(&x.reader, &now, k.space) {
				return &x.reader
			}
			if !w.ordered(&x.other, &now, k.space) {
				return &x.other
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

// ordered reports whether it is sure that one touch was before another, or does
// not matter.
func (w *warp) ordered(before, now *touch, space string) bool {
	switch {
	case before.thread == 0 || before.thread == now.thread || before.bytes&now.bytes == 0 || before.atomic && now.atomic:
		return true
	case before.block() != now.block():
		return space == "shared" || before.block()/blocksApart != now.block()/blocksApart
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
	w.each(mask, func(a int) {
		w.each(mask, func(b int) { w.synced[a][b] = w.syncs })
	})
}

// watch notes that a lane touches memory, whose bytes are given and, for a plain
// store, what they will be.
func (w *warp) watch(k kind, words []word, offset uint64, old, now []byte) *touch {
	mask := uint8(1<<4 - 1)
	if k.size < 4 {
		mask = (1<<k.size - 1) << (offset % 4)
	}
	return w.note(k, words, mask, now != nil && bytes.Equal(old, now))
}

func (w *warp) race(before *touch, where string) {
	line, thread := before.line, (before.thread-1)%threadsApart
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
