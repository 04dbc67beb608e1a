//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "symmetric_amd64.h"
#include "lanes_amd64.h"

// func countFlatAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)
//
// The all-pairs form on symmetric lists: a row ends at its first neighbour
// that is not smaller than the row. What follows in v's list is larger than v,
// so it equals nothing before v in u's.
//
// Registers as in rows_amd64.h, but R8 is row u and R10 the longest row.
TEXT ·countFlatAVX512(SB), NOSPLIT, $0-56
	MOVQ offsets+0(FP), SI
	MOVQ neighbors+8(FP), DI
	MOVQ begin+16(FP), R8
	MOVQ end+24(FP), R9
	MOVQ last+32(FP), R11
	XORL AX, AX
	XORL R10, R10
	DECQ R8

	OPENFLAT

edge:
	NEXTFLAT
	LISTAHEAD(32)

chunk:
	LOAD16
	PAIRS16(pair)
	COUNT16
	NEXT16
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
