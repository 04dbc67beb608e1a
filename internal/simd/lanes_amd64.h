// How AVX-512 kernels take the list of a v, 16 entries at a time.

DATA ·lanes<>+0(SB)/4, $0xffff
GLOBL ·lanes<>(SB), RODATA|NOPTR, $4

// LOAD16 loads min(R15, 16) entries of v's list into Z1 and leaves their mask
// in K1 and R14.
#define LOAD16 \
	MOVL        $16, R14 \
	CMPQ        R15, R14 \
	CMOVQLT     R15, R14 \
	BZHIL       R14, ·lanes<>(SB), R14 \
	KMOVW       R14, K1 \
	VMOVDQU32.Z (DI)(R13*4), K1, Z1

// NEXT16 goes on to the next 16 entries of v's list; the flags tell whether
// there are any.
#define NEXT16 \
	ADDQ $16, R13 \
	SUBQ $16, R15
