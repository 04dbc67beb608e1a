//go:build !noasm

#include "textflag.h"

// func addSharedAVX512(found *uint32, shared *uint64, n uint64, sums *uint16)
//
// A word's bits are the lanes of two groups of 32 sums.
//
// SI found   DX shared   R8 how many   DI sums   AX word   CX its sums, in bytes
// Z0 what is -1 in all lanes   K1, K2 the bits
TEXT ·addSharedAVX512(SB), NOSPLIT, $0-32
	MOVQ       found+0(FP), SI
	MOVQ       shared+8(FP), DX
	MOVQ       n+16(FP), R8
	MOVQ       sums+24(FP), DI
	VPTERNLOGD $0xff, Z0, Z0, Z0
	XORL       AX, AX

word:
	MOVL      (SI)(AX*4), CX
	KMOVD     (DX)(AX*8), K1
	KMOVD     4(DX)(AX*8), K2
	SHLQ      $7, CX
	VMOVDQU64 (DI)(CX*1), Z1
	VMOVDQU64 64(DI)(CX*1), Z2
	VPSUBW    Z0, Z1, K1, Z1
	VPSUBW    Z0, Z2, K2, Z2
	VMOVDQU64 Z1, (DI)(CX*1)
	VMOVDQU64 Z2, 64(DI)(CX*1)
	INCQ      AX
	CMPQ      AX, R8
	JLT       word
	VZEROUPPER
	RET
