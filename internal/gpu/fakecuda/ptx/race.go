package ptx

import (
	"bytes"
	"fmt"
)

// word is who touched 4 bytes of memory last.
type word struct {
	writer touch
	reader touch
	other  touch // the last reader of another warp than reader's
}

type touch struct {
	thread   int64 // of the launch, and one; 0 for none
	barriers int32 // of its block before
	syncs    int32 // of its warp before
	line     int32
	bytes    uint8 // of the word, a bit each
	atomic   bool
}

// threadsApart is how far apart the threads of two blocks are numbered.
const threadsApart = 1 << 10

func (t *touch) block() int64 { return (t.thread - 1) / threadsApart }
func (t *touch) warp() int64  { return (t.thread - 1) / lanes }

// note finds races: two threads touch a word, one of them changing it, not both
// by atomics, and nothing says who is first: no barrier of their block or, within
// a warp, of the warp. Who stores what is there is silent: one who reads, to whom
// it is the same when others wrote it. It returns what it is a race with. Words of
// shared memory may tell of a block that had them before.
func (w *warp) note(k kind, words []word, bytes uint8, silent bool) *touch {
	now := touch{
		thread:   w.block.number*threadsApart + int64(w.number*lanes+w.lane) + 1,
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
		if x.reader.thread != 0 && x.reader.warp() != now.warp() {
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
		return space == "shared"
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
	if block := before.block(); block != w.block.number {
		panic(trouble(fmt.Sprintf("races with line %d of thread %d of block %d for %s", line, thread, block, where)))
	}
	panic(trouble(fmt.Sprintf("races with line %d of thread %d for %s", line, thread, where)))
}

// pageWords is how many words of global memory are watched once one is touched.
const pageWords = 256

// page returns who touched so many words of a region from an offset on. What is
// accessed at once is aligned, and so on one page.
func (r *run) page(region int, offset, words uint64) []word {
	if r.pages[region] == nil {
		r.pages[region] = make([]*[pageWords]word, len(r.Memory[region].Bytes)/4/pageWords+1)
	}
	p := &r.pages[region][offset/4/pageWords]
	if *p == nil {
		*p = new([pageWords]word)
	}
	return (*p)[offset/4%pageWords:][:words]
}
