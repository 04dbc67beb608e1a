//go:build !noasm

#include "textflag.h"
#include "ahead_amd64.h"

// ADDMARKS adds the marks of two entries.
#define ADDMARKS(at) \
	MOVWLZX at(R13), R14 \
	MOVWLZX at+2(R13), R11 \
	MOVBLZX (R12)(R14*1), R14 \
	MOVBLZX (R12)(R11*1), R11 \
	ADDQ    R14, AX \
	ADDQ    R11, DX

// MARKROW sets the mark of each entry of the row. It uses BX and R14.
#define MARKROW(mark, loop) \
	XORL BX, BX \
loop: \
	MOVL (DI)(BX*4), R14 \
	MOVB mark, (R12)(R14*1) \
	INCQ BX \
	CMPQ BX, CX \
	JLT  loop

// func countNearAhead(row *uint32, n uint64, near *uint16, stretches *Stretch, m uint64, marks *uint8) (count uint64)
//
// It needs no vectors: what takes 16 entries at once gathers their bits one by one, too, and a mark
// that is a byte is added as it is loaded.
//
// DI row   CX its length   BX entry of it   SI stretches   R8 their end   R9 the last
// R10 near   R12 marks   AX, DX counts   R13, R15 next entry and entries left   R11, R14 scratch
TEXT ·countNearAhead(SB), NOSPLIT, $0-56
	MOVQ row+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ near+16(FP), R10
	MOVQ stretches+24(FP), SI
	MOVQ m+32(FP), R8
	MOVQ marks+40(FP), R12
	LEAQ (SI)(R8*8), R8
	LEAQ -8(R8), R9
	XORL AX, AX
	XORL DX, DX
	MARKROW($1, mark)

stretch:
	CMPQ SI, R8
	JGE  end
	ENTRIESAHEAD(64, R9, R14, R10, 2)
	MOVL (SI), R13
	MOVL 4(SI), R15
	ADDQ $8, SI
	SUBQ R13, R15
	LEAQ (R10)(R13*2), R13
	SUBQ $4, R15
	JLT  few

four:
	ADDMARKS(0)
	ADDMARKS(4)
	ADDQ $8, R13
	SUBQ $4, R15
	JGE  four

few:
	ADDQ $4, R15
	JLE  stretch

one:
	MOVWLZX (R13), R14
	MOVBLZX (R12)(R14*1), R14
	ADDQ    R14, AX
	ADDQ    $2, R13
	DECQ    R15
	JG      one
	JMP     stretch

end:
	MARKROW($0, clear)
	ADDQ DX, AX
	MOVQ AX, count+48(FP)
	RET
