//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes_amd64.h"

// ROOM jumps where there may be none for the triangles of v, whose list has R15
// entries. Its lanes are numbered from 0 in Z26, and what was found before is noted.
#define ROOM(full) \
	LEAQ      16(AX)(R15*1), R14 \
	CMPQ      R14, room+104(FP) \
	JGT       full \
	CMPQ      R10, pairsEnd-144(SP) \
	JGE       full \
	MOVQ      AX, before-136(SP) \
	VMOVDQA64 Z24, Z26

// FOUND adds the lanes of K2, as entries of v's list, without a branch.
#define FOUND \
	VPCOMPRESSD.Z Z26, K2, Z2 \
	VMOVDQU32     Z2, (R9)(AX*4) \
	KMOVW         K2, R14 \
	POPCNTL       R14, R14 \
	ADDQ          R14, AX

// CLOSEPAIR adds the pair if anything was found, and goes on to the next edge.
#define CLOSEPAIR \
	MOVQ  DX, (R10) \
	LEAQ  -1(R8), R14 \
	MOVL  R14, 8(R10) \
	MOVL  AX, 12(R10) \
	XORL  R14, R14 \
	CMPQ  AX, before-136(SP) \
	SETNE R14 \
	SHLL  $4, R14 \
	ADDQ  R14, R10 \
	INCQ  DX

// func listRowsAVX512(rows, offsets *uint64, neighbors *uint32, last, end, from, to, begin, at uint64, bitmap *uint32, pairs *Pair, most uint64, third *uint32, room uint64) (row, pos, found uint64)
//
// It goes as countRowsAVX512 does, and writes down what that counts.
//
// Registers as in rows_amd64.h, but R9 third, R10 the next pair, R12 bitmap, AX third
// corners found. Z24 the numbers from 0, Z25 sixteens, Z26 where the lanes stand in
// v's list.
TEXT ·listRowsAVX512(SB), NOSPLIT, $144-136
	MOVQ         offsets+8(FP), SI
	MOVQ         neighbors+16(FP), DI
	MOVQ         last+24(FP), R11
	MOVQ         begin+56(FP), R8
	MOVQ         bitmap+72(FP), R12
	MOVQ         pairs+80(FP), R10
	MOVQ         third+96(FP), R9
	MOVQ         most+88(FP), AX
	SHLQ         $4, AX
	ADDQ         R10, AX
	MOVQ         AX, pairsEnd-144(SP)
	XORL         AX, AX
	ROWCONSTANTS
	MOVL         $16, R14
	VPBROADCASTD R14, Z25
	VMOVDQU32    ·iota(SB), Z24

	OPENREST(end+32(FP), from+40(FP), at+64(FP))
	BYLENGTH(R13)

pairs:
	NEXTSHORTLIST(row)
	JLE pairsEmpty
	ROOM(full)

pairsChunk:
	LOAD16
	PAIRS16(pairsOne)
	FOUND
	VPADDD Z25, Z26, Z26
	NEXT16
	JG     pairsChunk
	CLOSEPAIR
	JMP    pairs

pairsEmpty:
	INCQ DX
	JMP  pairs

filter:
	OPENFILTER(filterSet)

filterEdge:
	NEXTLIST(row)
	JLE filterEmpty
	ROOM(full)

filterChunk:
	LOAD16
	FILTER16(filterHits)

filterNext:
	VPADDD Z25, Z26, Z26
	NEXT16
	JG     filterChunk
	CLOSEPAIR
	JMP    filterEdge

filterEmpty:
	INCQ DX
	JMP  filterEdge

filterHits:
	// Each candidate against the whole row: what is none is written over.
	VPCOMPRESSD Z1, K2, Z3
	VPCOMPRESSD Z26, K2, Z5
	POPCNTL     R14, R14

filterHit:
	INROW
	ISINROW
	VMOVD   X5, (R9)(AX*4)
	VALIGND $1, Z3, Z3, Z3
	VALIGND $1, Z5, Z5, Z5
	ADDQ    BX, AX
	DECL    R14
	JNZ     filterHit
	JMP     filterNext

array:
	BITSET((R12), -1, arraySet)

arrayEdge:
	NEXTLIST(arrayEnd)
	JLE arrayEmpty
	ROOM(arrayFull)

arrayChunk:
	LOAD16
	PROBE16
	FOUND
	VPADDD Z25, Z26, Z26
	NEXT16
	JG     arrayChunk
	CLOSEPAIR
	JMP    arrayEdge

arrayEmpty:
	INCQ DX
	JMP  arrayEdge

arrayEnd:
	BITCLEAR(arrayClear)
	JMP row

arrayFull:
	BITCLEAR(arrayFullClear)

	LEAVE(row+112(FP), pos+120(FP))
	SUBQ pairs+80(FP), R10
	SHRQ $4, R10
	MOVQ R10, found+128(FP)
	RET
