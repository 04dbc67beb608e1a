//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes8_amd64.h"

// func countRowsAVX2(rows, offsets *uint64, neighbors *uint32, begin, end, from, to, last uint64, bitmap *uint32) (count uint64)
//
// As countRowsAVX512, eight lanes wide, and without the filter in registers:
// rows of more than twelve elements use the bit array.
//
// Registers as in rows_amd64.h; R12 is the mask table, and the bitmap while
// bits are set, looked up and cleared.
TEXT ·countRowsAVX2(SB), NOSPLIT, $0-80
	MOVQ     offsets+8(FP), SI
	MOVQ     neighbors+16(FP), DI
	MOVQ     begin+24(FP), R8
	MOVQ     end+32(FP), R9
	MOVQ     from+40(FP), R10
	MOVQ     last+56(FP), R11
	LEAQ     ·tailMask<>(SB), R12
	XORL     AX, AX
	VPCMPEQD Y9, Y9, Y9
	VPSRLD   $27, Y9, Y9      // 31 in every lane

	OPENNEXT(R9, R10)
	CMPQ R13, $12
	JG   array

pairs:
	CMPQ DX, CX
	JGE  row
	LISTAHEAD(12)
	OPENLIST
	JLE  pairsNext

pairsChunk:
	LOAD8
	PAIRS8(pairsOne)
	NEXT8
	JG pairsChunk

pairsNext:
	INCQ DX
	JMP  pairs

array:
	MOVQ bitmap+64(FP), R12
	BITSET((R12), -1, arraySet)

arrayEdge:
	CMPQ DX, CX
	JGE  arrayEnd
	LISTAHEAD(12)
	OPENLIST
	LEAQ 1(DX), DX
	JLE  arrayEdge

arrayChunk:
	LEAQ       ·tailMask<>(SB), R12
	LOAD8
	MOVQ       bitmap+64(FP), R12
	PROBE8(R12)
	NEXT8
	JG         arrayChunk
	JMP        arrayEdge

arrayEnd:
	BITCLEAR(arrayClear)
	LEAQ ·tailMask<>(SB), R12
	JMP  row

done:
	VZEROUPPER
	MOVQ AX, count+72(FP)
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

	OPENFLAT

edge:
	NEXTFLAT
	LISTAHEAD(32)

chunk:
	LOAD8
	PAIRS8(pair)
	NEXT8
	JG   chunk
	INCQ DX
	JMP  edge

rowEnd:
	CLOSEFLAT
	JMP row

done:
	VZEROUPPER
	MOVQ AX, count+40(FP)
	MOVQ R10, longest+48(FP)
	RET

// func countStretchesAVX2(neighbors *uint32, begin, end uint64, stretches *Stretch, n uint64, bitmap *uint32) (count uint64)
//
// As countStretchesAVX512, eight lanes wide, and without the filter in registers.
//
// DI neighbors   BX, CX bounds of the row   DX CX   SI stretches   R8 their end   R9 the last
// R12 mask table, and the bitmap while bits are set and cleared   AX count
// R13, R15 next entry and entries left   R10 bitmap   R14 scratch
TEXT ·countStretchesAVX2(SB), NOSPLIT, $0-56
	MOVQ     neighbors+0(FP), DI
	MOVQ     begin+8(FP), BX
	MOVQ     end+16(FP), CX
	MOVQ     stretches+24(FP), SI
	MOVQ     n+32(FP), R8
	MOVQ     bitmap+40(FP), R10
	LEAQ     (SI)(R8*8), R8
	LEAQ     -8(R8), R9
	MOVQ     CX, DX
	LEAQ     ·tailMask<>(SB), R12
	XORL     AX, AX
	VPCMPEQD Y9, Y9, Y9
	VPSRLD   $27, Y9, Y9
	MOVQ     CX, R13
	SUBQ     BX, R13
	CMPQ     R13, $8
	JG       array

pairs:
	CMPQ SI, R8
	JGE  done
	STRETCH
	JLE  pairs

pairsChunk:
	LOAD8
	PAIRS8(pairsOne)
	NEXT8
	JG   pairsChunk
	JMP  pairs

array:
	MOVQ R10, R12
	BITSET((R12), -1, arraySet)
	LEAQ ·tailMask<>(SB), R12

arrayStretch:
	CMPQ SI, R8
	JGE  arrayEnd
	STRETCH
	JLE  arrayStretch

arrayChunk:
	LOAD8
	PROBE8(R10)
	NEXT8
	JG   arrayChunk
	JMP  arrayStretch

arrayEnd:
	MOVQ R10, R12
	BITCLEAR(arrayClear)

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
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
