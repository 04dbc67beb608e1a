// What kernels over rows in windows share. Registers, in both:
//
// SI offsets   DI neighbors   R8 row after u   R9 end of rows   R10 starts
// BX, CX bounds of row u   DX position in it   R13, R15 next window or entry of v, and how many are left
// R14 scratch

// NEXTROW goes to the next row of at least two entries, or jumps to the label done.
#define NEXTROW \
row: \
	CMPQ R8, R9 \
	JGE  done \
	MOVQ (SI)(R8*8), BX \
	MOVQ 8(SI)(R8*8), CX \
	INCQ R8 \
	LEAQ 1(BX), DX \
	CMPQ DX, CX \
	JGE  row

// WINDOWSOF leaves in R13 where the windows of a row begin whose number is in R14, plus at if that is not 0, and in R15
// how many there are. It jumps to the label listed if the row has none but entries; else the flags tell whether there are any.
#define WINDOWSOF(listed, at) \
	MOVL  4*at(R10)(R14*4), R13 \
	MOVL  4*at+4(R10)(R14*4), R15 \
	TESTL R13, R13 \
	JS    listed \
	ANDL  $0x7fffffff, R15 \
	SUBL  R13, R15 \
	SHLQ  $6, R13 \
	ADDQ  windows+40(FP), R13 \
	TESTL R15, R15

// NEXTWINDOW goes on to the next window; the flags tell whether there is one.
#define NEXTWINDOW \
	ADDQ $64, R13 \
	DECL R15

// NEXTV takes the next v of the row into R14, or jumps to the label end. Nothing is asked for
// ahead: where rows are in windows, those of one row are close by and mostly in the cache. See docs/tried.md.
#define NEXTV(end) \
	CMPQ DX, CX \
	JGE  end \
	MOVL (DI)(DX*4), R14 \
	INCQ DX
