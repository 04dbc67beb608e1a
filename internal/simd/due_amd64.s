//go:build !noasm

#include "textflag.h"

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
	VMOVDQU32    ·iota(SB), Z1
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
