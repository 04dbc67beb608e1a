//go:build !noasm

#include "textflag.h"

// func countFlatAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)
//
// The all-pairs form of countRowsAVX512 on symmetric lists: a row ends at its
// first neighbour that is not smaller than the row. What follows in v's list
// is larger than v, so it equals nothing before v in u's.
//
// SI offsets   DI neighbors   R8 row u   R9 end of rows   R11 last entry
// BX, CX bounds of row u   DX position of v in it   R13, R15 v's next entry and entries left
// AX count   R10 longest row
TEXT ·countFlatAVX512(SB), NOSPLIT, $0-56
	MOVQ offsets+0(FP), SI
	MOVQ neighbors+8(FP), DI
	MOVQ begin+16(FP), R8
	MOVQ end+24(FP), R9
	MOVQ last+32(FP), R11
	XORL AX, AX
	XORL R10, R10
	DECQ R8

row:
	INCQ R8
	CMPQ R8, R9
	JGE  done
	MOVQ (SI)(R8*8), BX
	MOVQ 8(SI)(R8*8), CX
	CMPQ BX, CX
	JGE  row
	MOVL (DI)(BX*4), R14
	CMPQ R14, R8
	JGE  row
	LEAQ 1(BX), DX

edge:
	CMPQ DX, CX
	JGE  rowEnd
	MOVL (DI)(DX*4), R14
	CMPQ R14, R8
	JGE  rowEnd
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15

	// Ask for a list that will be needed some rows ahead.
	LEAQ       32(DX), R14
	CMPQ       R14, R11
	CMOVQGT    R11, R14
	MOVL       (DI)(R14*4), R14
	MOVQ       (SI)(R14*8), R14
	PREFETCHT0 (DI)(R14*4)

chunk:
	MOVL  $0xffff, R14
	CMPQ  R15, $16
	JGE   mask
	BZHIL R15, R14, R14

mask:
	KMOVW       R14, K1
	VMOVDQU32.Z (DI)(R13*4), K1, Z1
	KXORW       K2, K2, K2
	MOVQ        BX, R14

pair:
	VPCMPEQD.BCST (DI)(R14*4), Z1, K1, K3
	KORW          K3, K2, K2
	INCQ          R14
	CMPQ          R14, DX
	JLT           pair
	KMOVW         K2, R14
	POPCNTL       R14, R14
	ADDQ          R14, AX
	ADDQ          $16, R13
	SUBQ          $16, R15
	JG            chunk
	INCQ          DX
	JMP           edge

rowEnd:
	SUBQ    BX, DX
	CMPQ    DX, R10
	CMOVQGT DX, R10
	JMP     row

done:
	VZEROUPPER
	MOVQ AX, count+40(FP)
	MOVQ R10, longest+48(FP)
	RET
