//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "symmetric_amd64.h"
#include "lanes8_amd64.h"

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
