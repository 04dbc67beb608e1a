//go:build !noasm

#include "textflag.h"
#include "sums_amd64.h"
#include "hubs_amd64.h"

// COUNTLINE ANDs the line of the row's words in Z4 with the one at CX of row h of the
// matrix, and adds the bits to a sum of eight.
#define COUNTLINE(h, sum) \
	VPANDQ   (h)(CX*1), Z4, Z5 \
	VPOPCNTQ Z5, Z5 \
	VPADDQ   Z5, sum, sum

// func countHubsAVX512(hubs *uint32, n uint64, lines *uint32, words, matrix *uint64) (count uint64)
//
// hubs are those of one row, ascending, and words its lines that are not zero. For every hub
// the lines up to h's own are ANDed with row h of the triangular bit matrix. Those of one line
// are taken four at a time, so that what is read of the row is read once for them.
//
// Row h begins at line (q+1)(256q+r), where h = 512q + r.
//
// SI hubs   DI lines   R9 their end, that of the hubs at hand   DX words
// R10 bytes a row of these   AX where row 512q begins   BX line   R8 its words
// CX where it is in rows of the matrix
// R11, R12, R13, R14 rows of four hubs   R15 scratch   Z0 to Z3 sums of eight
TEXT ·countHubsAVX512(SB), NOSPLIT, $16-48
	MOVQ   hubs+0(FP), SI
	MOVQ   n+8(FP), AX
	MOVQ   lines+16(FP), DI
	MOVQ   words+24(FP), DX
	LEAQ   (SI)(AX*4), AX
	MOVQ   AX, end-8(SP)
	MOVQ   $-1, q-16(SP)
	MOVQ   DI, R9
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3

hub:
	CMPQ  SI, end-8(SP)
	JGE   hubsDone
	HUBSTART(q-16(SP), matrix+32(FP))
	LEAQ  12(SI), R15
	CMPQ  R15, end-8(SP)
	JGE   one
	MOVL  (R15), R14
	MOVQ  R14, R15
	SHRQ  $9, R15
	CMPQ  R15, CX
	JNE   one
	MOVL  4(SI), R12
	MOVL  8(SI), R13
	ANDL  $511, R12
	ANDL  $511, R13
	ANDL  $511, R14
	IMULQ R10, R12
	IMULQ R10, R13
	IMULQ R10, R14
	ADDQ  AX, R12
	ADDQ  AX, R13
	ADDQ  AX, R14
	ADDQ  $16, SI

fourLine:
	MOVL      (BX), CX
	VMOVDQU64 (R8), Z4
	COUNTLINE(R11, Z0)
	COUNTLINE(R12, Z1)
	COUNTLINE(R13, Z2)
	COUNTLINE(R14, Z3)
	ADDQ      $4, BX
	ADDQ      $64, R8
	CMPQ      BX, R9
	JLT       fourLine
	JMP       hub

one:
	ADDQ $4, SI

oneLine:
	MOVL      (BX), CX
	VMOVDQU64 (R8), Z4
	COUNTLINE(R11, Z0)
	ADDQ      $4, BX
	ADDQ      $64, R8
	CMPQ      BX, R9
	JLT       oneLine
	JMP       hub

hubsDone:
	VPADDQ Z1, Z0, Z0
	VPADDQ Z3, Z2, Z2
	VPADDQ Z2, Z0, Z0
	SUM8
	VZEROUPPER
	MOVQ   AX, count+40(FP)
	RET

// func countEachHubAVX512(hubs *uint32, n uint64, lines *uint32, most uint64, words *uint64, matrix *uint64, stride uint64, counts *uint32)
//
// Four hubs at a time, so that what is read of the row is read once for them. Where
// fewer are left, hub 0 stands for the rest.
//
// SI hubs   DI lines   R9 how many   DX words   BX matrix   R10 bytes a row
// R13 counts   AX line   R8 its words   CX where it is in rows of the matrix
// R11, R12, R14, R15 rows of four hubs   Z0 to Z3 their sums   K1 which there are
TEXT ·countEachHubAVX512(SB), NOSPLIT, $8-64
	MOVQ hubs+0(FP), SI
	MOVQ n+8(FP), AX
	MOVQ AX, left-8(SP)
	MOVQ lines+16(FP), DI
	MOVQ most+24(FP), R9
	MOVQ words+32(FP), DX
	MOVQ matrix+40(FP), BX
	MOVQ stride+48(FP), R10
	MOVQ counts+56(FP), R13
	SHLQ $3, R10

four:
	MOVQ        left-8(SP), AX
	MOVL        $4, CX
	CMPQ        AX, CX
	CMOVQGT     CX, AX // of a count, BZHI takes the low byte
	MOVL        $0xf, CX
	BZHIL       AX, CX, CX
	KMOVB       CX, K1
	VMOVDQU32.Z (SI), K1, X4
	VMOVD       X4, R11
	VPEXTRD     $1, X4, R12
	VPEXTRD     $2, X4, R14
	VPEXTRD     $3, X4, R15
	IMULQ       R10, R11
	IMULQ       R10, R12
	IMULQ       R10, R14
	IMULQ       R10, R15
	ADDQ        BX, R11
	ADDQ        BX, R12
	ADDQ        BX, R14
	ADDQ        BX, R15
	VPXORQ      Z0, Z0, Z0
	VPXORQ      Z1, Z1, Z1
	VPXORQ      Z2, Z2, Z2
	VPXORQ      Z3, Z3, Z3
	MOVQ        DX, R8
	XORL        AX, AX

line:
	MOVL      (DI)(AX*4), CX
	VMOVDQU64 (R8), Z4
	COUNTLINE(R11, Z0)
	COUNTLINE(R12, Z1)
	COUNTLINE(R14, Z2)
	COUNTLINE(R15, Z3)
	ADDQ      $64, R8
	INCQ      AX
	CMPQ      AX, R9
	JLT       line

	// Four sums of eight to four sums.
	VPUNPCKLQDQ   Z1, Z0, Z4
	VPUNPCKHQDQ   Z1, Z0, Z5
	VPADDQ        Z5, Z4, Z0
	VPUNPCKLQDQ   Z3, Z2, Z4
	VPUNPCKHQDQ   Z3, Z2, Z5
	VPADDQ        Z5, Z4, Z2
	VEXTRACTI64X4 $1, Z0, Y4
	VEXTRACTI64X4 $1, Z2, Y5
	VPADDQ        Y4, Y0, Y0
	VPADDQ        Y5, Y2, Y2
	VEXTRACTI128  $1, Y0, X4
	VEXTRACTI128  $1, Y2, X5
	VPADDQ        X4, X0, X0
	VPADDQ        X5, X2, X2
	VSHUFPS       $0x88, X2, X0, X0
	VPADDD        (R13), X0, K1, X0
	VMOVDQU32     X0, K1, (R13)
	ADDQ          $16, R13
	ADDQ          $16, SI
	SUBQ          $4, left-8(SP)
	JG            four

	VZEROUPPER
	RET

// func listSharedAVX512(runs *Run, n uint64, index *uint32, words *uint64, row *uint64, found *uint32, shared *uint64, room uint64) (done, listed uint64)
//
// Eight words at a time: those of the row are gathered, and what is not zero is moved
// together. The words of runs to come are asked for ahead of time.
//
// SI runs   R8 their end   DI index   DX words   BX row   R9 found   R10 shared
// R11 where shared has no room for one more run   AX the word in the run   CX its end
// R12 the last run   R13 what is left of the run
TEXT ·listSharedAVX512(SB), NOSPLIT, $0-80
	MOVQ runs+0(FP), SI
	MOVQ n+8(FP), R8
	MOVQ index+16(FP), DI
	MOVQ words+24(FP), DX
	MOVQ row+32(FP), BX
	MOVQ found+40(FP), R9
	MOVQ shared+48(FP), R10
	MOVQ room+56(FP), R11
	LEAQ (SI)(R8*8), R8
	LEAQ -8(R8), R12
	LEAQ (R10)(R11*8), R11

sharedRun:
	CMPQ       SI, R8
	JGE        sharedDone
	CMPQ       R10, R11
	JGE        sharedDone
	LEAQ       64(SI), R14
	CMPQ       R14, R12
	CMOVQGT    R12, R14
	MOVL       (R14), R14
	PREFETCHT0 (DX)(R14*8)
	PREFETCHT0 64(DX)(R14*8)
	PREFETCHT0 (DI)(R14*4)
	MOVL       (SI), AX
	MOVL       4(SI), CX
	ADDQ       $8, SI

sharedWords:
	MOVQ          CX, R13
	SUBQ          AX, R13
	MOVL          $8, R14
	CMPQ          R13, R14
	CMOVQLT       R13, R14
	MOVL          $0xff, R15
	BZHIL         R14, R15, R15
	KMOVB         R15, K1
	VPMOVZXDQ.Z   (DI)(AX*4), K1, Z1
	KMOVB         K1, K2
	VPXORQ        Z2, Z2, Z2
	VPGATHERQQ    (BX)(Z1*8), K2, Z2
	VPANDQ.Z      (DX)(AX*8), Z2, K1, Z2
	VPTESTMQ      Z2, Z2, K3
	VPCOMPRESSQ.Z Z2, K3, Z2
	VPCOMPRESSQ.Z Z1, K3, Z1
	VMOVDQU64     Z2, (R10)
	VPMOVQD       Z1, (R9)
	KMOVB         K3, R14
	POPCNTL       R14, R14
	LEAQ          (R10)(R14*8), R10
	LEAQ          (R9)(R14*4), R9
	ADDQ          $8, AX
	CMPQ          AX, CX
	JLT           sharedWords
	JMP           sharedRun

sharedDone:
	VZEROUPPER
	SUBQ runs+0(FP), SI
	SHRQ $3, SI
	MOVQ SI, done+64(FP)
	SUBQ shared+48(FP), R10
	SHRQ $3, R10
	MOVQ R10, listed+72(FP)
	RET
