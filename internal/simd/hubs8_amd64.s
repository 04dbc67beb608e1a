//go:build !noasm

#include "textflag.h"
#include "sums_amd64.h"
#include "hubs_amd64.h"

// COUNTHALF adds the bits of the line that half the row's line in a and half of that at CX of
// row R11 share to Y1, byte by byte.
#define COUNTHALF(at, a, c) \
	VMOVDQU at(R8), a \
	VPAND   at(R11)(CX*1), a, a \
	COUNTBYTES(a, c) \
	VPADDB  a, Y1, Y1

// func countHubsAVX2(hubs *uint32, n uint64, lines *uint32, words, matrix *uint64) (count uint64)
//
// As countHubsAVX512, a hub at a time, and its bits are added up by the table in Y12, four of
// them at once: a byte of Y1 has at most 16 of a line, and is added to Y0 after 15 lines.
//
// SI hubs   R13 their end   DI lines   R9 their end, that of the hub at hand   DX words
// R12 line of the hub at hand   R10 bytes a row of this   AX where row 512q begins
// BX line   R14 where sums are added up   R8 its words   CX where it is in rows
// R11 the hub's row   Y11 four bits of each byte   Y10 zeros
TEXT ·countHubsAVX2(SB), NOSPLIT, $0-48
	MOVQ           hubs+0(FP), SI
	MOVQ           n+8(FP), R13
	MOVQ           lines+16(FP), DI
	MOVQ           words+24(FP), DX
	LEAQ           (SI)(R13*4), R13
	MOVQ           $-1, R12
	MOVQ           DI, R9
	VBROADCASTI128 ·ones(SB), Y12
	VPXOR          Y10, Y10, Y10
	VPXOR          Y0, Y0, Y0
	MOVL           $0x0f, AX
	VMOVD          AX, X11
	VPBROADCASTB   X11, Y11

hub:
	HUBSTART(R12, matrix+32(FP))

lines:
	VPXOR   Y1, Y1, Y1
	LEAQ    60(BX), R14
	CMPQ    R14, R9
	CMOVQGT R9, R14

line:
	MOVL (BX), CX
	COUNTHALF(0, Y2, Y3)
	COUNTHALF(32, Y4, Y5)
	ADDQ $4, BX
	ADDQ $64, R8
	CMPQ BX, R14
	JLT  line

	VPSADBW Y10, Y1, Y1
	VPADDQ  Y1, Y0, Y0
	CMPQ    BX, R9
	JLT     lines
	ADDQ    $4, SI
	CMPQ    SI, R13
	JLT     hub

	SUM4
	VZEROUPPER
	MOVQ AX, count+40(FP)
	RET
