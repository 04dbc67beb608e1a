//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "stretches_amd64.h"
#include "lanes8_amd64.h"

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
	STRETCH(done)
	JLE pairs

pairsChunk:
	LOAD8
	PAIRS8(pairsOne)
	NEXT8
	JG  pairsChunk
	JMP pairs

array:
	MOVQ R10, R12
	BITSET((R12), -1, arraySet)
	LEAQ ·tailMask<>(SB), R12

arrayStretch:
	STRETCH(arrayEnd)
	JLE arrayStretch

arrayChunk:
	LOAD8
	PROBE8(R10)
	NEXT8
	JG  arrayChunk
	JMP arrayStretch

arrayEnd:
	MOVQ R10, R12
	BITCLEAR(arrayClear)

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
	RET
