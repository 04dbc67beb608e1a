//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes_amd64.h"

// EDGES16 lists where the lanes of K2, R14 of them, stand in the neighbors.
#define EDGES16 \
	VPCOMPRESSD.Z Z24, K2, Z2 \
	VPBROADCASTQ  R13, Z4 \
	VPMOVZXDQ     Y2, Z5 \
	VPADDQ        Z4, Z5, Z5 \
	VMOVDQU64     Z5, (R10) \
	VEXTRACTI64X4 $1, Z2, Y2 \
	VPMOVZXDQ     Y2, Z5 \
	VPADDQ        Z4, Z5, Z5 \
	VMOVDQU64     Z5, 64(R10) \
	LEAQ          (R10)(R14*8), R10

// CORNER adds one to the sums of row u, at the element that a corner is.
#define CORNER(at) \
	VPCMPEQD.BCST at(R13), Z16, K3 \
	VPADDD        Z31, Z20, K3, Z20

// SUM16 adds sums to those 16 counts at R12 and some bytes that R14 has a bit for.
#define SUM16(bytes, sums) \
	KMOVW       R14, K1 \
	VMOVDQU32.Z bytes(R12), K1, Z1 \
	VPADDD      Z1, sums, Z1 \
	VMOVDQU32   Z1, K1, bytes(R12)

// func tallyRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at uint64, bitmap, places, counts *uint32, first uint64, corners *uint32, room uint64, edges *uint64, edgeRoom uint64) (row, pos, listed uint64)
//
// It goes as countRowsAVX512 does. What is found for v is its count, and what row u has
// of the counts of third corners is added when the row ends:
//
//   for a row of up to 12 elements, each corner is compared with all of it
//   for one with a filter, the lanes that were equal are summed up as they are found
//   for one with an array, a corner's place in the row is how many elements stand before
//   its word of the array, and in it before its bit
//
// Registers as in rows_amd64.h, but R9 the next of the row's corners, R10 the next edge,
// R12 bitmap in a row with an array and else counts, AX what is found for v. Z24 the
// numbers from 0, Z20 to Z22 the counts of a row without an array; K6 has the bit of v in
// a row of up to 12. In the frame, sums is where the count of position 0 would be.
TEXT ·tallyRowsAVX512(SB), NOSPLIT, $192-160
	MOVQ      offsets+8(FP), SI
	MOVQ      neighbors+16(FP), DI
	MOVQ      last+24(FP), R11
	MOVQ      begin+56(FP), R8
	MOVQ      counts+88(FP), AX
	MOVQ      first+96(FP), R14
	SHLQ      $2, R14
	SUBQ      R14, AX
	MOVQ      AX, sums-136(SP)
	MOVQ      corners+104(FP), AX
	MOVQ      room+112(FP), R14
	LEAQ      (AX)(R14*4), AX
	MOVQ      AX, cornersEnd-144(SP)
	MOVQ      edges+120(FP), R10
	MOVQ      edgeRoom+128(FP), R14
	LEAQ      (R10)(R14*8), AX
	MOVQ      AX, edgesEnd-152(SP)
	ROWCONSTANTS
	VMOVDQU32 ·iota(SB), Z24

	OPENREST(end+32(FP), from+40(FP), at+64(FP))
	MOVQ      corners+104(FP), R9
	CMPQ      R13, $48
	JGT       array
	LEAQ      (SHORTROOM*8)(R10), R14
	CMPQ      R14, edgesEnd-152(SP)
	JHI       full
	MOVQ      sums-136(SP), R12
	VMOVDQA64 Z27, Z20
	CMPQ      R13, $12
	JGT       filter

	// K6 has a bit for the element at DX, K7 one for each.
	MOVL  $-1, R14
	BZHIL R13, R14, R14
	KMOVW R14, K7
	MOVQ  DX, R15
	SUBQ  BX, R15
	MOVL  $1, R14
	SHLXL R15, R14, R14
	KMOVW R14, K6

pairs:
	NEXTSHORTLIST(pairsEnd)
	JLE  pairsNext
	XORL AX, AX

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	CORNERS16
	EDGES16
	NEXT16
	JG           pairsChunk
	VPBROADCASTD AX, K6, Z20

pairsNext:
	KADDW K6, K6, K6
	INCQ  DX
	JMP   pairs

pairsEnd:
	MOVQ        corners+104(FP), R13
	CMPQ        R13, R9
	JGE         row
	VMOVDQU32   Z28, (R9)
	VMOVDQU32.Z (DI)(BX*4), K7, Z16

pairsCorners:
	CORNER(0)
	CORNER(4)
	CORNER(8)
	CORNER(12)
	CORNER(16)
	CORNER(20)
	CORNER(24)
	CORNER(28)
	ADDQ        $32, R13
	CMPQ        R13, R9
	JLT         pairsCorners
	VMOVDQU32.Z (R12)(BX*4), K7, Z1
	VPADDD      Z1, Z20, Z1
	VMOVDQU32   Z1, K7, (R12)(BX*4)
	JMP         row

filter:
	MOVQ      BX, rowBegin-160(SP)
	OPENFILTER(filterSet)
	VMOVDQA64 Z27, Z21
	VMOVDQA64 Z27, Z22

filterEdge:
	NEXTLIST(filterEnd)
	JLE  filterEmpty
	XORL AX, AX

filterChunk:
	LOAD16
	FILTER16(filterHits)

filterNext:
	NEXT16
	JG   filterChunk
	ADDL AX, (R12)(DX*4)

filterEmpty:
	INCQ DX
	JMP  filterEdge

filterHits:
	// Each candidate against the whole row: what is none is written over.
	VPCOMPRESSD Z1, K2, Z3
	VPCOMPRESSD Z24, K2, Z5
	POPCNTL     R14, R14

filterHit:
	INROW
	VPADDD  Z31, Z20, K3, Z20
	VPADDD  Z31, Z21, K4, Z21
	VPADDD  Z31, Z22, K5, Z22
	ISINROW
	ADDL    BX, AX
	VMOVD   X5, R9
	ADDQ    R13, R9
	MOVQ    R9, (R10)
	LEAQ    (R10)(BX*8), R10
	VALIGND $1, Z3, Z3, Z3
	VALIGND $1, Z5, Z5, Z5
	DECL    R14
	JNZ     filterHit
	JMP     filterNext

filterEnd:
	MOVQ  rowBegin-160(SP), BX
	LEAQ  (R12)(BX*4), R12
	MOVQ  CX, R15
	SUBQ  BX, R15
	MOVQ  $-1, R14
	BZHIQ R15, R14, R14
	SUM16(0, Z20)
	SHRQ  $16, R14
	SUM16(64, Z21)
	SHRQ  $16, R14
	SUM16(128, Z22)
	JMP   row

array:
	MOVQ bitmap+72(FP), R12
	MOVQ places+80(FP), R13
	MOVQ CX, rowEnd-168(SP)
	MOVQ BX, rowBegin-160(SP)
	MOVQ $0, stop-176(SP)

	// From the last element on, so that the place of a word's first one stays.
arraySet:
	DECQ  CX
	MOVL  (DI)(CX*4), R14
	MOVL  $1, R15
	SHLXL R14, R15, R15
	SHRL  $5, R14
	ORL   R15, (R12)(R14*4)
	MOVL  CX, R15
	SUBL  BX, R15
	MOVL  R15, (R13)(R14*4)
	CMPQ  CX, BX
	JGT   arraySet
	MOVQ  rowEnd-168(SP), CX

arrayEdge:
	NEXTLIST(arrayEnd)
	JLE  arrayEmpty
	LEAQ 64(R9)(R15*4), R14
	CMPQ R14, cornersEnd-144(SP)
	JGT  arrayFull
	LEAQ 128(R10)(R15*8), R14
	CMPQ R14, edgesEnd-152(SP)
	JHI  arrayFull
	XORL AX, AX

arrayChunk:
	LOAD16
	PROBE16
	CORNERS16
	EDGES16
	NEXT16
	JG   arrayChunk
	MOVQ sums-136(SP), R14
	ADDL AX, (R14)(DX*4)

arrayEmpty:
	INCQ DX
	JMP  arrayEdge

arrayFull:
	MOVQ $1, stop-176(SP)

arrayEnd:
	MOVQ DX, pos-184(SP)
	MOVQ sums-136(SP), R13
	LEAQ (R13)(BX*4), R13
	MOVQ places+80(FP), BX
	MOVQ corners+104(FP), R14
	JMP  arrayCorners

arrayCorner:
	MOVL    (R14), DX
	MOVL    DX, CX
	ANDL    $31, CX
	SHRL    $5, DX
	MOVL    (R12)(DX*4), R15
	BZHIL   CX, R15, R15
	POPCNTL R15, R15
	ADDL    (BX)(DX*4), R15
	INCL    (R13)(R15*4)
	ADDQ    $4, R14

arrayCorners:
	CMPQ R14, R9
	JLT  arrayCorner
	MOVQ rowBegin-160(SP), BX
	MOVQ rowEnd-168(SP), CX
	BITCLEAR(arrayClear)
	MOVQ pos-184(SP), DX
	CMPQ stop-176(SP), $0
	JEQ  row

	LEAVE(row+136(FP), pos+144(FP))
	SUBQ edges+120(FP), R10
	SHRQ $3, R10
	MOVQ R10, listed+152(FP)
	RET
