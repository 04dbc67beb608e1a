//go:build !noasm

#include "textflag.h"

// Eight lanes of ones, then eight of zeros: loading from lane 8-k gives a mask
// of k lanes.
DATA ·tailMask<>+0(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+8(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+16(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+24(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+32(SB)/8, $0
DATA ·tailMask<>+40(SB)/8, $0
DATA ·tailMask<>+48(SB)/8, $0
DATA ·tailMask<>+56(SB)/8, $0
GLOBL ·tailMask<>(SB), RODATA|NOPTR, $64

// LOAD8 loads min(R15, 8) entries at R13 of the lists at DI into Y1 and leaves
// their mask in Y7. R12 points to the table; R14 is scratch.
#define LOAD8 \
	MOVL       $8, R14             \
	CMPQ       R15, R14            \
	CMOVQLT    R15, R14            \
	NEGQ       R14                 \
	VMOVDQU    32(R12)(R14*4), Y7  \
	VPMASKMOVD (DI)(R13*4), Y7, Y1

// func countRowsAVX2(offsets *uint64, neighbors *uint32, begin, end, from, last uint64, bitmap *uint32) (count uint64)
//
// As countRowsAVX512, eight lanes wide, and without the filter in registers:
// rows of more than twelve elements use the bit array.
//
// SI offsets   DI neighbors   R8 row u   R9 end of rows   R10 from, R11 last edge
// BX, CX bounds of row u   DX position of v in it   R13, R15 v's next entry and entries left
// R12 the mask table   AX count   bitmap stays in its argument slot
TEXT ·countRowsAVX2(SB), NOSPLIT, $0-64
	MOVQ     offsets+0(FP), SI
	MOVQ     neighbors+8(FP), DI
	MOVQ     begin+16(FP), R8
	MOVQ     end+24(FP), R9
	MOVQ     from+32(FP), R10
	MOVQ     last+40(FP), R11
	LEAQ     ·tailMask<>(SB), R12
	XORL     AX, AX
	VPCMPEQD Y8, Y8, Y8
	VPSRLD   $31, Y8, Y8      // ones: 1 in every lane
	VPSLLD   $5, Y8, Y9
	VPSUBD   Y8, Y9, Y9       // 31 in every lane

row:
	CMPQ R8, R9
	JGE  done
	MOVQ (SI)(R8*8), BX
	MOVQ 8(SI)(R8*8), CX
	INCQ R8
	MOVQ CX, R13
	SUBQ BX, R13
	CMPQ R13, $2
	JLT  row

	// DX: the first element >= from, but not the row's first.
	MOVL -4(DI)(CX*4), R14
	CMPQ R14, R10
	JLT  row
	MOVQ CX, DX

back:
	DECQ DX
	CMPQ DX, BX
	JLE  first
	MOVL -4(DI)(DX*4), R14
	CMPQ R14, R10
	JGE  back
	CMPQ DX, BX
	JG   kind

first:
	LEAQ 1(BX), DX

kind:
	CMPQ R13, $12
	JG   array

pairs:
	CMPQ       DX, CX
	JGE        row
	LEAQ       12(DX), R14
	CMPQ       R14, R11
	CMOVQGT    R11, R14
	MOVL       (DI)(R14*4), R14
	MOVQ       (SI)(R14*8), R14
	PREFETCHT0 (DI)(R14*4)
	MOVL       (DI)(DX*4), R14
	MOVQ       (SI)(R14*8), R13
	MOVQ       8(SI)(R14*8), R15
	SUBQ       R13, R15
	JLE        pairsNext

pairsChunk:
	LOAD8
	VPXOR Y3, Y3, Y3
	MOVQ  BX, R14

pairsOne:
	VPBROADCASTD (DI)(R14*4), Y2
	VPCMPEQD     Y1, Y2, Y2
	VPOR         Y2, Y3, Y3
	INCQ         R14
	CMPQ         R14, DX
	JLT          pairsOne
	VPAND        Y7, Y3, Y3
	VMOVMSKPS    Y3, R14
	POPCNTL      R14, R14
	ADDQ         R14, AX
	ADDQ         $8, R13
	SUBQ         $8, R15
	JG           pairsChunk

pairsNext:
	INCQ DX
	JMP  pairs

array:
	MOVQ bitmap+48(FP), R12
	MOVQ BX, R13

arraySet:
	MOVL  (DI)(R13*4), R14
	MOVL  $1, R15
	SHLXL R14, R15, R15
	SHRL  $5, R14
	ORL   R15, (R12)(R14*4)
	INCQ  R13
	CMPQ  R13, CX
	JLT   arraySet

arrayEdge:
	CMPQ       DX, CX
	JGE        arrayClear
	LEAQ       12(DX), R14
	CMPQ       R14, R11
	CMOVQGT    R11, R14
	MOVL       (DI)(R14*4), R14
	MOVQ       (SI)(R14*8), R14
	PREFETCHT0 (DI)(R14*4)
	MOVL       (DI)(DX*4), R14
	INCQ       DX
	MOVQ       (SI)(R14*8), R13
	MOVQ       8(SI)(R14*8), R15
	SUBQ       R13, R15
	JLE        arrayEdge

arrayChunk:
	LEAQ       ·tailMask<>(SB), R12
	LOAD8
	MOVQ       bitmap+48(FP), R12
	VPSRLD     $5, Y1, Y2
	VMOVDQA    Y7, Y6
	VPXOR      Y3, Y3, Y3
	VPGATHERDD Y6, (R12)(Y2*4), Y3
	VPAND      Y9, Y1, Y4
	VPSRLVD    Y4, Y3, Y3
	VPSLLD     $31, Y3, Y3
	VMOVMSKPS  Y3, R14
	POPCNTL    R14, R14
	ADDQ       R14, AX
	ADDQ       $8, R13
	SUBQ       $8, R15
	JG         arrayChunk
	JMP        arrayEdge

arrayClear:
	MOVL (DI)(BX*4), R14
	SHRL $5, R14
	MOVL $0, (R12)(R14*4)
	INCQ BX
	CMPQ BX, CX
	JLT  arrayClear
	LEAQ ·tailMask<>(SB), R12
	JMP  row

done:
	VZEROUPPER
	MOVQ AX, count+56(FP)
	RET

// func countFlatAVX2(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)
//
// As countFlatAVX512, eight lanes wide.
TEXT ·countFlatAVX2(SB), NOSPLIT, $0-56
	MOVQ offsets+0(FP), SI
	MOVQ neighbors+8(FP), DI
	MOVQ begin+16(FP), R8
	MOVQ end+24(FP), R9
	MOVQ last+32(FP), R11
	LEAQ ·tailMask<>(SB), R12
	XORL AX, AX
	XORL R10, R10
	DECQ R8

row:
	INCQ R8
	CMPQ R8, R9
	JGE  done
	MOVQ (SI)(R8*8), BX
	MOVQ 8(SI)(R8*8), CX
	CMPQ BX, CX
	JGE  row
	MOVL (DI)(BX*4), R14
	CMPQ R14, R8
	JGE  row
	LEAQ 1(BX), DX

edge:
	CMPQ       DX, CX
	JGE        rowEnd
	MOVL       (DI)(DX*4), R14
	CMPQ       R14, R8
	JGE        rowEnd
	MOVQ       (SI)(R14*8), R13
	MOVQ       8(SI)(R14*8), R15
	SUBQ       R13, R15
	LEAQ       32(DX), R14
	CMPQ       R14, R11
	CMOVQGT    R11, R14
	MOVL       (DI)(R14*4), R14
	MOVQ       (SI)(R14*8), R14
	PREFETCHT0 (DI)(R14*4)

chunk:
	LOAD8
	VPXOR Y3, Y3, Y3
	MOVQ  BX, R14

pair:
	VPBROADCASTD (DI)(R14*4), Y2
	VPCMPEQD     Y1, Y2, Y2
	VPOR         Y2, Y3, Y3
	INCQ         R14
	CMPQ         R14, DX
	JLT          pair
	VPAND        Y7, Y3, Y3
	VMOVMSKPS    Y3, R14
	POPCNTL      R14, R14
	ADDQ         R14, AX
	ADDQ         $8, R13
	SUBQ         $8, R15
	JG           chunk
	INCQ         DX
	JMP          edge

rowEnd:
	SUBQ    BX, DX
	CMPQ    DX, R10
	CMOVQGT DX, R10
	JMP     row

done:
	VZEROUPPER
	MOVQ AX, count+40(FP)
	MOVQ R10, longest+48(FP)
	RET

// func countHubsPOPCNT(index *uint32, words *uint64, n uint64, matrix *uint64) (count uint64)
//
// As countHubsAVX512, a word at a time: four lanes of AVX2 gather no faster
// than four loads, and have no population count.
//
// SI index   DX words   R8 n   DI matrix   R9 the word after the one whose bits
// are taken   R10 its bits left   R11 its index q   BX row 64q   R12 words a row
// R13 row h   R14 i   CX, R15 scratch   AX count
TEXT ·countHubsPOPCNT(SB), NOSPLIT, $0-40
	MOVQ index+0(FP), SI
	MOVQ words+8(FP), DX
	MOVQ n+16(FP), R8
	MOVQ matrix+24(FP), DI
	XORL AX, AX
	XORL R9, R9

word:
	CMPQ  R9, R8
	JGE   done
	MOVQ  (DX)(R9*8), R10
	MOVL  (SI)(R9*4), R11
	INCQ  R9
	LEAQ  1(R11), R12
	MOVQ  R11, BX
	SHLQ  $8, BX
	IMULQ R12, BX
	ADDQ  DI, BX
	SHLQ  $3, R12

bit:
	BSFQ  R10, R13
	LEAQ  -1(R10), R14
	ANDQ  R14, R10
	IMULQ R12, R13
	ADDQ  BX, R13
	XORL  R14, R14

and:
	MOVL    (SI)(R14*4), CX
	MOVQ    (R13)(CX*8), R15
	ANDQ    (DX)(R14*8), R15
	POPCNTQ R15, R15
	ADDQ    R15, AX
	INCQ    R14
	CMPQ    R14, R9
	JLT     and
	TESTQ   R10, R10
	JNZ     bit
	JMP     word

done:
	MOVQ AX, count+32(FP)
	RET
