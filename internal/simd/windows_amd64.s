//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes_amd64.h"
#include "sums_amd64.h"
#include "windows_amd64.h"

// func countWindowsAVX512(offsets *uint64, neighbors *uint32, begin, end uint64, starts *uint32, windows *Window, bitmap *uint32) (count uint64)
//
// Row u becomes bits of the bitmap, by its windows where it has any. The windows of each v in it are ANDed with these, or
// v's entries are looked up.
//
// Registers as in windows_amd64.h; R12 bitmap, AX count of what was looked up, Z0 sums of the others, K7 the words of a
// window that are bits.
TEXT ·countWindowsAVX512(SB), NOSPLIT, $0-64
	MOVQ   offsets+0(FP), SI
	MOVQ   neighbors+8(FP), DI
	MOVQ   begin+16(FP), R8
	MOVQ   end+24(FP), R9
	MOVQ   starts+32(FP), R10
	MOVQ   bitmap+48(FP), R12
	XORL   AX, AX
	VPXORQ Z0, Z0, Z0
	MOVL   $0x7fff, R14
	KMOVW  R14, K7
	ROWCONSTANTS

	NEXTROW
	MOVQ R8, R14
	WINDOWSOF(setEntries, -1)

setWindow:
	MOVL      60(R13), R14
	VMOVDQU32 (R13), Z1
	VMOVDQU32 Z1, K7, (R12)(R14*1)
	NEXTWINDOW
	JNZ       setWindow
	JMP       edge

setEntries:
	BITSET((R12), -1, setEntry)

edge:
	NEXTV(clear)
	WINDOWSOF(list, 0)
	JZ edge

window:
	MOVL      60(R13), R14
	VMOVDQU32 (R13), Z1
	VPANDD.Z  (R12)(R14*1), Z1, K7, Z1
	VPOPCNTQ  Z1, Z1
	VPADDQ    Z1, Z0, Z0
	NEXTWINDOW
	JNZ       window
	JMP       edge

list:
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15

entries:
	LOAD16
	PROBE16
	COUNT16
	NEXT16
	JG  entries
	JMP edge

clear:
	MOVQ R8, R14
	WINDOWSOF(clearEntries, -1)

clearWindow:
	MOVL      60(R13), R14
	VMOVDQU32 Z27, (R12)(R14*1)
	NEXTWINDOW
	JNZ       clearWindow
	JMP       row

clearEntries:
	BITCLEAR(clearEntry)
	JMP row

done:
	MOVQ AX, BX
	SUM8
	ADDQ BX, AX
	VZEROUPPER
	MOVQ AX, count+56(FP)
	RET
