//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes_amd64.h"

// CREDIT adds the triangles in AX to the sum of row R14 at low, or lists them.
#define CREDIT(low, list, none) \
	CMPL AX, $255 \
	JHI  list \
	CREDITFEW(low, list, none)

// CREDITFEW does that for no more than 255 triangles.
#define CREDITFEW(low, list, none) \
	CMPQ  R14, lows-136(SP) \
	JCC   list \
	ADDB  AX, (low)(R14*1) \
	JCC   none \
	MOVL  $256, AX \
list: \
	MOVL  R14, (R10) \
	MOVL  AX, 4(R10) \
	NEGL  AX \
	SBBQ  R14, R14 \
	ANDL  $8, R14 \
	ADDQ  R14, R10 \
none:

// func creditRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at, first uint64, bitmap *uint32, low *uint8, lows uint64, credits *Credit, corners *uint32, room uint64) (row, pos, listed, found uint64)
//
// It goes as countRowsAVX512 does, and asks for the sums of rows as it does for their
// offsets.
//
// Registers as in rows_amd64.h, but R9 the next corner, R10 the next credit, R12 the
// sums, AX what is found for v. In a row with an array R12 is the bitmap, and BX the sums.
TEXT ·creditRowsAVX512(SB), NOSPLIT, $176-160
	MOVQ offsets+8(FP), SI
	MOVQ neighbors+16(FP), DI
	MOVQ last+24(FP), R11
	MOVQ begin+56(FP), R8
	MOVQ lows+96(FP), AX
	MOVQ AX, lows-136(SP)
	MOVQ credits+104(FP), R10
	MOVQ corners+112(FP), R9
	MOVQ room+120(FP), R14
	LEAQ (R9)(R14*4), AX
	MOVQ AX, cornersEnd-144(SP)
	ROWCONSTANTS

	OPENREST(end+32(FP), from+40(FP), at+64(FP))
	MOVQ R9, rowCorners-152(SP)
	MOVQ $0, stop-168(SP)
	CMPQ R13, $48
	JGT  array
	LEAQ (SHORTROOM*4)(R9), R14
	CMPQ R14, cornersEnd-144(SP)
	JHI  full
	MOVQ low+88(FP), R12
	CMPQ R13, $12
	JGT  filter

pairs:
	CMPQ       DX, CX
	JGE        rowEnd
	OFFSETAHEAD(24)
	PREFETCHT0 (R12)(R14*1)
	SHORTLISTAHEAD(12)
	OPENLIST
	JLE        pairsNext
	XORL       AX, AX

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	CORNERS16
	NEXT16
	JG   pairsChunk
	MOVL (DI)(DX*4), R14
	CREDITFEW(R12, pairsList, pairsNext)
	INCQ DX
	JMP  pairs

filter:
	OPENFILTER(filterSet)

filterEdge:
	CMPQ       DX, CX
	JGE        rowEnd
	OFFSETAHEAD(24)
	PREFETCHT0 (R12)(R14*1)
	LISTAHEAD(12)
	PREFETCHT0 64(DI)(R14*4)
	OPENLIST
	JLE        filterEmpty
	XORL       AX, AX

filterChunk:
	LOAD16
	FILTER16(filterHits)

filterNext:
	NEXT16
	JG   filterChunk
	MOVL (DI)(DX*4), R14
	CREDITFEW(R12, filterList, filterEmpty)
	INCQ DX
	JMP  filterEdge

filterHits:
	// Each candidate against the whole row: what is none is written over.
	VPCOMPRESSD Z1, K2, Z3
	POPCNTL     R14, R14

filterHit:
	INROW
	ISINROW
	VMOVD   X3, (R9)
	ADDL    BX, AX
	LEAQ    (R9)(BX*4), R9
	VALIGND $1, Z3, Z3, Z3
	DECL    R14
	JNZ     filterHit
	JMP     filterNext

array:
	MOVQ bitmap+80(FP), R12
	MOVQ BX, rowBegin-160(SP)
	BITSET((R12), -1, arraySet)
	MOVQ low+88(FP), BX

arrayEdge:
	CMPQ       DX, CX
	JGE        arrayEnd
	OFFSETAHEAD(24)
	PREFETCHT0 (BX)(R14*1)
	LISTAHEAD(12)
	PREFETCHT0 64(DI)(R14*4)
	OPENLIST
	JLE        arrayEmpty
	LEAQ       64(R9)(R15*4), R14
	CMPQ       R14, cornersEnd-144(SP)
	JHI        arrayFull
	XORL       AX, AX

arrayChunk:
	LOAD16
	PROBE16
	CORNERS16
	NEXT16
	JG   arrayChunk
	MOVL (DI)(DX*4), R14
	CREDIT(BX, arrayList, arrayEmpty)
	INCQ DX
	JMP  arrayEdge

arrayFull:
	MOVQ $1, stop-168(SP)

arrayEnd:
	MOVQ rowBegin-160(SP), BX
	BITCLEAR(arrayClear)
	MOVQ low+88(FP), R12

rowEnd:
	MOVQ R9, AX
	SUBQ rowCorners-152(SP), AX
	SHRQ $2, AX
	LEAQ -1(R8), R14
	ADDQ first+72(FP), R14
	CREDIT(R12, rowList, rowCredited)
	CMPQ stop-168(SP), $0
	JEQ  row

	LEAVE(row+128(FP), pos+136(FP))
	SUBQ credits+104(FP), R10
	SHRQ $3, R10
	MOVQ R10, listed+144(FP)
	SUBQ corners+112(FP), R9
	SHRQ $2, R9
	MOVQ R9, found+152(FP)
	RET
