//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
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
	CMPQ R13, $12
	JLE  pairs
	CMPQ R13, $48
	JLE  filter
	JMP  array

pairs:
	CMPQ SI, R8
	JGE  done
	STRETCH
	JLE  pairs

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	KMOVW   K2, R14
	POPCNTL R14, R14
	ADDQ    R14, AX
	NEXT16
	JG      pairsChunk
	JMP     pairs

filter:
	OPENFILTER(filterSet)

filterStretch:
	CMPQ SI, R8
	JGE  done
	STRETCH
	JLE  filterStretch

filterChunk:
	LOAD16
	FILTER16
	KMOVW K2, R14
	TESTL R14, R14
	JNZ   filterHits

filterNext:
	NEXT16
	JG  filterChunk
	JMP filterStretch

filterHits:
	VPCOMPRESSD Z1, K2, Z3
	POPCNTL     R14, R14

filterHit:
	INROW
	ISINROW
	VALIGND $1, Z3, Z3, Z3
	ADDQ    BX, AX
	DECL    R14
	JNZ     filterHit
	JMP     filterNext

array:
	BITSET((R12), -1, arraySet)

arrayStretch:
	CMPQ SI, R8
	JGE  arrayEnd
	STRETCH
	JLE  arrayStretch

arrayChunk:
	LOAD16
	PROBE16
	KMOVW   K2, R14
	POPCNTL R14, R14
	ADDQ    R14, AX
	NEXT16
	JG      arrayChunk
	JMP     arrayStretch

arrayEnd:
	BITCLEAR(arrayClear)

done:
	VZEROUPPER
	MOVQ AX, count+48(FP)
	RET
