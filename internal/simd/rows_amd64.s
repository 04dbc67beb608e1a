//go:build !noasm

#include "textflag.h"

// The kernel takes rows of oriented lists one after the other. For a row u it
// finds, for every v in the row, how many elements of v's row are in u's: the
// triangles whose two larger corners are u and v. How it asks "is w in row u?"
// depends on the row's length:
//
//   up to 12 elements  compare all pairs: 16 elements of v's row at a time with
//                      each element of u's row below v
//   up to 48           a filter of 1,024 bits in two registers, looked up for 16
//                      elements at once by VPERMI2D; the few that pass are
//                      compared with the whole row, which three registers hold
//   above              a bit array over all rows in memory, gathered 16 at once
//
// What a row costs is mostly the wait for v's row, which stands anywhere in
// memory. So the kernel looks 24 edges ahead, across row ends, and asks for
// the offset of the row it will need; and 12 ahead, for the row itself.
//
// func countRowsAVX512(offsets *uint64, neighbors *uint32, begin, end, from, last uint64, bitmap *uint32) (count uint64)
//
// SI offsets       R8  row u           R12 bitmap
// DI neighbors     R9  end of rows     AX  count
// R10 from         R11 last edge       BX, CX  bounds of row u
// DX  position of v in row u, then v's bounds in R13 (next) and R15 (left)
TEXT ·countRowsAVX512(SB), NOSPLIT, $128-64
	MOVQ         offsets+0(FP), SI
	MOVQ         neighbors+8(FP), DI
	MOVQ         begin+16(FP), R8
	MOVQ         end+24(FP), R9
	MOVQ         from+32(FP), R10
	MOVQ         last+40(FP), R11
	MOVQ         bitmap+48(FP), R12
	XORL         AX, AX
	MOVL         $1, R14
	VPBROADCASTD R14, Z31
	VPTERNLOGD   $0xff, Z28, Z28, Z28
	VPXORQ       Z27, Z27, Z27

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

	// DX: the first element >= from, but not the row's first, which has no
	// smaller neighbour of u before it.
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
	JLE  pairs
	CMPQ R13, $48
	JLE  filter
	JMP  array

// ---- all pairs ----

pairs:
	CMPQ DX, CX
	JGE  row

	// Ask for what the coming edges need.
	LEAQ        24(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	PREFETCHT0  (SI)(R14*8)
	LEAQ        12(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	MOVQ        (SI)(R14*8), R14
	PREFETCHT0  (DI)(R14*4)

	MOVL (DI)(DX*4), R14
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15
	JLE  pairsNext

pairsChunk:
	MOVL      $0xffff, R14
	CMPQ      R15, $16
	JGE       pairsMask
	BZHIL     R15, R14, R14

pairsMask:
	KMOVW     R14, K1
	VMOVDQU32.Z (DI)(R13*4), K1, Z1
	KXORW     K2, K2, K2
	MOVQ      BX, R14

pairsOne:
	VPCMPEQD.BCST (DI)(R14*4), Z1, K1, K3
	KORW      K3, K2, K2
	INCQ      R14
	CMPQ      R14, DX
	JLT       pairsOne
	KMOVW     K2, R14
	POPCNTL   R14, R14
	ADDQ      R14, AX
	ADDQ      $16, R13
	SUBQ      $16, R15
	JG        pairsChunk

pairsNext:
	INCQ DX
	JMP  pairs

// ---- filter in registers ----

filter:
	VMOVDQU64 Z27, table-128(SP)
	VMOVDQU64 Z27, table-64(SP)
	MOVQ      BX, R13

filterSet:
	MOVL  (DI)(R13*4), R14
	MOVL  $1, R15
	SHLXL R14, R15, R15
	SHRL  $5, R14
	ANDL  $31, R14
	ORL   R15, table-128(SP)(R14*4)
	INCQ  R13
	CMPQ  R13, CX
	JLT   filterSet

	// The row itself, padded with ones, which are no rank.
	MOVQ      CX, R15
	SUBQ      BX, R15
	MOVQ      $-1, R14
	BZHIQ     R15, R14, R14
	KMOVW     R14, K1
	VMOVDQA64 Z28, Z16
	VMOVDQU32 (DI)(BX*4), K1, Z16
	SHRQ      $16, R14
	KMOVW     R14, K1
	VMOVDQA64 Z28, Z17
	VMOVDQU32 64(DI)(BX*4), K1, Z17
	SHRQ      $16, R14
	KMOVW     R14, K1
	VMOVDQA64 Z28, Z18
	VMOVDQU32 128(DI)(BX*4), K1, Z18
	VMOVDQU64 table-128(SP), Z30
	VMOVDQU64 table-64(SP), Z29

filterEdge:
	CMPQ DX, CX
	JGE  row
	LEAQ        24(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	PREFETCHT0  (SI)(R14*8)
	LEAQ        12(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	MOVQ        (SI)(R14*8), R14
	PREFETCHT0  (DI)(R14*4)
	PREFETCHT0  64(DI)(R14*4)

	MOVL (DI)(DX*4), R14
	INCQ DX
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15
	JLE  filterEdge

filterChunk:
	MOVL        $0xffff, R14
	CMPQ        R15, $16
	JGE         filterMask
	BZHIL       R15, R14, R14

filterMask:
	KMOVW       R14, K1
	VMOVDQU32.Z (DI)(R13*4), K1, Z1
	VPSRLD      $5, Z1, Z2
	VPERMI2D    Z29, Z30, Z2
	VPRORVD     Z1, Z2, Z2
	VPTESTMD    Z31, Z2, K1, K2
	KMOVW       K2, R14
	TESTL       R14, R14
	JNZ         filterHits

filterNext:
	ADDQ $16, R13
	SUBQ $16, R15
	JG   filterChunk
	JMP  filterEdge

filterHits:
	// Each candidate against the whole row.
	VPCOMPRESSD Z1, K2, Z3
	POPCNTL     R14, R14

filterHit:
	VPBROADCASTD X3, Z4
	VPCMPEQD     Z16, Z4, K3
	VPCMPEQD     Z17, Z4, K4
	VPCMPEQD     Z18, Z4, K5
	KORW         K3, K4, K4
	KORW         K4, K5, K5
	VALIGND      $1, Z3, Z3, Z3
	KMOVW        K5, BX
	POPCNTL      BX, BX       // 1 or 0: a row holds an element once
	ADDQ         BX, AX
	DECL         R14
	JNZ          filterHit
	JMP          filterNext

// ---- bit array ----

array:
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
	CMPQ DX, CX
	JGE  arrayClear
	LEAQ        24(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	PREFETCHT0  (SI)(R14*8)
	LEAQ        12(DX), R14
	CMPQ        R14, R11
	CMOVQGT     R11, R14
	MOVL        (DI)(R14*4), R14
	MOVQ        (SI)(R14*8), R14
	PREFETCHT0  (DI)(R14*4)
	PREFETCHT0  64(DI)(R14*4)

	MOVL (DI)(DX*4), R14
	INCQ DX
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15
	JLE  arrayEdge

arrayChunk:
	MOVL        $0xffff, R14
	CMPQ        R15, $16
	JGE         arrayMask
	BZHIL       R15, R14, R14

arrayMask:
	KMOVW       R14, K1
	KMOVW       R14, K3
	VMOVDQU32.Z (DI)(R13*4), K1, Z1
	VPSRLD      $5, Z1, Z2
	VPXORD      Z3, Z3, Z3
	VPGATHERDD  (R12)(Z2*4), K3, Z3
	VPRORVD     Z1, Z3, Z3
	VPTESTMD    Z31, Z3, K1, K2
	KMOVW       K2, R14
	POPCNTL     R14, R14
	ADDQ        R14, AX
	ADDQ        $16, R13
	SUBQ        $16, R15
	JG          arrayChunk
	JMP         arrayEdge

arrayClear:
	MOVL (DI)(BX*4), R14
	SHRL $5, R14
	MOVL $0, (R12)(R14*4)
	INCQ BX
	CMPQ BX, CX
	JLT  arrayClear
	JMP  row

done:
	VZEROUPPER
	MOVQ AX, count+56(FP)
	RET
