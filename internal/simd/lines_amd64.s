//go:build !noasm

#include "textflag.h"
#include "sums_amd64.h"

// func countLinesAVX512(rows *uint32, n uint64, bounds *uint32, lines *uint32, most uint64, set, matrix *uint64) (count uint64)
//
// SI rows   R8 their end   BX bounds   R13 end of the lines   R9 less how many there are
// DX end of the set   DI matrix   R11 lines of a row   R12 how many
// CX less how many lines of the set are left   R14 one of them   AX where it stands in the set
// Z0 eight sums
TEXT ·countLinesAVX512(SB), NOSPLIT, $0-64
	MOVQ   rows+0(FP), SI
	MOVQ   n+8(FP), R8
	MOVQ   bounds+16(FP), BX
	MOVQ   lines+24(FP), R13
	MOVQ   most+32(FP), R9
	MOVQ   set+40(FP), DX
	MOVQ   matrix+48(FP), DI
	LEAQ   (SI)(R8*4), R8
	LEAQ   (R13)(R9*4), R13
	MOVQ   R9, CX
	SHLQ   $6, CX
	ADDQ   CX, DX
	NEGQ   R9
	VPXORQ Z0, Z0, Z0

row:
	CMPQ SI, R8
	JGE  done
	MOVL (SI), R10
	ADDQ $4, SI
	MOVL (BX)(R10*8), R11
	MOVL 4(BX)(R10*8), R12
	SUBQ R11, R12
	SHLQ $6, R11
	ADDQ DI, R11
	MOVQ R9, CX

line:
	MOVL      (R13)(CX*4), R14
	CMPQ      R14, R12
	JGE       row
	SHLQ      $6, R14
	MOVQ      CX, AX
	SHLQ      $6, AX
	VMOVDQU64 (DX)(AX*1), Z1
	VPANDQ    (R11)(R14*1), Z1, Z1
	VPOPCNTQ  Z1, Z1
	VPADDQ    Z1, Z0, Z0
	INCQ      CX
	JNZ       line
	JMP       row

done:
	SUM8
	VZEROUPPER
	MOVQ AX, count+56(FP)
	RET
