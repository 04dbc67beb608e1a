// What the kernels over strips share.

// Where the eight words of a line begin.
DATA words<>+0(SB)/8, $0
DATA words<>+8(SB)/8, $64
DATA words<>+16(SB)/8, $128
DATA words<>+24(SB)/8, $192
DATA words<>+32(SB)/8, $256
DATA words<>+40(SB)/8, $320
DATA words<>+48(SB)/8, $384
DATA words<>+56(SB)/8, $448
GLOBL words<>(SB), RODATA|NOPTR, $64

// STRIPROW takes the next row, and asks for the entries of one to come.
#define STRIPROW \
	LEAQ       96(SI), R14 \
	CMPQ       R14, R12 \
	CMOVQGT    R12, R14 \
	MOVL       (R14), R13 \
	PREFETCHT0 (DI)(R13*4) \
	PREFETCHT0 64(DI)(R13*4) \
	MOVL       (SI), AX \
	MOVL       4(SI), CX \
	MOVL       8(SI), DX \
	ADDQ       $12, SI
