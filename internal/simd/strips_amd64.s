//go:build !noasm

#include "textflag.h"
#include "strips_amd64.h"
#include "sums_amd64.h"

// Registers of both kernels:
//
// SI rows   R8 their end   R12 the last one   DI neighbors   BX table
// AX entry in the strip   DX Row   CX End   R11 the column behind the strip
// Z30 the columns of the words   Z31 ones   R13, R14 scratch

#define STRIPCONSTANTS \
	MOVQ         rows+0(FP), SI \
	MOVQ         n+8(FP), R8 \
	MOVQ         neighbors+16(FP), DI \
	MOVQ         column+24(FP), R11 \
	LEAQ         (R8)(R8*2), R8 \
	LEAQ         (SI)(R8*4), R8 \
	LEAQ         -12(R8), R12 \
	VPBROADCASTQ R11, Z30 \
	VPADDQ       ·firstBits(SB), Z30, Z30 \
	ADDQ         $512, R11 \
	MOVL         $1, R14 \
	VPBROADCASTQ R14, Z31

// STRIPLINE makes the row's line in Z1. A shift by 64 and more, or by less than none,
// leaves no bit, so that an entry sets one in its word alone.
#define STRIPLINE(bit, made) \
	VPXORQ       Z1, Z1, Z1 \
bit: \
	MOVL         (DI)(AX*4), R13 \
	CMPQ         R13, R11 \
	JGE          made \
	VPBROADCASTQ R13, Z2 \
	VPSUBQ       Z30, Z2, Z2 \
	VPSLLVQ      Z2, Z31, Z2 \
	VPORQ        Z2, Z1, Z1 \
	INCQ         AX \
	CMPQ         AX, CX \
	JLT          bit \
made:

// ANDLINE ANDs it with the line of the v at an offset from DX, and adds the bits to sum.
#define ANDLINE(at, v, line, sum) \
	MOVL     at(DI)(DX*4), v \
	SHLQ     $6, v \
	VPANDQ   (BX)(v*1), Z1, line \
	VPOPCNTQ line, line \
	VPADDQ   line, sum, sum

// func fillStripAVX512(rows *StripRow, n uint64, neighbors *uint32, column uint64, table *uint64)
TEXT ·fillStripAVX512(SB), NOSPLIT, $0-40
	STRIPCONSTANTS
	MOVQ table+32(FP), BX

fillRow:
	STRIPROW(fillDone)
	STRIPLINE(fillBit, fillMade)
	SHLQ      $6, DX
	VMOVDQU64 Z1, (BX)(DX*1)
	JMP       fillRow

fillDone:
	VZEROUPPER
	RET

// func countStripAVX512(rows *StripRow, n uint64, neighbors *uint32, column, from uint64, table *uint64) (count uint64)
//
// Z0 eight sums   Z3 eight more   R9 four entries before the end
TEXT ·countStripAVX512(SB), NOSPLIT, $0-56
	STRIPCONSTANTS
	STRIPTABLE(table+40(FP), from+32(FP))
	VPXORQ Z0, Z0, Z0
	VPXORQ Z3, Z3, Z3

countRow:
	STRIPROW(countDone)
	STRIPLINE(countBit, countMade)
	LEAQ -4(CX), R9
	CMPQ DX, R9
	JGT  countFew

countFour:
	ANDLINE(0, R13, Z4, Z0)
	ANDLINE(4, R14, Z5, Z3)
	ANDLINE(8, R15, Z6, Z0)
	ANDLINE(12, R10, Z7, Z3)
	ADDQ $4, DX
	CMPQ DX, R9
	JLE  countFour

countFew:
	CMPQ DX, CX
	JGE  countRow
	ANDLINE(0, R13, Z4, Z0)
	INCQ DX
	JMP  countFew

countDone:
	VPADDQ Z3, Z0, Z0
	SUM8
	VZEROUPPER
	MOVQ   AX, count+48(FP)
	RET
