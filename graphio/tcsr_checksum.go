package graphio

import (
	"context"
	"fmt"
	"hash/crc32"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// checksumPiece is how many bytes of a section one goroutine takes at a time.
const checksumPiece = 1 << 18

// checkSections compares the sections with their checksums. Each is cut into
// pieces, so that all goroutines share the longest one.
func (s *tcsrSource) checkSections(ctx context.Context, threads int) error {
	for i, at := range s.header.Sections {
		section := s.section(i)
		sums := make([]uint32, (len(section)+checksumPiece-1)/checksumPiece)
		err := par.Chunks(ctx, par.Workers(threads), len(section), checksumPiece, func(_, begin, end int) error {
			sums[begin/checksumPiece] = crc32.Checksum(section[begin:end], castagnoli)
			return nil
		})
		if err != nil {
			return err
		}
		if sum := joinChecksums(sums, len(section)); sum != at.Checksum {
			return &graph.InputError{
				File:     s.in.name,
				Offset:   int64(at.Offset),
				Expected: fmt.Sprintf("%s with the checksum %08x", tcsrSectionNames[i], at.Checksum),
				Found:    fmt.Sprintf("%08x: the file is damaged", sum),
			}
		}
	}
	return nil
}

// joinChecksums returns the checksum of length bytes from those of their pieces.
func joinChecksums(sums []uint32, length int) uint32 {
	// A checksum is a remainder of polynomials. Bytes behind a piece multiply
	// its remainder by a power of x; what CRC-32C does to the first and the last
	// bits cancels out.
	whole := shiftBytes(crc32.Castagnoli, checksumPiece)
	joined := uint32(0)
	for i, sum := range sums {
		if rest := length - i*checksumPiece; rest < checksumPiece {
			whole = shiftBytes(crc32.Castagnoli, rest)
		}
		joined = multiplyChecksums(crc32.Castagnoli, whole, joined) ^ sum
	}
	return joined
}

// The bits of a checksum are the coefficients of x^0 to x^31, from the highest
// bit down.
const (
	checksumOne  = 1 << 31
	checksumByte = 1 << 23 // x^8
)

// shiftBytes returns x^8n modulo a polynomial, by squaring.
func shiftBytes(polynomial uint32, n int) uint32 {
	power, square := uint32(checksumOne), uint32(checksumByte)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			power = multiplyChecksums(polynomial, power, square)
		}
		square = multiplyChecksums(polynomial, square, square)
	}
	return power
}

// multiplyChecksums multiplies two polynomials modulo another one, such as that of
// CRC-32C.
func multiplyChecksums(polynomial, a, b uint32) uint32 {
	product := uint32(0)
	for ; a != 0; a <<= 1 {
		if a&checksumOne != 0 {
			product ^= b
		}
		b = b>>1 ^ polynomial&-(b&1)
	}
	return product
}
