// How AVX-512 kernels take the list of a v, 16 entries at a time, and look them up in
// row u.

DATA ·lanes<>+0(SB)/4, $0xffff
GLOBL ·lanes<>(SB), RODATA|NOPTR, $4

// LANES16 makes a mask of min(left, 16) lanes in K1 and the register mask.
#define LANES16(left, mask) \
	MOVL    $16, mask \
	CMPQ    left, mask \
	CMOVQLT left, mask \
	BZHIL   mask, ·lanes<>(SB), mask \
	KMOVW   mask, K1

// LOAD16 loads min(R15, 16) entries of v's list into Z1 and leaves their mask
// in K1 and R14.
#define LOAD16 \
	LANES16(R15, R14) \
	VMOVDQU32.Z (DI)(R13*4), K1, Z1

// NEXT16 goes on to the next 16 entries of v's list; the flags tell whether
// there are any.
#define NEXT16 \
	ADDQ $16, R13 \
	SUBQ $16, R15

// COUNT16 adds the number of lanes of K2.
#define COUNT16 \
	KMOVW   K2, R14 \
	POPCNTL R14, R14 \
	ADDQ    R14, AX

// CORNERS16 writes the lanes of K2, as they stand in v's list, to R9, which it moves behind them.
// It leaves their number in R14 and adds it to AX.
#define CORNERS16 \
	VPCOMPRESSD.Z Z1, K2, Z3 \
	VMOVDQU32     Z3, (R9) \
	KMOVW         K2, R14 \
	POPCNTL       R14, R14 \
	LEAQ          (R9)(R14*4), R9 \
	ADDL          R14, AX

// ROWCONSTANTS sets what kernels over rows compare with: Z31 ones, Z28 no rank, Z27 zeros.
#define ROWCONSTANTS \
	MOVL         $1, R14 \
	VPBROADCASTD R14, Z31 \
	VPTERNLOGD   $0xff, Z28, Z28, Z28 \
	VPXORQ       Z27, Z27, Z27

// OPENFILTER makes the filter of row u in Z29 and Z30, by way of the table in the frame,
// and takes the row itself into Z16 to Z18, padded with what is no rank.
#define OPENFILTER(loop) \
	VMOVDQU64 Z27, table-128(SP) \
	VMOVDQU64 Z27, table-64(SP) \
	BITSET(table-128(SP), 31, loop) \
	MOVQ      CX, R15 \
	SUBQ      BX, R15 \
	MOVQ      $-1, R14 \
	BZHIQ     R15, R14, R14 \
	KMOVW     R14, K1 \
	VMOVDQA64 Z28, Z16 \
	VMOVDQU32 (DI)(BX*4), K1, Z16 \
	SHRQ      $16, R14 \
	KMOVW     R14, K1 \
	VMOVDQA64 Z28, Z17 \
	VMOVDQU32 64(DI)(BX*4), K1, Z17 \
	SHRQ      $16, R14 \
	KMOVW     R14, K1 \
	VMOVDQA64 Z28, Z18 \
	VMOVDQU32 128(DI)(BX*4), K1, Z18 \
	VMOVDQU64 table-128(SP), Z30 \
	VMOVDQU64 table-64(SP), Z29

// FILTER16 leaves in K2 and R14 which entries in Z1 pass the filter, and jumps to hits if any does.
#define FILTER16(hits) \
	VPSRLD   $5, Z1, Z2 \
	VPERMI2D Z29, Z30, Z2 \
	VPRORVD  Z1, Z2, Z2 \
	VPTESTMD Z31, Z2, K1, K2 \
	KMOVW    K2, R14 \
	TESTL    R14, R14 \
	JNZ      hits

// INROW compares the first entry in Z3 with the whole row. K3, K4 and K5 say where it is.
#define INROW \
	VPBROADCASTD X3, Z4 \
	VPCMPEQD     Z16, Z4, K3 \
	VPCMPEQD     Z17, Z4, K4 \
	VPCMPEQD     Z18, Z4, K5

// ISINROW is 1 in BX if INROW found the entry and 0 if not, for a row holds an element once.
#define ISINROW \
	KORW    K3, K4, K4 \
	KORW    K4, K5, K5 \
	KMOVW   K5, BX \
	POPCNTL BX, BX

// COUNTINROW adds how many of the first R14 entries in Z3, of which there is one at least, are in
// the row.
#define COUNTINROW(hit) \
hit: \
	INROW \
	ISINROW \
	VALIGND $1, Z3, Z3, Z3 \
	ADDQ    BX, AX \
	DECL    R14 \
	JNZ     hit

// PAIRS16 leaves in K2 which entries in Z1, of those that K1 has a bit for, are among the
// row's from BX up to DX, of which there is one at least. It uses R14 and K3.
#define PAIRS16(one) \
	KXORW K2, K2, K2 \
	MOVQ  BX, R14 \
one: \
	VPCMPEQD.BCST (DI)(R14*4), Z1, K1, K3 \
	KORW          K3, K2, K2 \
	INCQ          R14 \
	CMPQ          R14, DX \
	JLT           one

// PROBE16 leaves in K2 which entries in Z1, of those that R14 has a bit for, are set in the
// array at R12.
#define PROBE16 \
	KMOVW      R14, K3 \
	VPSRLD     $5, Z1, Z2 \
	VPXORD     Z3, Z3, Z3 \
	VPGATHERDD (R12)(Z2*4), K3, Z3 \
	VPRORVD    Z1, Z3, Z3 \
	VPTESTMD   Z31, Z3, K1, K2
