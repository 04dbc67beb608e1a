//go:build !noasm

#include "textflag.h"
#include "strips_amd64.h"
#include "sums_amd64.h"

// The bits that are set in each number of four bits.
DATA ·ones+0(SB)/8, $0x0302020102010100
DATA ·ones+8(SB)/8, $0x0403030203020201
GLOBL ·ones(SB), RODATA|NOPTR, $16

// Registers of both kernels, as in strips_amd64.s, and
//
// Y14, Y15 the columns of the words   Y13 ones   Y1, Y2 the row's line

#define STRIPCONSTANTS8 \
	MOVQ         rows+0(FP), SI \
	MOVQ         n+8(FP), R8 \
	MOVQ         neighbors+16(FP), DI \
	MOVQ         column+24(FP), R11 \
	LEAQ         (R8)(R8*2), R8 \
	LEAQ         (SI)(R8*4), R8 \
	LEAQ         -12(R8), R12 \
	VMOVQ        R11, X15 \
	VPBROADCASTQ X15, Y15 \
	VPADDQ       ·firstBits(SB), Y15, Y14 \
	VPADDQ       ·firstBits+32(SB), Y15, Y15 \
	ADDQ         $512, R11 \
	VPCMPEQD     Y13, Y13, Y13 \
	VPSRLQ       $63, Y13, Y13

// STRIPLINE8 makes the row's line. A shift by 64 and more, or by less than none, leaves no
// bit, so that an entry sets one in its word alone.
#define STRIPLINE8(bit, made) \
	VPXOR        Y1, Y1, Y1 \
	VPXOR        Y2, Y2, Y2 \
bit: \
	MOVL         (DI)(AX*4), R13 \
	CMPQ         R13, R11 \
	JGE          made \
	VMOVQ        R13, X3 \
	VPBROADCASTQ X3, Y3 \
	VPSUBQ       Y14, Y3, Y4 \
	VPSUBQ       Y15, Y3, Y3 \
	VPSLLVQ      Y4, Y13, Y4 \
	VPSLLVQ      Y3, Y13, Y3 \
	VPOR         Y4, Y1, Y1 \
	VPOR         Y3, Y2, Y2 \
	INCQ         AX \
	CMPQ         AX, CX \
	JLT          bit \
made:

// ANDLINE8 ANDs it with the line of the v at an offset from DX, and adds the bits to sum: by
// the table in Y12, four of them at once. Y11 has these four of each byte, Y10 zeros.
#define ANDLINE8(at, v, a, b, c, d, sum) \
	MOVL    at(DI)(DX*4), v \
	SHLQ    $6, v           \
	VPAND   (BX)(v*1), Y1, a \
	VPAND   32(BX)(v*1), Y2, b \
	VPAND   Y11, a, c       \
	VPAND   Y11, b, d       \
	VPSRLW  $4, a, a        \
	VPSRLW  $4, b, b        \
	VPAND   Y11, a, a       \
	VPAND   Y11, b, b       \
	VPSHUFB c, Y12, c       \
	VPSHUFB d, Y12, d       \
	VPSHUFB a, Y12, a       \
	VPSHUFB b, Y12, b       \
	VPADDB  c, d, c         \
	VPADDB  a, b, a         \
	VPADDB  a, c, a         \
	VPSADBW Y10, a, a       \
	VPADDQ  a, sum, sum

// func fillStripAVX2(rows *StripRow, n uint64, neighbors *uint32, column uint64, table *uint64)
TEXT ·fillStripAVX2(SB), NOSPLIT, $0-40
	STRIPCONSTANTS8
	MOVQ table+32(FP), BX

fillRow:
	STRIPROW(fillDone)
	STRIPLINE8(fillBit, fillMade)
	SHLQ    $6, DX
	VMOVDQU Y1, (BX)(DX*1)
	VMOVDQU Y2, 32(BX)(DX*1)
	JMP     fillRow

fillDone:
	VZEROUPPER
	RET

// func countStripAVX2(rows *StripRow, n uint64, neighbors *uint32, column, from uint64, table *uint64) (count uint64)
//
// Y0 four sums   R9 two entries before the end
TEXT ·countStripAVX2(SB), NOSPLIT, $0-56
	STRIPCONSTANTS8
	STRIPTABLE(table+40(FP), from+32(FP))
	VPXOR          Y0, Y0, Y0
	VPXOR          Y10, Y10, Y10
	VBROADCASTI128 ·ones(SB), Y12
	VPCMPEQD       Y11, Y11, Y11
	VPSRLW         $12, Y11, Y11
	VPACKUSWB      Y11, Y11, Y11

countRow:
	STRIPROW(countDone)
	STRIPLINE8(countBit, countMade)
	LEAQ -2(CX), R9
	CMPQ DX, R9
	JGT  countOne

countTwo:
	ANDLINE8(0, R13, Y3, Y4, Y5, Y6, Y0)
	ANDLINE8(4, R14, Y7, Y8, Y9, Y6, Y0)
	ADDQ $2, DX
	CMPQ DX, R9
	JLE  countTwo

countOne:
	CMPQ DX, CX
	JGE  countRow
	ANDLINE8(0, R13, Y3, Y4, Y5, Y6, Y0)
	INCQ DX
	JMP  countOne

countDone:
	SUM4
	VZEROUPPER
	MOVQ AX, count+48(FP)
	RET
