//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "stretches_amd64.h"
#include "lanes_amd64.h"

// func countStretchesAVX512(neighbors *uint32, begin, end uint64, stretches *Stretch, n uint64, bitmap *uint32) (count uint64)
//
// As countRowsAVX512 it asks "is w in the row?" by the row's length.
//
// DI neighbors   BX, CX bounds of the row   DX CX   SI stretches   R8 their end   R9 the last
// R12 bitmap   AX count   R13, R15 next entry and entries left   R14 scratch
TEXT ·countStretchesAVX512(SB), NOSPLIT, $128-56
	MOVQ neighbors+0(FP), DI
	MOVQ begin+8(FP), BX
	MOVQ end+16(FP), CX
	MOVQ stretches+24(FP), SI
	MOVQ n+32(FP), R8
	MOVQ bitmap+40(FP), R12
	LEAQ (SI)(R8*8), R8
	LEAQ -8(R8), R9
	MOVQ CX, DX
	XORL AX, AX
	ROWCONSTANTS
	MOVQ CX, R13
	SUBQ BX, R13
	BYLENGTH(R13)

pairs:
	STRETCH(done)
	JLE pairs

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	COUNT16
	NEXT16
	JG  pairsChunk
	JMP pairs

filter:
	OPENFILTER(filterSet)

filterStretch:
	STRETCH(done)
	JLE filterStretch

filterChunk:
	LOAD16
	FILTER16(filterHits)

filterNext:
	NEXT16
	JG  filterChunk
	JMP filterStretch

filterHits:
	VPCOMPRESSD Z1, K2, Z3
	POPCNTL     R14, R14
	COUNTINROW(filterHit)
	JMP         filterNext

array:
	BITSET((R12), -1, arraySet)

arrayStretch:
	STRETCH(arrayEnd)
	JLE arrayStretch

arrayChunk:
	LOAD16
	PROBE16
	COUNT16
	NEXT16
	JG  arrayChunk
	JMP arrayStretch

arrayEnd:
	BITCLEAR(arrayClear)

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
	RET
