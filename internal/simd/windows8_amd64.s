//go:build !noasm

#include "textflag.h"
#include "rows_amd64.h"
#include "lanes8_amd64.h"
#include "sums_amd64.h"
#include "windows_amd64.h"

// func countWindowsAVX2(offsets *uint64, neighbors *uint32, begin, end uint64, starts *uint32, windows *Window, bitmap *uint32) (count uint64)
//
// As countWindowsAVX512, in halves of a window, whose bits are added up as countHubsAVX2 does.
//
// Registers as in windows_amd64.h; R11 bitmap, R12 mask table, and the bitmap while bits are cleared, AX count of what was
// looked up, Y0 sums of the others, Y9 31 in every lane, Y10 zeros, Y11 four bits of each byte, Y12 how many bits these are,
// Y13 the words of a window's second half that are bits.
TEXT ·countWindowsAVX2(SB), NOSPLIT, $0-64
	MOVQ           offsets+0(FP), SI
	MOVQ           neighbors+8(FP), DI
	MOVQ           begin+16(FP), R8
	MOVQ           end+24(FP), R9
	MOVQ           starts+32(FP), R10
	MOVQ           bitmap+48(FP), R11
	LEAQ           ·tailMask<>(SB), R12
	XORL           AX, AX
	VPXOR          Y0, Y0, Y0
	VPXOR          Y10, Y10, Y10
	VPCMPEQD       Y9, Y9, Y9
	VPSRLD         $27, Y9, Y9
	VBROADCASTI128 ·ones(SB), Y12
	MOVL           $0x0f, R14
	VMOVD          R14, X11
	VPBROADCASTB   X11, Y11
	VMOVDQU        4(R12), Y13

	NEXTROW
	MOVQ R8, R14
	WINDOWSOF(setEntries, -1)

setWindow:
	MOVL    60(R13), R14
	VMOVDQU (R13), Y1
	VMOVDQU 28(R13), Y2
	VMOVDQU Y1, (R11)(R14*1)
	VMOVDQU Y2, 28(R11)(R14*1)
	NEXTWINDOW
	JNZ     setWindow
	JMP     edge

setEntries:
	BITSET((R11), -1, setEntry)

edge:
	NEXTV(clear)
	WINDOWSOF(list, 0)
	JZ edge

window:
	MOVL    60(R13), R14
	VMOVDQU (R13), Y1
	VPAND   (R11)(R14*1), Y1, Y1
	COUNTBYTES(Y1, Y2)
	VPAND   32(R13), Y13, Y3
	VPAND   32(R11)(R14*1), Y3, Y3
	COUNTBYTES(Y3, Y2)
	VPADDB  Y3, Y1, Y1
	VPSADBW Y10, Y1, Y1
	VPADDQ  Y1, Y0, Y0
	NEXTWINDOW
	JNZ     window
	JMP     edge

list:
	MOVQ (SI)(R14*8), R13
	MOVQ 8(SI)(R14*8), R15
	SUBQ R13, R15

entries:
	LOAD8
	PROBE8(R11)
	NEXT8
	JG  entries
	JMP edge

clear:
	MOVQ R8, R14
	WINDOWSOF(clearEntries, -1)

clearWindow:
	MOVL    60(R13), R14
	VMOVDQU Y10, (R11)(R14*1)
	VMOVDQU Y10, 28(R11)(R14*1)
	NEXTWINDOW
	JNZ     clearWindow
	JMP     row

clearEntries:
	MOVQ R11, R12
	BITCLEAR(clearEntry)
	LEAQ ·tailMask<>(SB), R12
	JMP  row

done:
	MOVQ AX, BX
	SUM4
	ADDQ BX, AX
	VZEROUPPER
	MOVQ AX, count+56(FP)
	RET
