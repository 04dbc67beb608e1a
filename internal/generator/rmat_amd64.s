//go:build !noasm

#include "textflag.h"

// Eight records a register, a lane each, two registers in flight. For each
// bit: advance the streams, run the splitmix64 output function, compare with
// the three thresholds, and shift one bit into each id. The second id's bit is
// set in quadrants 1 and 3, that is where an odd number of thresholds is
// reached. At the end the ids share the lane: the first low, the second high,
// which is the layout of graph.Edge.

// Offsets of the lanes' states: lane · 0x9E37·64.
DATA lanes<>+0(SB)/8, $0
DATA lanes<>+8(SB)/8, $(1*0x9E37*64)
DATA lanes<>+16(SB)/8, $(2*0x9E37*64)
DATA lanes<>+24(SB)/8, $(3*0x9E37*64)
DATA lanes<>+32(SB)/8, $(4*0x9E37*64)
DATA lanes<>+40(SB)/8, $(5*0x9E37*64)
DATA lanes<>+48(SB)/8, $(6*0x9E37*64)
DATA lanes<>+56(SB)/8, $(7*0x9E37*64)
GLOBL lanes<>(SB), RODATA|NOPTR, $64

#define BIT(state, z, t, u, v) \
	VPADDQ   Z16, state, state \
	VPSRLQ   $30, state, t     \
	VPXORQ   state, t, z       \
	VPMULLQ  Z17, z, z         \
	VPSRLQ   $27, z, t         \
	VPXORQ   z, t, z           \
	VPMULLQ  Z18, z, z         \
	VPSRLQ   $31, z, t         \
	VPXORQ   z, t, z           \
	VPCMPUQ  $5, Z19, z, K1    \ // z >= a
	VPCMPUQ  $5, Z20, z, K2    \ // z >= a+b
	VPCMPUQ  $5, Z21, z, K3    \ // z >= a+b+c
	KXORB    K1, K2, K1        \
	KXORB    K1, K3, K1        \
	VPADDQ   u, u, u           \
	VPADDQ   v, v, v           \
	VPADDQ   Z22, u, K2, u     \
	VPADDQ   Z22, v, K1, v

// func rmatAVX512(edges *graph.Edge, n int, state uint64, scale int, thresholds *[3]uint64)
// Requires: AVX512F, AVX512DQ
TEXT ·rmatAVX512(SB), NOSPLIT, $0-40
	MOVQ edges+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ state+16(FP), SI
	MOVQ scale+24(FP), R8
	MOVQ thresholds+32(FP), R9

	MOVQ         $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z16
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z17
	MOVQ         $0x94d049bb133111eb, AX
	VPBROADCASTQ AX, Z18
	VPBROADCASTQ 0(R9), Z19
	VPBROADCASTQ 8(R9), Z20
	VPBROADCASTQ 16(R9), Z21
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z22

	VPBROADCASTQ SI, Z0
	VPADDQ       lanes<>(SB), Z0, Z0
	MOVQ         $(8*0x9E37*64), AX
	VPBROADCASTQ AX, Z23
	VPADDQ       Z23, Z0, Z1
	VPADDQ       Z23, Z23, Z23 // the step of sixteen records

sixteen:
	VMOVDQA64 Z0, Z2
	VMOVDQA64 Z1, Z3
	VPXORQ    Z4, Z4, Z4
	VPXORQ    Z5, Z5, Z5
	VPXORQ    Z6, Z6, Z6
	VPXORQ    Z7, Z7, Z7
	MOVQ      R8, DX

bit:
	BIT(Z2, Z8, Z9, Z4, Z5)
	BIT(Z3, Z10, Z11, Z6, Z7)
	DECQ DX
	JNZ  bit

	VPSLLQ    $32, Z5, Z5
	VPORQ     Z4, Z5, Z5
	VMOVDQU64 Z5, 0(DI)
	VPSLLQ    $32, Z7, Z7
	VPORQ     Z6, Z7, Z7
	VMOVDQU64 Z7, 64(DI)
	VPADDQ    Z23, Z0, Z0
	VPADDQ    Z23, Z1, Z1
	ADDQ      $128, DI
	SUBQ      $16, CX
	JNZ       sixteen

	VZEROUPPER
	RET
