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
	LEAQ ·tailMask<>(SB), R12
	LOAD8
	MOVQ bitmap+64(FP), R12
	PROBE8(R12)
	NEXT8
	JG   arrayChunk
	JMP  arrayEdge

arrayEnd:
	BITCLEAR(arrayClear)
	LEAQ ·tailMask<>(SB), R12
	JMP  row

done:
	VZEROUPPER
	MOVQ AX, count+72(FP)
	RET
