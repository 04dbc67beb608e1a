package inflate

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// readAhead reads a file in parts of a stretch, and returns how many there were.
func readAhead(from io.Reader, stretch int) (text []byte, parts int, err error) {
	g := NewGzip(from, 3)
	g.stretch = stretch
	var before *ahead
	buffer := make([]byte, 10_000)
	for err == nil {
		var n int
		n, err = g.Read(buffer)
		text = append(text, buffer[:n]...)
		if before != nil && before != g.ahead {
			parts += before.certain
		}
		before = g.ahead
	}
	if err == io.EOF {
		err = nil
	}
	return text, parts, err
}

// compareAhead reads a file in parts and in one go: the text and the error must be the same.
func compareAhead(t testing.TB, packed []byte, stretch int) (parts int) {
	t.Helper()
	want, wantErr := io.ReadAll(NewGzip(bytes.NewReader(packed), 1))
	got, parts, err := readAhead(bytes.NewReader(packed), stretch)
	if !bytes.Equal(got, want) || err != wantErr {
		t.Fatalf("%d bytes and %v, want %d and %v", len(got), err, len(want), wantErr)
	}
	return parts
}

// lines are of an edge list.
func lines(random *rand.Rand, n int) (text []byte) {
	for range n {
		text = fmt.Appendf(text, "%d\t%d\n", random.IntN(1+random.IntN(1<<20)), random.IntN(1<<20))
	}
	return text
}

// Files are read in parts whatever wrote them, and wherever they are cut or damaged.
func TestAhead(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	rounds, most := 30, 120_000
	if testing.Short() {
		rounds, most = 3, 100_000
	}
	parts := 0
	for round := range rounds {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, []int{1, 6, 9, flate.HuffmanOnly, flate.NoCompression}[round%5])
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + random.IntN(4) {
			text := lines(random, random.IntN(most))
			if _, err := w.Write(text[:random.IntN(1+len(text))]); err != nil {
				t.Fatal(err)
			}
			if random.IntN(3) == 0 {
				err = w.Flush() // writes a stored block
			}
			if random.IntN(3) == 0 {
				err = errors.Join(err, w.Close())
				w.Reset(&packed)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		stretch := 64 + random.IntN(1<<(10+random.IntN(8)))
		parts += compareAhead(t, packed.Bytes(), stretch)
		compareAhead(t, packed.Bytes()[:random.IntN(packed.Len())], stretch)
		compareAhead(t, slices.Concat(packed.Bytes(), packed.Bytes(), []byte("\x00\x00")), stretch)
		for range 3 {
			damaged := slices.Clone(packed.Bytes())
			damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
			compareAhead(t, damaged, stretch)
		}
	}
	if parts < rounds {
		t.Errorf("%d parts were certain", parts)
	}
}

// Blocks that no compressor writes are read as they are, and a part may have too many symbols.
func TestOddAhead(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	for range graphtest.Fewer(20) {
		s := oddStream{random: random}
		for range 5 + random.IntN(20) {
			s.block(0)
		}
		s.block(1)
		compareAhead(t, slices.Concat([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), s.data, make([]byte, 8)), 64+random.IntN(5000))
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for range graphtest.Fewer(3) {
		if _, err := w.Write(append(lines(random, 20_000), make([]byte, 9<<20)...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if parts := compareAhead(t, packed.Bytes(), 30_000); parts == 0 {
		t.Error("no part was certain")
	}
}

// A part in which blocks seem to begin everywhere, none of which ends, is given up.
func TestGuessesInVain(t *testing.T) {
	const begun = "\x04\xc0\x03@\x18\x00\x00\x00\xb0l\xdb\xb6m\xdb\xb6m\xdb\xb6m\xdb\xb6m\xdb\xb6M\xfc\x03" // with codes of bytes
	g := newGuess(stretchSize)
	g.packed = bytes.Repeat([]byte(begun), len(g.packed)/len(begun))
	g.size = stretchSize
	g.inflate()
	if g.end > g.begin || g.begin == 0 || g.begin > 8*stretchSize/2 {
		t.Errorf("[%d, %d)", g.begin, g.end)
	}
}

// An error of the input comes behind the same text, and a reader that is closed ends.
func TestAheadInput(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	failed := errors.New("failed")
	var packed []byte
	for text := lines(random, 100_000); len(packed) == 0 || len(packed) > len(text)*3/4; {
		packed = zipped(t, random, text) // until it is not stored
	}
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	for range rounds {
		from := func() io.Reader {
			return io.MultiReader(bytes.NewReader(packed[:len(packed)/3*2]), iotest.ErrReader(failed))
		}
		want, _ := io.ReadAll(NewGzip(from(), 1))
		got, _, err := readAhead(from(), 1000+random.IntN(100_000))
		if err != failed || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(want), err)
		}
	}
	g := NewGzip(bytes.NewReader(packed), 3)
	g.stretch = 50_000
	if _, err := io.ReadFull(g, make([]byte, 700_000)); err != nil || g.ahead == nil {
		t.Fatal(err, g.ahead)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	for range g.ahead.told { // is closed in the end
		continue
	}
}

// However often reading ahead begins and ends, no reader is put around another.
func TestAheadMembers(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 26))
	var one []byte
	for text := lines(random, 50_000); len(one) == 0 || len(one) > len(text)*3/4; {
		one = zipped(t, random, text) // until it is not stored
	}
	file := bytes.NewReader(bytes.Repeat(one, 5))
	g := NewGzip(file, 3)
	g.stretch = 50_000
	begun, was := 0, false
	for {
		_, err := g.Read(make([]byte, 10_000))
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if is := g.ahead != nil; is != was {
			begun, was = begun+1, is
		}
	}
	if from, is := g.deflated.from.(*pushback); begun < 6 || !is || from.from != file {
		t.Errorf("read ahead %d times, in the end from %T", begun/2, g.deflated.from)
	}
}

func FuzzAhead(f *testing.F) {
	random := rand.New(rand.NewPCG(23, 24))
	for _, level := range []int{1, 6, flate.HuffmanOnly} {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, level) // a level that there is
		_, _ = w.Write(lines(random, 20_000))       // to memory
		_ = w.Close()
		f.Add(packed.Bytes())
	}
	f.Fuzz(func(t *testing.T, packed []byte) { compareAhead(t, packed, 2000) })
}
