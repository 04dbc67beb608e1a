//go:build !noasm

#include "textflag.h"

// func countHubsPOPCNT(index *uint32, words *uint64, n uint64, matrix *uint64) (count uint64)
//
// As countHubsAVX512, a word at a time: four lanes of AVX2 gather no faster
// than four loads, and have no population count.
//
// SI index   DX words   R8 n   DI matrix   R9 the word after the one whose bits
// are taken   R10 its bits left   R11 its index q   BX row 64q   R12 words a row
// R13 row h   R14 i   CX, R15 scratch   AX count
TEXT ·countHubsPOPCNT(SB), NOSPLIT, $0-40
	MOVQ index+0(FP), SI
	MOVQ words+8(FP), DX
	MOVQ n+16(FP), R8
	MOVQ matrix+24(FP), DI
	XORL AX, AX
	XORL R9, R9

word:
	CMPQ  R9, R8
	JGE   done
	MOVQ  (DX)(R9*8), R10
	MOVL  (SI)(R9*4), R11
	INCQ  R9
	LEAQ  1(R11), R12
	MOVQ  R11, BX
	SHLQ  $8, BX
	IMULQ R12, BX
	ADDQ  DI, BX
	SHLQ  $3, R12

bit:
	BSFQ  R10, R13
	LEAQ  -1(R10), R14
	ANDQ  R14, R10
	IMULQ R12, R13
	ADDQ  BX, R13
	XORL  R14, R14

and:
	MOVL    (SI)(R14*4), CX
	MOVQ    (R13)(CX*8), R15
	ANDQ    (DX)(R14*8), R15
	POPCNTQ R15, R15
	ADDQ    R15, AX
	INCQ    R14
	CMPQ    R14, R9
	JLT     and
	TESTQ   R10, R10
	JNZ     bit
	JMP     word

done:
	MOVQ AX, count+32(FP)
	RET
