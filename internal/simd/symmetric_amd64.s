//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "symmetric_amd64.h"
#include "lanes_amd64.h"

// UPTOV keeps in all lanes of Z25 the v at DX, whose list has an entry that is not smaller: u.
#define UPTOV \
	VPBROADCASTD (DI)(DX*4), Z25

// LOADBELOW is LOAD16 that leaves in K1 those of the entries that are smaller than v.
#define LOADBELOW \
	LOAD16 \
	VPCMPUD $1, Z25, Z1, K1, K1

// MOREBELOW goes to chunk for the next 16 entries of v's list if these were all smaller
// than v.
#define MOREBELOW(chunk) \
	NEXT16 \
	KORTESTW K1, K1 \
	JCS      chunk

// func countSymmetricAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64, bitmap *uint32) (count, longest uint64)
//
// As countRowsAVX512, on symmetric lists: u's row is what is smaller than u in its list, and an
// entry of v's list counts where it is smaller than v.
//
// Registers as in rows_amd64.h, but R8 is row u and R10 the longest row; R12 bitmap, Z26 and
// Z25 u and v in all lanes.
TEXT ·countSymmetricAVX512(SB), NOSPLIT, $144-64
	MOVQ offsets+0(FP), SI
	MOVQ neighbors+8(FP), DI
	MOVQ begin+16(FP), R8
	MOVQ end+24(FP), R9
	MOVQ last+32(FP), R11
	MOVQ bitmap+40(FP), R12
	XORL AX, AX
	XORL R10, R10
	ROWCONSTANTS
	DECQ R8

	OPENSYMMETRIC
	VPBROADCASTD R8, Z26

opening:
	LOAD16
	VPCMPUD $1, Z26, Z1, K1, K2
	KMOVW   K2, R14
	POPCNTL R14, R14
	ADDQ    R14, CX
	CMPL    R14, $16
	JNE     opened
	NEXT16
	JG      opening

opened:
	SYMMETRICROW
	BYLENGTH(R15)

pairs:
	NEXTSHORTLIST(row)
	UPTOV

pairsChunk:
	LOADBELOW
	PAIRS16(pairsOne)
	COUNT16
	MOREBELOW(pairsChunk)
	INCQ DX
	JMP  pairs

filter:
	OPENFILTER(filterSet)

filterEdge:
	NEXTLIST(row)
	UPTOV
	INCQ DX

filterChunk:
	LOADBELOW
	FILTER16(filterHits)

filterNext:
	MOREBELOW(filterChunk)
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
	MOVQ (SI)(R8*8), BX
	BITSET((R12), -1, manySet)
	MOVQ entry-136(SP), R13
	MOVQ left-144(SP), R15
	JMP  arrayChunk

array:
	BITSET((R12), -1, arraySet)

arrayEdge:
	NEXTLIST(arrayEnd)
	UPTOV
	INCQ DX

arrayChunk:
	LOADBELOW
	KMOVW K1, R14
	PROBE16
	COUNT16
	MOREBELOW(arrayChunk)
	JMP   arrayEdge

arrayEnd:
	BITCLEAR(arrayClear)
	JMP row

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
	MOVQ R10, longest+56(FP)
	RET
