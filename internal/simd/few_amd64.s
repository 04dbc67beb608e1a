//go:build !noasm

#include "textflag.h"

DATA mirrored<>+0(SB)/4, $7
DATA mirrored<>+4(SB)/4, $6
DATA mirrored<>+8(SB)/4, $5
DATA mirrored<>+12(SB)/4, $4
DATA mirrored<>+16(SB)/4, $3
DATA mirrored<>+20(SB)/4, $2
DATA mirrored<>+24(SB)/4, $1
DATA mirrored<>+28(SB)/4, $0
DATA mirrored<>+32(SB)/4, $15
DATA mirrored<>+36(SB)/4, $14
DATA mirrored<>+40(SB)/4, $13
DATA mirrored<>+44(SB)/4, $12
DATA mirrored<>+48(SB)/4, $11
DATA mirrored<>+52(SB)/4, $10
DATA mirrored<>+56(SB)/4, $9
DATA mirrored<>+60(SB)/4, $8
GLOBL mirrored<>(SB), RODATA|NOPTR, $64

DATA reversed<>+0(SB)/4, $15
DATA reversed<>+4(SB)/4, $14
DATA reversed<>+8(SB)/4, $13
DATA reversed<>+12(SB)/4, $12
DATA reversed<>+16(SB)/4, $11
DATA reversed<>+20(SB)/4, $10
DATA reversed<>+24(SB)/4, $9
DATA reversed<>+28(SB)/4, $8
DATA reversed<>+32(SB)/4, $7
DATA reversed<>+36(SB)/4, $6
DATA reversed<>+40(SB)/4, $5
DATA reversed<>+44(SB)/4, $4
DATA reversed<>+48(SB)/4, $3
DATA reversed<>+52(SB)/4, $2
DATA reversed<>+56(SB)/4, $1
DATA reversed<>+60(SB)/4, $0
GLOBL reversed<>(SB), RODATA|NOPTR, $64

// Bitonic networks (Batcher 1968), in the form in which all comparisons put the smaller key
// first. In a step the lanes of a register meet in pairs, whose numbers differ in the bits of a
// mask, and the one with the highest of these bits takes the larger key.
//
// Z8, Z9 scratch   K1 to K4 lanes with bit 0, 1, 2, 3   Z28, Z29 lanes whose partners differ in
// all bits of 7 and of 15
#define BY1(A, R) \
	VPSHUFD $0xb1, A, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K1, R

#define BY2(A, R) \
	VPSHUFD $0x4e, A, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K2, R

#define BY3(A, R) \
	VPSHUFD $0x1b, A, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K2, R

#define BY4(A, R) \
	VSHUFI32X4 $0xb1, A, A, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K3, R

#define BY7(A, R) \
	VPERMD A, Z28, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K3, R

#define BY8(A, R) \
	VSHUFI32X4 $0x4e, A, A, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K4, R

#define BY15(A, R) \
	VPERMD A, Z29, Z8; \
	VPMINUD Z8, A, R; \
	VPMAXUD Z8, A, K4, R

// SORT16 sorts a register.
#define SORT16(A) \
	BY1(A, Z9); \
	BY3(Z9, A); \
	BY1(A, Z9); \
	BY7(Z9, A); \
	BY2(A, Z9); \
	BY1(Z9, A); \
	BY15(A, Z9); \
	BY4(Z9, A); \
	BY2(A, Z9); \
	BY1(Z9, A)

// MERGE16 sorts a register whose keys rise and then fall, or the other way round.
#define MERGE16(A) \
	BY8(A, Z9); \
	BY4(Z9, A); \
	BY2(A, Z9); \
	BY1(Z9, A)

// ORDER puts the smaller of the keys of each lane of two registers into the first.
#define ORDER(A, B) \
	VPMINUD B, A, Z9; \
	VPMAXUD B, A, B; \
	VMOVDQA64 Z9, A

#define MIRROR(A) \
	VPERMD A, Z29, A

// MEET is ORDER with the second one's lanes from the last to the first.
#define MEET(A, B) \
	MIRROR(B); \
	ORDER(A, B)

// SORT32, SORT64 and SORT128 sort registers of which both halves are sorted.
#define SORT32(A, B) \
	MEET(A, B); \
	MERGE16(A); \
	MERGE16(B)

#define MERGE32(A, B) \
	ORDER(A, B); \
	MERGE16(A); \
	MERGE16(B)

#define SORT64(A, B, C, D) \
	MEET(A, D); \
	MEET(B, C); \
	MERGE32(A, B); \
	MERGE32(D, C)

#define MERGE64(A, B, C, D) \
	ORDER(A, C); \
	ORDER(B, D); \
	MERGE32(A, B); \
	MERGE32(C, D)

// func sortFewAVX512(keys *uint32, n uint64)
//
// As many registers as hold the keys, or twice as many: what is beyond these is the largest
// number, and is not written.
//
// SI keys   CX how many   K5, K6, K7 keys of the last registers
TEXT ·sortFewAVX512(SB), NOSPLIT, $0-16
	MOVQ      keys+0(FP), SI
	MOVQ      n+8(FP), CX
	VMOVDQU32 mirrored<>(SB), Z28
	VMOVDQU32 reversed<>(SB), Z29
	MOVL      $0xaaaa, AX
	KMOVW     AX, K1
	MOVL      $0xcccc, AX
	KMOVW     AX, K2
	MOVL      $0xf0f0, AX
	KMOVW     AX, K3
	MOVL      $0xff00, AX
	KMOVW     AX, K4
	MOVQ      $-1, AX
	VPTERNLOGD $0xff, Z10, Z10, Z10
	CMPQ      CX, $16
	JLE       one
	CMPQ      CX, $32
	JLE       two
	CMPQ      CX, $64
	JLE       four
	JMP       eight

one:
	BZHIQ     CX, AX, AX
	KMOVW     AX, K5
	VMOVDQA32 Z10, Z0
	VMOVDQU32 (SI), K5, Z0
	SORT16(Z0)
	VMOVDQU32 Z0, K5, (SI)
	VZEROUPPER
	RET

two:
	SUBQ      $16, CX
	BZHIQ     CX, AX, AX
	KMOVW     AX, K5
	VMOVDQA32 Z10, Z1
	VMOVDQU32 (SI), Z0
	VMOVDQU32 64(SI), K5, Z1
	SORT16(Z0)
	SORT16(Z1)
	SORT32(Z0, Z1)
	VMOVDQU32 Z0, (SI)
	VMOVDQU32 Z1, K5, 64(SI)
	VZEROUPPER
	RET

four:
	SUBQ      $32, CX
	BZHIQ     CX, AX, AX
	KMOVD     AX, K5
	KSHIFTRD  $16, K5, K6
	VMOVDQA32 Z10, Z2
	VMOVDQA32 Z10, Z3
	VMOVDQU32 (SI), Z0
	VMOVDQU32 64(SI), Z1
	VMOVDQU32 128(SI), K5, Z2
	VMOVDQU32 192(SI), K6, Z3
	SORT16(Z0)
	SORT16(Z1)
	SORT16(Z2)
	SORT16(Z3)
	SORT32(Z0, Z1)
	SORT32(Z2, Z3)
	SORT64(Z0, Z1, Z2, Z3)
	VMOVDQU32 Z0, (SI)
	VMOVDQU32 Z1, 64(SI)
	VMOVDQU32 Z3, K5, 128(SI)
	VMOVDQU32 Z2, K6, 192(SI)
	VZEROUPPER
	RET

eight:
	SUBQ      $64, CX
	BZHIQ     CX, AX, AX
	KMOVQ     AX, K5
	VMOVDQU32 (SI), Z0
	VMOVDQU32 64(SI), Z1
	VMOVDQU32 128(SI), Z2
	VMOVDQU32 192(SI), Z3
	VMOVDQA32 Z10, Z4
	VMOVDQA32 Z10, Z5
	VMOVDQA32 Z10, Z6
	VMOVDQA32 Z10, Z7
	KSHIFTRQ  $0, K5, K6
	VMOVDQU32 256(SI), K6, Z4
	KSHIFTRQ  $16, K5, K6
	VMOVDQU32 320(SI), K6, Z5
	KSHIFTRQ  $32, K5, K6
	VMOVDQU32 384(SI), K6, Z6
	KSHIFTRQ  $48, K5, K6
	VMOVDQU32 448(SI), K6, Z7
	SORT16(Z0)
	SORT16(Z1)
	SORT16(Z2)
	SORT16(Z3)
	SORT16(Z4)
	SORT16(Z5)
	SORT16(Z6)
	SORT16(Z7)
	SORT32(Z0, Z1)
	SORT32(Z2, Z3)
	SORT32(Z4, Z5)
	SORT32(Z6, Z7)
	SORT64(Z0, Z1, Z2, Z3)
	SORT64(Z4, Z5, Z6, Z7)
	MEET(Z0, Z6)
	MEET(Z1, Z7)
	MEET(Z3, Z5)
	MEET(Z2, Z4)
	MERGE64(Z0, Z1, Z3, Z2)
	MERGE64(Z6, Z7, Z5, Z4)
	VMOVDQU32 Z0, 0(SI)
	VMOVDQU32 Z1, 64(SI)
	VMOVDQU32 Z3, 128(SI)
	VMOVDQU32 Z2, 192(SI)
	KSHIFTRQ  $0, K5, K6
	VMOVDQU32 Z6, K6, 256(SI)
	KSHIFTRQ  $16, K5, K6
	VMOVDQU32 Z7, K6, 320(SI)
	KSHIFTRQ  $32, K5, K6
	VMOVDQU32 Z5, K6, 384(SI)
	KSHIFTRQ  $48, K5, K6
	VMOVDQU32 Z4, K6, 448(SI)
	VZEROUPPER
	RET
