package inflate

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"sync"
)

// ahead inflates parts of a stream side by side, as long as each begins where the one in front of
// it ends.
type ahead struct {
	from  *pushback // when told is closed, the rest of the stream
	input *bufio.Reader
	size  int // of a stretch
	stop  chan struct{}
	free  chan *guess
	cut   chan *guess // in the order of the stream, each with a goroutine that inflates it
	told  chan *guess // those of which it is certain, with one that tells its text

	ending  sync.Once
	current *guess // whose text is being read
	text    []byte

	// What is left then: the bit that the rest begins with, and the text in front of it.
	bit     uint
	window  [window]byte
	last    bool // no block follows
	certain int  // guesses
}

// AheadBytes is what reading ahead by so many workers holds at most: they inflate, and two parts
// are cut or read.
func AheadBytes(workers int) int64 {
	const one = stretchSize + stretchSize/2 + (2+1)*mostSymbols + 256<<10
	return int64(workers+2) * one
}

// newAhead reads a stream ahead, from a bit of the input on which a block begins. text is what
// is in front.
func newAhead(from *pushback, bit uint, text []byte, workers, size int) *ahead {
	held := workers + 2
	a := &ahead{
		from: from, input: bufio.NewReaderSize(from, size), size: size, stop: make(chan struct{}),
		free: make(chan *guess, held), cut: make(chan *guess, held), told: make(chan *guess, held), bit: bit,
	}
	copy(a.window[:], text)
	for range held {
		a.free <- nil
	}
	go a.cutGuesses()
	go a.chain()
	return a
}

// cutGuesses cuts the stream into parts until it ends or nobody wants more.
func (a *ahead) cutGuesses() {
	defer close(a.cut)
	for first := true; ; first = false {
		var g *guess
		select {
		case g = <-a.free:
		case <-a.stop:
			return
		}
		if g == nil {
			g = newGuess(a.size)
		}
		g.packed = g.packed[:cap(g.packed)]
		if g.size, _ = io.ReadFull(a.input, g.packed[:a.size]); g.size == 0 {
			return // the rest has the error
		}
		more, _ := a.input.Peek(a.size / 2)
		g.packed = g.packed[:g.size+copy(g.packed[g.size:], more)]
		g.first, g.known = 0, first
		if first {
			g.first = int(a.bit)
		}
		go func() {
			g.inflate()
			g.inflated <- struct{}{}
		}()
		a.cut <- g
	}
}

// chain finds out of which parts it is certain.
func (a *ahead) chain() {
	defer close(a.told)
	var (
		stretches [][]byte // that are not certain
		bit       = int(a.bit)
		ended     = false
	)
	for g := range a.cut {
		<-g.inflated
		size, certain := g.size, !ended && g.begin == bit && g.end > bit
		if certain {
			g.window = a.window
			a.window, a.last, bit = g.tail(), g.last, g.end
			ended = g.last || g.end < 8*size
			a.certain++
		} else {
			ended = true
		}
		if ended {
			a.end()
			stretches = append(stretches, bytes.Clone(g.packed[min(bit/8, size):size]))
		}
		bit = max(bit-8*size, bit%8)
		if certain { // from now on it is the reader's
			go func() {
				g.tell()
				g.told <- struct{}{}
			}()
			a.told <- g // which has room for all
		}
	}
	_, _ = a.input.Discard(bit / 8) // an error comes again
	buffered, _ := a.input.Peek(a.input.Buffered())
	a.bit = uint(bit % 8)
	a.from.putBack(append(stretches, buffered)...)
}

// read reads what is certain. There is no more behind that where it returns 0.
func (a *ahead) read(text []byte) int {
	for len(a.text) == 0 {
		if a.current != nil {
			a.free <- a.current
		}
		if a.current = <-a.told; a.current == nil {
			return 0
		}
		<-a.current.told
		a.text = a.current.text
	}
	n := copy(text, a.text)
	a.text = a.text[n:]
	return n
}

// end makes it read no further.
func (a *ahead) end() { a.ending.Do(func() { close(a.stop) }) }

// pushback is an input to which bytes can be put back. Each time that reading ahead ends this is
// done, where a reader around the one before would hold more memory with each member of a file.
// Its first error is its last one.
type pushback struct {
	back []byte
	from io.Reader
	err  error
}

func (p *pushback) putBack(stretches ...[]byte) {
	p.back = slices.Concat(append(stretches, p.back)...)
}

func (p *pushback) Read(data []byte) (n int, err error) {
	if len(p.back) > 0 {
		n = copy(data, p.back)
		p.back = p.back[n:]
		return n, nil
	}
	p.back = nil
	if p.err == nil {
		n, p.err = p.from.Read(data)
	}
	return n, p.err
}
