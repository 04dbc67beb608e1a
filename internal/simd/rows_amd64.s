//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes_amd64.h"

// The kernel takes rows of oriented lists one after the other. For a row u it
// finds, for every v in the row, how many elements of v's row are in u's: the
// triangles whose two larger corners are u and v. How it asks "is w in row u?"
// depends on the row's length:
//
//   up to 12 elements  compare all pairs: 16 elements of v's row at a time with
//                      each element of u's row below v
//   up to 48           a filter of 1,024 bits in two registers, looked up for 16
//                      elements at once by VPERMI2D; the few that pass are
//                      compared with the whole row, which three registers hold;
//                      where that are more than four of 16, the rest of the row
//                      goes by the bit array
//   above              a bit array over all rows in memory, gathered 16 at once
//
// What a row costs is mostly the wait for v's row, which stands anywhere in
// memory. So the kernel looks 24 edges ahead, across row ends, and asks for
// the offset of the row it will need; and 12 ahead, for the row itself.
//
// func countRowsAVX512(rows, offsets *uint64, neighbors *uint32, begin, end, from, to, last uint64, bitmap *uint32) (count uint64)
//
// Registers as in rows_amd64.h; R12 bitmap.

TEXT ·countRowsAVX512(SB), NOSPLIT, $144-80
	MOVQ offsets+8(FP), SI
	MOVQ neighbors+16(FP), DI
	MOVQ begin+24(FP), R8
	MOVQ end+32(FP), R9
	MOVQ from+40(FP), R10
	MOVQ last+56(FP), R11
	MOVQ bitmap+64(FP), R12
	XORL AX, AX
	ROWCONSTANTS

	OPENNEXT(R9, R10)
	BYLENGTH(R13)

pairs:
	NEXTSHORTLIST(row)
	JLE pairsNext

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	COUNT16
	NEXT16
	JG pairsChunk

pairsNext:
	INCQ DX
	JMP  pairs

filter:
	OPENFILTER(filterSet)

filterEdge:
	NEXTLIST(row)
	LEAQ 1(DX), DX
	JLE  filterEdge

filterChunk:
	LOAD16
	FILTER16(filterHits)

filterNext:
	NEXT16
	JG  filterChunk
	JMP filterEdge

filterHits:
	// Each candidate against the whole row.
	POPCNTL     R14, R14
	CMPL        R14, $4
	JG          filterMany
	VPCOMPRESSD Z1, K2, Z3
	COUNTINROW(filterHit)
	JMP         filterNext

filterMany:
	// A row that shares much with others: what is left of it, these 16 entries first.
	MOVQ R13, entry-136(SP)
	MOVQ R15, left-144(SP)
	MOVQ rows+0(FP), R14
	MOVQ -8(R14)(R8*8), BX
	BITSET((R12), -1, manySet)
	MOVQ entry-136(SP), R13
	MOVQ left-144(SP), R15
	JMP  arrayChunk

array:
	BITSET((R12), -1, arraySet)

arrayEdge:
	NEXTLIST(arrayEnd)
	LEAQ 1(DX), DX
	JLE  arrayEdge

arrayChunk:
	LOAD16
	PROBE16
	COUNT16
	NEXT16
	JG  arrayChunk
	JMP arrayEdge

arrayEnd:
	BITCLEAR(arrayClear)
	JMP row

done:
	VZEROUPPER
	MOVQ AX, count+72(FP)
	RET
