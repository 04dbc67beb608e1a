//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
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

// OPENBELOW8 takes the list of the v at DX, which has an entry that is not smaller than v: u.
#define OPENBELOW8 \
	OPENLIST \
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

row:
	INCQ         R8
	CMPQ         R8, R9
	JGE          done
	MOVQ         (SI)(R8*8), BX
	MOVQ         8(SI)(R8*8), R15
	MOVQ         BX, CX
	MOVQ         BX, R13
	SUBQ         BX, R15
	JLE          row
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
	MOVQ    CX, R15
	SUBQ    BX, R15
	CMPQ    R15, R10
	CMOVQGT R15, R10
	LEAQ    1(BX), DX
	CMPQ    R15, $2
	JLT     row
	CMPQ    R15, $12
	JG      array

pairs:
	CMPQ DX, CX
	JGE  row
	OFFSETAHEAD(24)
	SHORTLISTAHEAD(12)
	OPENBELOW8

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
	CMPQ       DX, CX
	JGE        arrayEnd
	OFFSETAHEAD(24)
	LISTAHEAD(12)
	PREFETCHT0 64(DI)(R14*4)
	OPENBELOW8
	INCQ       DX

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
