// What the kernels over symmetric lists share. Registers as in rows_amd64.h, but R8 is row u, R9
// the end of rows and R10 the longest row.

// OPENSYMMETRIC goes to the next row whose list is not empty, and takes the list as that of a v.
// CX is to be moved behind the smaller neighbours.
#define OPENSYMMETRIC \
row: \
	INCQ R8 \
	CMPQ R8, R9 \
	JGE  done \
	MOVQ (SI)(R8*8), BX \
	MOVQ 8(SI)(R8*8), R15 \
	MOVQ BX, CX \
	MOVQ BX, R13 \
	SUBQ BX, R15 \
	JLE  row

// SYMMETRICROW notes the length of the row, leaves it in R15, and the position of its second
// entry in DX; or goes to the next row where there is none.
#define SYMMETRICROW \
	MOVQ    CX, R15 \
	SUBQ    BX, R15 \
	CMPQ    R15, R10 \
	CMOVQGT R15, R10 \
	LEAQ    1(BX), DX \
	CMPQ    R15, $2 \
	JLT     row

// OPENFLAT goes to the next row of symmetric lists that has a smaller neighbour
// and leaves the position of its second entry in DX.
#define OPENFLAT \
row: \
	INCQ R8 \
	CMPQ R8, R9 \
	JGE  done \
	MOVQ (SI)(R8*8), BX \
	MOVQ 8(SI)(R8*8), CX \
	CMPQ BX, CX \
	JGE  row \
	MOVL (DI)(BX*4), R14 \
	CMPQ R14, R8 \
	JGE  row \
	LEAQ 1(BX), DX

// NEXTFLAT takes the list of the neighbour at DX, or jumps to the label rowEnd
// where the smaller neighbours end.
#define NEXTFLAT \
	CMPQ DX, CX \
	JGE  rowEnd \
	MOVL (DI)(DX*4), R14 \
	CMPQ R14, R8 \
	JGE  rowEnd \
	MOVQ (SI)(R14*8), R13 \
	MOVQ 8(SI)(R14*8), R15 \
	SUBQ R13, R15

// CLOSEFLAT notes the length of the row.
#define CLOSEFLAT \
	SUBQ    BX, DX \
	CMPQ    DX, R10 \
	CMOVQGT DX, R10
