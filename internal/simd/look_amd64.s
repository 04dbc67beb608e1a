//go:build !noasm

#include "textflag.h"

// func lookAVX512(records *graph.Edge, n uint64, limit uint32, kept, odd, mix uint64) (done, sum uint64)
//
// Eight records at a time, a word each: the first end is its low half.
//
// SI records   R8 how many   AX done   Z6 sum
// Z16 odd   Z17 mix   Z18 limit   Z19 kept   Z20 low halves
TEXT ·lookAVX512(SB), NOSPLIT, $0-64
	MOVQ         records+0(FP), SI
	MOVQ         n+8(FP), R8
	MOVL         limit+16(FP), CX
	VPBROADCASTD CX, Z18
	MOVQ         kept+24(FP), CX
	VPBROADCASTQ CX, Z19
	MOVQ         odd+32(FP), CX
	VPBROADCASTQ CX, Z16
	MOVQ         mix+40(FP), CX
	VPBROADCASTQ CX, Z17
	MOVL         $0xffffffff, CX
	VPBROADCASTQ CX, Z20
	VPXORQ       Z6, Z6, Z6
	XORL         AX, AX
	SUBQ         $8, R8

group:
	CMPQ      AX, R8
	JGT       done
	VMOVDQU64 (SI)(AX*8), Z0
	VPSRLQ    $32, Z0, Z1
	VPANDQ    Z20, Z0, Z2
	VPCMPUD   $5, Z18, Z0, K1
	VPCMPEQQ  Z1, Z2, K2
	VPADDQ    Z16, Z1, Z3
	VPADDQ    Z16, Z2, Z4
	VPMULLQ   Z4, Z3, Z3
	VPSRLQ    $32, Z3, Z4
	VPXORQ    Z3, Z4, Z4
	VPMULLQ   Z17, Z4, Z4
	VPCMPUQ   $2, Z19, Z4, K3
	KORW      K2, K3, K2
	KORTESTW  K1, K2
	JNZ       done
	VPXORQ    Z2, Z3, Z3
	VPADDQ    Z3, Z6, Z6
	ADDQ      $8, AX
	JMP       group

done:
	VEXTRACTI64X4 $1, Z6, Y1
	VPADDQ        Y1, Y6, Y1
	VEXTRACTI128  $1, Y1, X2
	VPADDQ        X1, X2, X1
	VPSRLDQ       $8, X1, X2
	VPADDQ        X1, X2, X1
	VMOVQ         X1, CX
	VZEROUPPER
	MOVQ AX, done+48(FP)
	MOVQ CX, sum+56(FP)
	RET
