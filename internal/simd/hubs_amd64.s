//go:build !noasm

#include "textflag.h"

// ANDROW ANDs the words with row R12 of a matrix, eight at a time, up to the lanes K1 of
// the group at R15, and adds the bits to Z0.
#define ANDROW(group, last) \
	XORL   R14, R14 \
	CMPQ   R14, R15 \
	JGE    last \
group: \
	VPMOVZXDQ   (SI)(R14*4), Z1 \
	KXNORB      K2, K2, K2 \
	VPXORQ      Z2, Z2, Z2 \
	VPGATHERQQ  (R12)(Z1*8), K2, Z2 \
	VPANDQ      (DX)(R14*8), Z2, Z2 \
	VPOPCNTQ    Z2, Z2 \
	VPADDQ      Z2, Z0, Z0 \
	ADDQ        $8, R14 \
	CMPQ        R14, R15 \
	JLT         group \
last: \
	VPMOVZXDQ.Z (SI)(R14*4), K1, Z1 \
	KMOVB       K1, K2 \
	VPXORQ      Z2, Z2, Z2 \
	VPGATHERQQ  (R12)(Z1*8), K2, Z2 \
	VPANDQ.Z    (DX)(R14*8), Z2, K1, Z2 \
	VPOPCNTQ    Z2, Z2 \
	VPADDQ      Z2, Z0, Z0

// SUM8 adds up the eight sums in Z0, and leaves the sum in X0.
#define SUM8 \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPADDQ        Y1, Y0, Y0 \
	VEXTRACTI128  $1, Y0, X1 \
	VPADDQ        X1, X0, X0 \
	VPSRLDQ       $8, X0, X1 \
	VPADDQ        X1, X0, X0

// func countHubsAVX512(index *uint32, words *uint64, n uint64, matrix *uint64) (count uint64)
//
// index and words are the hub part of one row: n words of 64 bits that are not
// zero, by rising index. For every bit set, a hub h, the words up to h's own
// are ANDed with row h of the triangular bit matrix, eight at a time: the
// matrix words are gathered, the row's words are loaded.
//
// Row h begins at word (q+1)(32q+r), where h = 64q + r.
//
// SI index   DX words   R8 n   DI matrix
// R9 the word after the one whose bits are taken   R10 its bits left   R11 q
// R15 where the last, partial group of eight begins   K1 its lanes
// AX row 64q   BX bytes a row in this band of 64 rows   R12 row h
// Z0 eight sums
TEXT ·countHubsAVX512(SB), NOSPLIT, $0-40
	MOVQ   index+0(FP), SI
	MOVQ   words+8(FP), DX
	MOVQ   n+16(FP), R8
	MOVQ   matrix+24(FP), DI
	VPXORQ Z0, Z0, Z0
	XORL   R9, R9

word:
	CMPQ R9, R8
	JGE  done
	MOVQ (DX)(R9*8), R10
	MOVL (SI)(R9*4), R11
	INCQ R9

	MOVQ  R9, CX
	DECQ  CX
	ANDQ  $7, CX
	INCQ  CX
	MOVL  $0xff, AX
	BZHIL CX, AX, AX
	KMOVB AX, K1
	MOVQ  R9, R15
	DECQ  R15
	ANDQ  $~7, R15

	LEAQ  1(R11), BX
	MOVQ  R11, AX
	SHLQ  $8, AX
	IMULQ BX, AX
	ADDQ  DI, AX
	SHLQ  $3, BX

bit:
	TZCNTQ R10, R12
	BLSRQ  R10, R10
	IMULQ  BX, R12
	ADDQ   AX, R12
	ANDROW(group, last)
	TESTQ R10, R10
	JNZ   bit
	JMP   word

done:
	SUM8
	VMOVQ         X0, AX
	VZEROUPPER
	MOVQ          AX, count+32(FP)
	RET

// func countEachHubAVX512(index *uint32, words *uint64, n uint64, matrix *uint64, stride uint64, counts *uint32)
//
// As above, with whole rows of a symmetric matrix, and a sum for each bit.
//
// SI index   DX words   R8 n   DI matrix   BX bytes a row   R13 where the next sum goes
// R9 the word after the one whose bits are taken   R10 its bits left   R11 row 64q
// R15 where the last, partial group of eight begins   K1 its lanes   R12 row h
TEXT ·countEachHubAVX512(SB), NOSPLIT, $0-48
	MOVQ  index+0(FP), SI
	MOVQ  words+8(FP), DX
	MOVQ  n+16(FP), R8
	MOVQ  matrix+24(FP), DI
	MOVQ  stride+32(FP), BX
	MOVQ  counts+40(FP), R13
	SHLQ  $3, BX
	MOVQ  R8, R15
	DECQ  R15
	MOVQ  R15, CX
	ANDQ  $7, CX
	INCQ  CX
	MOVL  $0xff, AX
	BZHIL CX, AX, AX
	KMOVB AX, K1
	ANDQ  $~7, R15
	XORL  R9, R9

eachWord:
	CMPQ  R9, R8
	JGE   eachDone
	MOVQ  (DX)(R9*8), R10
	MOVL  (SI)(R9*4), R11
	INCQ  R9
	SHLQ  $6, R11
	IMULQ BX, R11
	ADDQ  DI, R11

eachBit:
	TZCNTQ R10, R12
	BLSRQ  R10, R10
	IMULQ  BX, R12
	ADDQ   R11, R12
	VPXORQ Z0, Z0, Z0
	ANDROW(eachGroup, eachLast)
	SUM8
	VMOVD         X0, (R13)
	ADDQ          $4, R13
	TESTQ         R10, R10
	JNZ           eachBit
	JMP           eachWord

eachDone:
	VZEROUPPER
	RET
