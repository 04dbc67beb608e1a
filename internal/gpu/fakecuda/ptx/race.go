package ptx

import "fmt"

// shared is a shared variable of a block, with who touched each word last.
type shared struct {
	name  string
	bytes []byte
	words []touched
}

// touched is who touched a word since the block's last barrier.
type touched struct {
	epoch  int // barriers before, and one
	writer touch
	reader touch
}

type touch struct {
	thread int // and one; 0 for none
	syncs  int // of its warp
	atomic bool
	line   int
	begin  uint64 // bytes
	end    uint64
}

// note finds races: two threads, one of them writing, not both by atomics, with
// no barrier between, of the block or, within a warp, of the warp.
func (s *shared) note(w *warp, k kind, offset uint64) {
	end := offset + uint64(k.size)
	for i := offset / 4; i*4 < end; i++ {
		x := &s.words[i]
		if x.epoch != w.block.barriers+1 {
			*x = touched{epoch: w.block.barriers + 1}
		}
		now := touch{w.number*lanes + w.lane + 1, w.syncs, k.atomic, w.line, offset, end}
		s.clash(w, x.writer, now, offset)
		if k.write {
			s.clash(w, x.reader, now, offset)
			x.writer = now
		} else {
			x.reader = now
		}
	}
}

func (s *shared) clash(w *warp, before, now touch, offset uint64) {
	if before.thread == 0 || before.thread == now.thread || before.atomic && now.atomic || before.end <= now.begin || now.end <= before.begin {
		return
	}
	if (before.thread-1)/lanes == w.number {
		return // lanes of a warp
	}
	panic(trouble(fmt.Sprintf("races with line %d of thread %d for %s+%d", before.line, before.thread-1, s.name, offset)))
}
