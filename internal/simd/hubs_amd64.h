// What the kernels over hubs share. Registers as in hubs_amd64.s.

// HUBSTART takes the hub at SI, whose row it leaves in R11, and begins with the lines and words
// anew. q is the line of the hub before; where that of this one is another, it moves on, and so
// do the end of the lines and where the line's rows begin.
#define HUBSTART(q, matrix) \
	MOVL  (SI), R11 \
	MOVQ  R11, CX \
	SHRQ  $9, CX \
	CMPQ  CX, q \
	JEQ   same \
	MOVQ  CX, q \
	ADDQ  $4, R9 \
	LEAQ  1(CX), R10 \
	MOVQ  CX, AX \
	SHLQ  $8, AX \
	IMULQ R10, AX \
	SHLQ  $6, AX \
	ADDQ  matrix, AX \
	SHLQ  $6, R10 \
same: \
	ANDL  $511, R11 \
	IMULQ R10, R11 \
	ADDQ  AX, R11 \
	MOVQ  DI, BX \
	MOVQ  DX, R8
