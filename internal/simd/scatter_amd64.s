//go:build !noasm

#include "textflag.h"

// func scatterAhead(ends *Ends, from, to uint64, at *uint16, lanes *Lane) (done uint64)
//
// A lane's next line of 64 bytes is asked for with each key, to be written to: else the
// stores, which go to the cache one after the other, would wait for it when it comes into use.
//
// SI lower ends   DX larger ends   R8 bins   AX, DX+R9 i, and the last   DI lanes   R12 at
// BX lane   CX a byte of it   R10 fill   R11 key   R13 where it goes
#define HIGH 2176 // of Ends: 8 and 12 times 256 + 16
#define BIN 3264

TEXT ·scatterAhead(SB), NOSPLIT, $0-48
	MOVQ ends+0(FP), SI
	LEAQ HIGH(SI), DX
	LEAQ BIN(SI), R8
	MOVQ from+8(FP), AX
	MOVQ to+16(FP), R9
	MOVQ at+24(FP), R12
	MOVQ lanes+32(FP), DI

key:
	CMPQ    AX, R9
	JGE     done
	MOVL    (R8)(AX*4), BX
	MOVWLZX (R12)(BX*2), BX
	LEAQ    (BX)(BX*2), BX
	LEAQ    (DI)(BX*8), BX       // a lane has 24 bytes
	MOVL    8(BX), R10
	CMPL    R10, 12(BX)
	JCC     done
	MOVL    (DX)(AX*4), R11
	SUBL    16(BX), R11
	MOVBLZX 20(BX), CX
	SHLXQ   CX, R11, R11
	ORQ     (SI)(AX*8), R11
	MOVQ    (BX), R13
	ADDQ    R10, R13
	MOVBLZX 21(BX), CX
	ADDL    CX, R10
	MOVL    R10, 8(BX)
	MOVQ    R11, (R13)
	PREFETCHT0 64(R13)
	INCQ    AX
	JMP     key

done:
	MOVQ AX, done+40(FP)
	RET

DATA even<>+0(SB)/4, $0
DATA even<>+4(SB)/4, $2
DATA even<>+8(SB)/4, $4
DATA even<>+12(SB)/4, $6
DATA even<>+16(SB)/4, $8
DATA even<>+20(SB)/4, $10
DATA even<>+24(SB)/4, $12
DATA even<>+28(SB)/4, $14
DATA even<>+32(SB)/4, $16
DATA even<>+36(SB)/4, $18
DATA even<>+40(SB)/4, $20
DATA even<>+44(SB)/4, $22
DATA even<>+48(SB)/4, $24
DATA even<>+52(SB)/4, $26
DATA even<>+56(SB)/4, $28
DATA even<>+60(SB)/4, $30
GLOBL even<>(SB), RODATA|NOPTR, $64

// func splitAVX512(records *graph.Edge, n, bits, less uint64, limit uint32, ends *Ends) (found uint64, below bool)
//
// Sixteen records at a time. Those that are not there in the last group are read as zeros, and
// have equal ends.
//
// SI records   R8 how many are left   AX found   DI, DX, R9 lower ends, larger ends, bins
// Z16, Z17 places of first and second ends   Z18 limit   Z19 floor   Z20 31 less the bits
// Z21 bits that all lose   Z22 bits   Z23 ones
// K4 whether any is at the limit or above
TEXT ·splitAVX512(SB), NOSPLIT, $0-57
	MOVQ         records+0(FP), SI
	MOVQ         n+8(FP), R8
	MOVQ         bits+16(FP), BX
	MOVQ         less+24(FP), CX
	MOVL         limit+32(FP), DX
	VPBROADCASTD DX, Z18
	VPBROADCASTD BX, Z22
	VPBROADCASTD CX, Z21
	MOVL         $1, DX
	VPBROADCASTD DX, Z24
	VPBROADCASTQ DX, Z23
	LEAL         (BX)(CX*1), R10
	SHLXL        R10, DX, DX
	VPBROADCASTD DX, Z19
	MOVL         $31, DX
	SUBL         BX, DX
	VPBROADCASTD DX, Z20
	VMOVDQU32    even<>(SB), Z16
	VPADDD       Z24, Z16, Z17
	KXORW        K4, K4, K4
	MOVQ         ends+40(FP), DI
	LEAQ         HIGH(DI), DX
	LEAQ         BIN(DI), R9
	XORL         AX, AX

group:
	CMPQ      R8, $16
	JLT       rest
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1

ends:
	VMOVDQA64 Z0, Z2
	VPERMT2D  Z1, Z16, Z2       // first ends
	VPERMT2D  Z1, Z17, Z0       // second ends
	VPMAXUD   Z0, Z2, Z3
	VPMINUD   Z0, Z2, Z4
	VPCMPUD   $1, Z0, Z2, K1    // first less than second
	VPCMPUD   $4, Z0, Z2, K2    // no loop
	VPCMPUD   $5, Z18, Z3, K2, K3
	KORW      K3, K4, K4

	VPORD   Z19, Z3, Z5
	VPLZCNTD Z5, Z5
	VPSUBD  Z5, Z20, Z5         // bits that a bin loses
	VPSUBD  Z21, Z5, Z6
	VPSLLVD Z22, Z6, Z6
	VPSRLVD Z5, Z3, Z5
	VPADDD  Z6, Z5, Z5

	VEXTRACTI64X4 $1, Z4, Y6
	VPMOVZXDQ     Y4, Z4
	VPMOVZXDQ     Y6, Z6
	VPADDQ        Z4, Z4, Z4
	VPADDQ        Z6, Z6, Z6
	VPORQ         Z23, Z4, K1, Z4
	KSHIFTRW      $8, K1, K1
	VPORQ         Z23, Z6, K1, Z6

	KMOVW K2, R10
	CMPL  R10, $0xffff
	JNE   some
	VMOVDQU64 Z4, (DI)(AX*8)
	VMOVDQU64 Z6, 64(DI)(AX*8)
	VMOVDQU32 Z3, (DX)(AX*4)
	VMOVDQU32 Z5, (R9)(AX*4)
	ADDQ  $16, AX

next:
	ADDQ $128, SI
	SUBQ $16, R8
	JG   group

	KMOVW K4, R10
	TESTL R10, R10
	SETEQ R10
	VZEROUPPER
	MOVQ  AX, found+48(FP)
	MOVB  R10, below+56(FP)
	RET

some:
	VPCOMPRESSD Z3, K2, Z3
	VPCOMPRESSD Z5, K2, Z5
	VMOVDQU32   Z3, (DX)(AX*4)
	VMOVDQU32   Z5, (R9)(AX*4)
	VPCOMPRESSQ Z4, K2, Z4
	VMOVDQU64   Z4, (DI)(AX*8)
	MOVBLZX     R10, R11
	POPCNTL     R11, R11
	ADDQ        AX, R11
	KSHIFTRW    $8, K2, K2
	VPCOMPRESSQ Z6, K2, Z6
	VMOVDQU64   Z6, (DI)(R11*8)
	POPCNTL     R10, R10
	ADDQ        R10, AX
	JMP         next

rest:
	MOVL        $0xffff, R10
	BZHIL       R8, R10, R10
	KMOVW       R10, K1
	VMOVDQU64.Z (SI), K1, Z0
	KSHIFTRW    $8, K1, K1
	VMOVDQU64.Z 64(SI), K1, Z1
	JMP         ends
