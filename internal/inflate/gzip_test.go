package inflate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// zipped is a member with a header of any kind.
func zipped(t testing.TB, random *rand.Rand, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, random.IntN(10))
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(2) == 0 {
		w.Name = "text"
	}
	if random.IntN(2) == 0 {
		w.Comment = strings.Repeat("c", random.IntN(500))
	}
	if random.IntN(2) == 0 {
		w.Extra = make([]byte, random.IntN(3000))
	}
	w.ModTime = time.Unix(random.Int64N(1<<31), 0)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// compareGzip reads a file by this package and by the standard library, which is the slow twin.
// That one has no names of 512 bytes, and literals of what is cut it may leave out.
func compareGzip(t testing.TB, packed []byte) {
	t.Helper()
	var want []byte
	r, wantErr := gzip.NewReader(bytes.NewReader(packed))
	if wantErr == nil {
		want, wantErr = io.ReadAll(r)
	}
	for _, from := range []io.Reader{bytes.NewReader(packed), iotest.OneByteReader(bytes.NewReader(packed)), iotest.DataErrReader(bytes.NewReader(packed))} {
		got, err := io.ReadAll(NewGzip(from, 1))
		if err != nil && err != ErrDamaged && err != ErrBehind && err != io.ErrUnexpectedEOF {
			t.Fatal(err)
		}
		switch {
		case errors.Is(wantErr, gzip.ErrHeader) && len(packed) > 512:
		case err == io.ErrUnexpectedEOF && bytes.HasPrefix(got, want) && wantErr != nil:
		case !bytes.Equal(got, want) || (err == nil) != (wantErr == nil):
			t.Fatalf("%d bytes and %v, want %d and %v", len(got), err, len(want), wantErr)
		}
	}
}

// Members stand one behind the other. What is cut or damaged anywhere is refused.
func TestGzip(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	all := texts(random)
	rounds := 40
	if testing.Short() {
		rounds = 2
	}
	for range rounds {
		var packed, text []byte
		for range 1 + random.IntN(5) {
			one := all[random.IntN(len(all))]
			packed, text = append(packed, zipped(t, random, one)...), append(text, one...)
		}
		got, err := io.ReadAll(NewGzip(bytes.NewReader(packed), 1))
		if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(text), err)
		}
		compareGzip(t, packed)
		compareGzip(t, packed[:random.IntN(len(packed))])
		compareGzip(t, append(packed, make([]byte, random.IntN(20))...))
		for _, near := range []int{30, 1000, len(packed)} {
			damaged := slices.Clone(packed)
			damaged[random.IntN(min(near, len(damaged)))] ^= 1 << random.IntN(8)
			compareGzip(t, damaged)
			damaged = slices.Clone(packed)
			damaged[len(damaged)-1-random.IntN(min(near, len(damaged)))] ^= 1 << random.IntN(8)
			compareGzip(t, damaged)
		}
	}
}

// The checksum of a header is compared, which no writer here makes.
func TestGzipHeader(t *testing.T) {
	head := "\x1f\x8b\x08\x1f\x01\x02\x03\x04\x05\x06\x03\x00abcname\x00words\x00"
	body := "\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for _, sum := range []string{"", "\x00", "\x00\x00", "\xa0\xd8", "\xa0\xd9"} {
		compareGzip(t, []byte(head+sum+body))
	}
	long := "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00" + strings.Repeat("n", 100_000) + "\x00" + body
	if text, err := io.ReadAll(NewGzip(strings.NewReader(long), 1)); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
}

// What stands behind can be read, and an error of the input is handed on.
func TestGzipInput(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	packed := zipped(t, random, []byte("text"))
	g := NewGzip(io.MultiReader(bytes.NewReader(packed), strings.NewReader("more")), 1)
	if text, err := io.ReadAll(g); string(text) != "text" || err != ErrBehind {
		t.Errorf("%q, %v", text, err)
	}
	for _, want := range "more" {
		if c, err := g.ReadByte(); rune(c) != want || err != nil {
			t.Errorf("%q, %v", c, err)
		}
	}
	if _, err := g.ReadByte(); err != io.EOF {
		t.Error(err)
	}
	failed := errors.New("failed")
	for cut := range packed {
		g.Reset(io.MultiReader(bytes.NewReader(packed[:cut]), iotest.ErrReader(failed)))
		if _, err := io.ReadAll(g); err != failed {
			t.Errorf("%d: %v", cut, err)
		}
	}
}

func FuzzGzip(f *testing.F) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, text := range texts(random) {
		if len(text) <= 300 {
			f.Add(slices.Concat(zipped(f, random, text), zipped(f, random, text)))
		}
	}
	f.Fuzz(func(t *testing.T, packed []byte) { compareGzip(t, packed) })
}
