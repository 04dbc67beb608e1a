//go:build !noasm

#include "textflag.h"

DATA places<>+0(SB)/4, $0
DATA places<>+4(SB)/4, $1
DATA places<>+8(SB)/4, $2
DATA places<>+12(SB)/4, $3
DATA places<>+16(SB)/4, $4
DATA places<>+20(SB)/4, $5
DATA places<>+24(SB)/4, $6
DATA places<>+28(SB)/4, $7
DATA places<>+32(SB)/4, $8
DATA places<>+36(SB)/4, $9
DATA places<>+40(SB)/4, $10
DATA places<>+44(SB)/4, $11
DATA places<>+48(SB)/4, $12
DATA places<>+52(SB)/4, $13
DATA places<>+56(SB)/4, $14
DATA places<>+60(SB)/4, $15
GLOBL places<>(SB), RODATA|NOPTR, $64

// func dueAVX512(keys, values *uint32, n uint64, add *uint32, limit uint32, due *uint32) (found uint64)
//
// Sixteen values at a time; in the last group, the lanes K1 alone.
//
// SI keys   DX values   R8 how many   DI add   R9 due   AX found   BX group
// Z0 limit   Z1 positions   Z2 sixteen   K1 lanes there are   K2, K3 of these
TEXT ·dueAVX512(SB), NOSPLIT, $0-56
	MOVQ         keys+0(FP), SI
	MOVQ         values+8(FP), DX
	MOVQ         n+16(FP), R8
	MOVQ         add+24(FP), DI
	MOVL         limit+32(FP), CX
	VPBROADCASTD CX, Z0
	MOVQ         due+40(FP), R9
	VMOVDQU32    places<>(SB), Z1
	MOVL         $16, CX
	VPBROADCASTD CX, Z2
	XORL         AX, AX
	XORL         BX, BX

group:
	MOVQ    R8, CX
	SUBQ    BX, CX
	JLE     done
	MOVL    $16, R10
	CMPQ    CX, R10
	CMOVQGT R10, CX
	MOVL    $0xffff, R10
	BZHIL   CX, R10, R10
	KMOVW   R10, K1
	KMOVW   R10, K2

	VMOVDQU32.Z (SI)(BX*4), K1, Z3
	VMOVDQU32.Z (DX)(BX*4), K1, Z4
	VPXORD      Z5, Z5, Z5
	VPGATHERDD  (DI)(Z3*4), K2, Z5
	VPADDD      Z0, Z5, Z5
	VPCMPUD     $2, Z5, Z4, K1, K3
	VPCOMPRESSD Z1, K3, Z6
	VMOVDQU32   Z6, (R9)(AX*4)
	KMOVW       K3, R11
	POPCNTL     R11, R11
	ADDQ        R11, AX
	VPADDD      Z2, Z1, Z1
	ADDQ        $16, BX
	JMP         group

done:
	VZEROUPPER
	MOVQ AX, found+48(FP)
	RET
