//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "symmetric_amd64.h"
#include "lanes8_amd64.h"

// BELOW8 is LOAD8 that leaves in Y7 and, as bits, in R14 those of the entries that are smaller
// than what is in all lanes of limit.
#define BELOW8(limit) \
	LOAD8                   \
	VPMAXUD   Y1, limit, Y2 \
	VPCMPEQD  Y1, Y2, Y2    \
	VPANDN    Y7, Y2, Y7    \
	VMOVMSKPS Y7, R14

// MOREBELOW8 goes to chunk for the next eight entries of v's list if these were all smaller
// than v.
#define MOREBELOW8(chunk) \
	NEXT8                \
	VMOVMSKPS Y7, R14    \
	CMPL      R14, $0xff \
	JEQ       chunk

// UPTOV8 keeps in all lanes of Y8 the v at DX, whose list has an entry that is not smaller: u.
#define UPTOV8 \
	VPBROADCASTD (DI)(DX*4), Y8

// func countSymmetricAVX2(offsets *uint64, neighbors *uint32, begin, end, last uint64, bitmap *uint32) (count, longest uint64)
//
// As countSymmetricAVX512, eight lanes wide, and without the filter in registers: rows of more than
// twelve elements use the bit array.
//
// Registers as in rows_amd64.h, but R8 is row u and R10 the longest row; R12 is the mask table,
// and the bitmap while bits are set, looked up and cleared; Y10 and Y8 u and v in all lanes.
TEXT ·countSymmetricAVX2(SB), NOSPLIT, $0-64
	MOVQ     offsets+0(FP), SI
	MOVQ     neighbors+8(FP), DI
	MOVQ     begin+16(FP), R8
	MOVQ     end+24(FP), R9
	MOVQ     last+32(FP), R11
	LEAQ     ·tailMask<>(SB), R12
	XORL     AX, AX
	XORL     R10, R10
	VPCMPEQD Y9, Y9, Y9
	VPSRLD   $27, Y9, Y9      // 31 in every lane
	DECQ     R8

	OPENSYMMETRIC
	VMOVD        R8, X10
	VPBROADCASTD X10, Y10

opening:
	BELOW8(Y10)
	POPCNTL R14, R14
	ADDQ    R14, CX
	CMPL    R14, $8
	JNE     opened
	NEXT8
	JG      opening

opened:
	SYMMETRICROW
	CMPQ R15, $12
	JG   array

pairs:
	NEXTSHORTLIST(row)
	UPTOV8

pairsChunk:
	BELOW8(Y8)
	PAIRS8(pairsOne)
	MOREBELOW8(pairsChunk)
	INCQ DX
	JMP  pairs

array:
	MOVQ bitmap+40(FP), R12
	BITSET((R12), -1, arraySet)
	LEAQ ·tailMask<>(SB), R12

arrayEdge:
	NEXTLIST(arrayEnd)
	UPTOV8
	INCQ DX

arrayChunk:
	BELOW8(Y8)
	MOVQ bitmap+40(FP), R12
	PROBE8(R12)
	LEAQ ·tailMask<>(SB), R12
	MOREBELOW8(arrayChunk)
	JMP  arrayEdge

arrayEnd:
	MOVQ bitmap+40(FP), R12
	BITCLEAR(arrayClear)
	LEAQ ·tailMask<>(SB), R12
	JMP  row

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
	MOVQ R10, longest+56(FP)
	RET
