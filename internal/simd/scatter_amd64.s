//go:build !noasm

#include "textflag.h"

// func scatterAhead(keys *uint64, targets *Target, n uint64, lanes *Lane) (done uint64)
//
// A lane's next line of 64 bytes is asked for with each key, to be written to: else the
// stores, which go to the cache one after the other, would wait for it when it comes into use.
//
// SI keys   DX targets   R8 n   DI lanes   AX i   BX target, then its lane   CX width
// R9 fill   R10 base   R11 key
TEXT ·scatterAhead(SB), NOSPLIT, $0-40
	MOVQ keys+0(FP), SI
	MOVQ targets+8(FP), DX
	MOVQ n+16(FP), R8
	MOVQ lanes+24(FP), DI
	XORL AX, AX

key:
	CMPQ AX, R8
	JGE  done
	MOVL (DX)(AX*4), BX
	MOVL BX, CX
	ANDL $15, CX
	XORL CX, BX          // the number of the lane, times the 16 bytes of one
	ADDQ DI, BX
	MOVL 8(BX), R9
	CMPL R9, 12(BX)
	JCC  done
	MOVQ (BX), R10
	ADDQ R9, R10
	ADDL CX, R9
	MOVL R9, 8(BX)
	MOVQ (SI)(AX*8), R11
	MOVQ R11, (R10)
	PREFETCHT0 64(R10)
	INCQ AX
	JMP  key

done:
	MOVQ AX, done+32(FP)
	RET
