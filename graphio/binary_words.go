package graphio

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
)

// Binary files hold little-endian words. Where the machine does so too, which
// is nearly everywhere, words and bytes are two views of the same memory.

// littleEndian says that this machine's words look as they do in files.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// word is an element of a binary file.
type word interface {
	byte | uint32 | uint64 | graph.Edge
}

// memoryOf returns the bytes that words occupy.
func memoryOf[T word](words []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*int(unsafe.Sizeof(zero)))
}

// bytesOf returns words as they stand in a file: their memory, or a copy where
// the machine is big-endian.
func bytesOf[T word](words []T) []byte {
	if !littleEndian {
		words = slices.Clone(words)
		reverse(words)
	}
	return memoryOf(words)
}

// chunksOf returns bytesOf(words) in pieces of about a megabyte.
func chunksOf[T word](words []T) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for chunk := range slices.Chunk(words, 1<<18) {
			if !yield(bytesOf(chunk)) {
				return
			}
		}
	}
}

// wordsOf returns the words that stand in a file as data: the same memory, or a
// copy where the machine is big-endian or data is not aligned.
func wordsOf[T word](data []byte) []T {
	var zero T
	count := len(data) / int(unsafe.Sizeof(zero))
	start := unsafe.Pointer(unsafe.SliceData(data))
	if littleEndian && uintptr(start)%unsafe.Alignof(zero) == 0 {
		return unsafe.Slice((*T)(start), count)
	}
	words := make([]T, count)
	copy(memoryOf(words), data)
	if !littleEndian {
		reverse(words)
	}
	return words
}

// reverse turns the byte order of each number around.
func reverse[T word](words []T) {
	switch words := any(words).(type) {
	case []uint32:
		for i, w := range words {
			words[i] = bits.ReverseBytes32(w)
		}
	case []uint64:
		for i, w := range words {
			words[i] = bits.ReverseBytes64(w)
		}
	case []graph.Edge:
		for i, e := range words {
			words[i] = graph.Edge{U: bits.ReverseBytes32(e.U), V: bits.ReverseBytes32(e.V)}
		}
	}
}
