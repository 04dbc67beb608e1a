package graphio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestWordsAreLittleEndian(t *testing.T) {
	numbers := []uint64{0, 1, 0x0102030405060708, 1<<64 - 1}
	short := []uint32{0, 1, 0x01020304, 1<<32 - 1}
	edges := []graph.Edge{{U: 0x01020304, V: 5}, {U: 6, V: 7 << 24}}
	checkWords(t, numbers)
	checkWords(t, short)
	checkWords(t, edges)
	checkWords[uint64](t, nil)
}

func checkWords[T word](t *testing.T, words []T) {
	want, err := binary.Append(nil, binary.LittleEndian, words)
	if err != nil {
		t.Fatal(err)
	}
	if got := bytesOf(words); !bytes.Equal(got, want) {
		t.Errorf("%#x as bytes: %x, want %x", words, got, want)
	}
	for shift := range 9 { // aligned and not
		data := make([]byte, shift, shift+len(want))
		data = append(data, want...)[shift:]
		if got := wordsOf[T](data); !slices.Equal(got, words) {
			t.Errorf("%x at %d bytes past a word: %#x, want %#x", data, shift, got, words)
		}
	}
	// What a big-endian machine would do.
	reversed := slices.Clone(words)
	reverse(reversed)
	want, err = binary.Append(nil, binary.BigEndian, words)
	if err != nil {
		t.Fatal(err)
	}
	if littleEndian && !bytes.Equal(memoryOf(reversed), want) {
		t.Errorf("%#x reversed: %x, want %x", words, memoryOf(reversed), want)
	}
}
