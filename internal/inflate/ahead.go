package inflate

import (
	"bufio"
	"bytes"
	"io"
	"sync"
)

// ahead inflates parts of a stream side by side, as long as each begins where the one in front of
// it ends.
type ahead struct {
	input *bufio.Reader
	size  int // of a stretch
	stop  chan struct{}
	free  chan *guess
	cut   chan *guess // in the order of the stream, each with a goroutine that inflates it
	told  chan *guess // those of which it is certain, with one that tells its text

	ending  sync.Once
	current *guess // whose text is being read
	text    []byte

	// What is left, once told is closed: the rest of the stream from a bit on, and the text in
	// front of it.
	rest    io.Reader
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
func newAhead(input io.Reader, bit uint, text []byte, workers, size int) *ahead {
	held := workers + 2
	a := &ahead{
		input: bufio.NewReaderSize(&lasting{from: input}, size), size: size, stop: make(chan struct{}),
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
		stretches []io.Reader // that are not certain
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
			stretches = append(stretches, bytes.NewReader(bytes.Clone(g.packed[min(bit/8, size):size])))
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
	a.bit, a.rest = uint(bit%8), io.MultiReader(append(stretches, a.input)...)
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

// lasting is a reader whose first error is its last one.
type lasting struct {
	from io.Reader
	err  error
}

func (l *lasting) Read(data []byte) (n int, err error) {
	if l.err == nil {
		n, l.err = l.from.Read(data)
	}
	return n, l.err
}
