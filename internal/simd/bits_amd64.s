//go:build !noasm

#include "textflag.h"

DATA bitNumbers<>+0(SB)/8, $0x0706050403020100
DATA bitNumbers<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA bitNumbers<>+16(SB)/8, $0x1716151413121110
DATA bitNumbers<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA bitNumbers<>+32(SB)/8, $0x2726252423222120
DATA bitNumbers<>+40(SB)/8, $0x2f2e2d2c2b2a2928
DATA bitNumbers<>+48(SB)/8, $0x3736353433323130
DATA bitNumbers<>+56(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL bitNumbers<>(SB), RODATA|NOPTR, $64

// MOREBITS writes the sixteen bits of a word behind those that are written.
#define MOREBITS(part, behind) \
	VEXTRACTI32X4 $part, Z1, X4 \
	VPMOVZXBD     X4, Z2 \
	VPADDD        Z3, Z2, Z2 \
	VMOVDQU32     Z2, behind(R9)(AX*4)

// func listBitsVBMI2(set *uint64, stride uint64, hubs *uint32, n, at uint64, matrix *uint64, third *uint32, room uint64, ends *uint32) (next uint64)
//
// For each hub, eight words at a time, those that are not zero and the number of their
// first bit; and then for each of these the numbers of its bits, without a branch but for
// a word that has more than sixteen.
//
// SI set   R11 bytes of a row   DI hubs   DX hub   R10 matrix   CX its row   BX lines left
// R9 third   AX bits found   R13 most that may be before a hub   R12 ends
// R15 words that are not zero   R14 at a line, a word   R8 scratch
// Z20 first bits of words   Z21 numbers of bits   Z22 bits of a line
TEXT ·listBitsVBMI2(SB), 0, $1152-80
	MOVQ         set+0(FP), SI
	MOVQ         stride+8(FP), R11
	SHLQ         $3, R11
	MOVQ         hubs+16(FP), DI
	MOVQ         at+32(FP), DX
	MOVQ         matrix+40(FP), R10
	MOVQ         third+48(FP), R9
	MOVQ         room+56(FP), R13
	SUBQ         n+24(FP), R13
	SUBQ         $16, R13
	MOVQ         ends+64(FP), R12
	XORL         AX, AX
	VMOVDQU64    ·firstBits(SB), Z20
	VMOVDQU64    bitNumbers<>(SB), Z21
	MOVL         $512, R8
	VPBROADCASTQ R8, Z22

hub:
	CMPQ      DX, n+24(FP)
	JGE       done
	CMPQ      AX, R13
	JGT       done
	MOVL      (DI)(DX*4), BX
	MOVQ      BX, CX
	IMULQ     R11, CX
	ADDQ      R10, CX
	SHRL      $9, BX
	XORL      R14, R14
	XORL      R15, R15
	VMOVDQA64 Z20, Z5

line:
	VMOVDQU64     (SI)(R14*1), Z1
	VPANDQ        (CX)(R14*1), Z1, Z1
	VPTESTMQ      Z1, Z1, K1
	VPCOMPRESSQ.Z Z1, K1, Z2
	VPCOMPRESSQ.Z Z5, K1, Z3
	VMOVDQU64     Z2, words-576(SP)(R15*8)
	VMOVDQU64     Z3, first-1152(SP)(R15*8)
	KMOVB         K1, R8
	POPCNTL       R8, R8
	ADDQ          R8, R15
	VPADDQ        Z22, Z5, Z5
	ADDQ          $64, R14
	DECL          BX
	JGE           line

	TESTQ R15, R15
	JZ    close
	XORL  R14, R14

word:
	KMOVQ         words-576(SP)(R14*8), K1
	POPCNTQ       words-576(SP)(R14*8), R8
	VPBROADCASTD  first-1152(SP)(R14*8), Z3
	VPCOMPRESSB.Z Z21, K1, Z1
	VPMOVZXBD     X1, Z2
	VPADDD        Z3, Z2, Z2
	VMOVDQU32     Z2, (R9)(AX*4)
	CMPQ          R8, $16
	JGT           many

next:
	ADDQ R8, AX
	INCQ R14
	CMPQ R14, R15
	JLT  word

close:
	MOVL AX, (R12)(DX*4)
	INCQ DX
	JMP  hub

many:
	MOREBITS(1, 64)
	CMPQ R8, $32
	JLE  next
	MOREBITS(2, 128)
	CMPQ R8, $48
	JLE  next
	MOREBITS(3, 192)
	JMP  next

done:
	VZEROUPPER
	MOVQ DX, next+72(FP)
	RET
