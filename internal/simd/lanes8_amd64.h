// How AVX2 kernels take the list of a v, eight entries at a time, and look them up in row u.

// Eight lanes of ones, then eight of zeros: loading from lane 8-k gives a mask
// of k lanes.
DATA ·tailMask<>+0(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+8(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+16(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+24(SB)/8, $0xffffffffffffffff
DATA ·tailMask<>+32(SB)/8, $0
DATA ·tailMask<>+40(SB)/8, $0
DATA ·tailMask<>+48(SB)/8, $0
DATA ·tailMask<>+56(SB)/8, $0
GLOBL ·tailMask<>(SB), RODATA|NOPTR, $64

// LOAD8 loads min(R15, 8) entries at R13 of the lists at DI into Y1 and leaves
// their mask in Y7. R12 points to the table; R14 is scratch.
#define LOAD8 \
	MOVL       $8, R14             \
	CMPQ       R15, R14            \
	CMOVQLT    R15, R14            \
	NEGQ       R14                 \
	VMOVDQU    32(R12)(R14*4), Y7  \
	VPMASKMOVD (DI)(R13*4), Y7, Y1

// NEXT8 goes on to the next eight entries of v's list; the flags tell whether
// there are any.
#define NEXT8 \
	ADDQ $8, R13 \
	SUBQ $8, R15

// COUNT8 adds the number of lanes of mask whose top bit is set.
#define COUNT8(mask) \
	VMOVMSKPS mask, R14 \
	POPCNTL   R14, R14 \
	ADDQ      R14, AX

// PAIRS8 compares the eight entries in Y1 with each entry of row u before DX.
#define PAIRS8(loop) \
	VPXOR        Y3, Y3, Y3 \
	MOVQ         BX, R14 \
loop: \
	VPBROADCASTD (DI)(R14*4), Y2 \
	VPCMPEQD     Y1, Y2, Y2 \
	VPOR         Y2, Y3, Y3 \
	INCQ         R14 \
	CMPQ         R14, DX \
	JLT          loop \
	VPAND        Y7, Y3, Y3 \
	COUNT8(Y3)

// PROBE8 counts the entries in Y1 that are set in the array at base. Y9 is 31 in every lane.
#define PROBE8(base) \
	VPSRLD     $5, Y1, Y2         \
	VMOVDQA    Y7, Y6             \
	VPXOR      Y3, Y3, Y3         \
	VPGATHERDD Y6, (base)(Y2*4), Y3 \
	VPAND      Y9, Y1, Y4         \
	VPSRLVD    Y4, Y3, Y3         \
	VPSLLD     $31, Y3, Y3        \
	COUNT8(Y3)
