package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

// compare inflates by this package and by the standard library, which is the slow twin: the
// bytes must be the same, and both or none must fail. Of what is cut the twin leaves out
// literals behind which no end of the block fits.
func compare(t testing.TB, packed []byte) {
	t.Helper()
	want, wantErr := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	for _, from := range []io.Reader{bytes.NewReader(packed), iotest.OneByteReader(bytes.NewReader(packed)), iotest.DataErrReader(bytes.NewReader(packed))} {
		got, err := io.ReadAll(NewReader(from))
		if err == io.ErrUnexpectedEOF && bytes.HasPrefix(got, want) {
			got = got[:len(want)]
		}
		if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) {
			t.Fatalf("%d bytes and %v, want %d and %v", len(got), err, len(want), wantErr)
		}
		if err != nil && err != ErrDamaged && err != io.ErrUnexpectedEOF {
			t.Fatal(err)
		}
	}
}

func deflated(t testing.TB, level int, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, level)
	if err != nil {
		t.Fatal(err)
	}
	for len(text) > 0 { // in blocks of their own
		n := min(len(text), 100_000)
		if _, err := w.Write(text[:n]); err != nil {
			t.Fatal(err)
		}
		if text = text[n:]; n%3 == 0 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// texts are of many kinds: few and many letters, repeats near and far.
func texts(random *rand.Rand) [][]byte {
	var all [][]byte
	for _, size := range []int{0, 1, 2, 7, 300, 5_000, 70_000, 400_000} {
		for _, letters := range []int{1, 2, 5, 60, 256} {
			text := make([]byte, size)
			for i := range text {
				text[i] = byte(random.IntN(1 + random.IntN(letters)))
			}
			all = append(all, text)
			text = bytes.Clone(text)
			for i := 1; i < size; i += 1 + random.IntN(200) {
				distance := 1 + random.IntN(min(i, 1+random.IntN(40_000)))
				for j := range min(size-i, random.IntN(400)) {
					text[i+j] = text[i+j-distance]
				}
			}
			all = append(all, text)
		}
	}
	return all
}

func TestInflate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range texts(random) {
		if testing.Short() && len(text) > 10_000 {
			continue
		}
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 6, 9} {
			packed := deflated(t, level, text)
			compare(t, packed)
			if got, err := io.ReadAll(NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(got, text) {
				t.Fatal(err)
			}
			if err := iotest.TestReader(NewReader(bytes.NewReader(packed)), text); len(text) < 10_000 && err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is cut or damaged is refused where the standard library refuses it.
func TestDamaged(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 4))
	rounds := 15
	if testing.Short() {
		rounds = 1
	}
	for _, text := range texts(random) {
		if len(text) > 10_000 {
			continue
		}
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 9} {
			packed := deflated(t, level, text)
			for range rounds {
				compare(t, packed[:random.IntN(len(packed))])
				damaged := bytes.Clone(packed)
				damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
				compare(t, damaged)
				damaged[random.IntN(min(len(damaged), 80))] ^= 1 << random.IntN(8)
				compare(t, append(damaged, 1, 2, 3))
			}
		}
	}
}

// An error of the input is handed on.
func TestInputFails(t *testing.T) {
	failed := errors.New("failed")
	packed := deflated(t, 6, texts(rand.New(rand.NewPCG(5, 6)))[50])
	for cut := range min(len(packed), 2_000) {
		r := NewReader(io.MultiReader(bytes.NewReader(packed[:cut]), iotest.ErrReader(failed)))
		if _, err := io.ReadAll(r); err != failed {
			t.Fatalf("%d: %v", cut, err)
		}
		if n, err := r.Read(make([]byte, 1)); n != 0 || err != failed {
			t.Fatal(n, err)
		}
	}
}

func FuzzInflate(f *testing.F) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, text := range texts(random) {
		if len(text) <= 5_000 {
			f.Add(deflated(f, 1+random.IntN(9), text))
			f.Add(deflated(f, flate.HuffmanOnly, text))
		}
	}
	f.Fuzz(func(t *testing.T, packed []byte) { compare(t, packed) })
}
