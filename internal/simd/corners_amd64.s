//go:build !noasm

#include "textflag.h"
#include "lanes_amd64.h"

// func cornersAVX512(third *uint32, n uint64, head, names *uint32, low, high uint32, least, middle, most *uint32)
//
// Sixteen triangles at a time; in the last group, the lanes K1 alone.
//
// SI third   CX left   DI head, or 0   R8 names, or 0   R9, R10, R11 least, middle, most
// Z0 low   Z1 high   Z2 both   Z3 third corners   K1 lanes there are   AX group
TEXT ·cornersAVX512(SB), NOSPLIT, $0-64
	MOVQ         third+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         head+16(FP), DI
	MOVQ         names+24(FP), R8
	MOVL         low+32(FP), DX
	VPBROADCASTD DX, Z0
	MOVL         high+36(FP), DX
	VPBROADCASTD DX, Z1
	VPXORD       Z0, Z1, Z2
	MOVQ         least+40(FP), R9
	MOVQ         middle+48(FP), R10
	MOVQ         most+56(FP), R11
	XORL         AX, AX

group:
	LANES16(CX, DX)

	VMOVDQU32.Z (SI)(AX*4), K1, Z3
	TESTQ       DI, DI
	JZ          rows
	VMOVDQA64   Z3, Z4
	KMOVW       DX, K2
	VPXORD      Z3, Z3, Z3
	VPGATHERDD  (DI)(Z4*4), K2, Z3

rows:
	TESTQ      R8, R8
	JZ         named
	VMOVDQA64  Z3, Z4
	KMOVW      DX, K2
	VPXORD     Z3, Z3, Z3
	VPGATHERDD (R8)(Z4*4), K2, Z3

named:
	VPMINUD    Z3, Z0, Z4
	VPMAXUD    Z3, Z1, Z5
	VPXORD     Z2, Z3, Z6
	VPTERNLOGD $0x96, Z4, Z5, Z6 // what is neither the least nor the most
	VMOVDQU32  Z4, K1, (R9)(AX*4)
	VMOVDQU32  Z6, K1, (R10)(AX*4)
	VMOVDQU32  Z5, K1, (R11)(AX*4)
	ADDQ       $16, AX
	SUBQ       $16, CX
	JG         group

	VZEROUPPER
	RET
