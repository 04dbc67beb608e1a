//go:build !noasm

#include "textflag.h"
#include "lanes_amd64.h"

// func countedAVX512(keys, counts *uint32, n uint64, toKeys, toCounts *uint32) (kept uint64)
//
// Sixteen at a time; in the last group, the lanes K1 alone.
//
// DI keys   SI counts   R15 left   R13 group   R8 kept keys   R9 their counts   AX kept
TEXT ·countedAVX512(SB), NOSPLIT, $0-48
	MOVQ keys+0(FP), DI
	MOVQ counts+8(FP), SI
	MOVQ n+16(FP), R15
	MOVQ toKeys+24(FP), R8
	MOVQ toCounts+32(FP), R9
	XORL AX, AX
	XORL R13, R13

group:
	LOAD16
	VMOVDQU32.Z   (SI)(R13*4), K1, Z2
	VPTESTMD      Z2, Z2, K2
	VPCOMPRESSD.Z Z1, K2, Z3
	VPCOMPRESSD.Z Z2, K2, Z4
	VMOVDQU32     Z3, (R8)(AX*4)
	VMOVDQU32     Z4, (R9)(AX*4)
	KMOVW         K2, R14
	POPCNTL       R14, R14
	ADDQ          R14, AX
	NEXT16
	JG            group
	VZEROUPPER
	MOVQ          AX, kept+40(FP)
	RET
