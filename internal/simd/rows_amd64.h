// What the kernels over oriented rows share. Registers, in all of them:
//
// SI offsets       R8  row after u     R11 last edge
// DI neighbors     R9  end of rows     AX  count
// R10 from         BX, CX bounds of row u, without what is not below `to`
// DX  position in row u of v   R13, R15 v's next entry and entries left   R14 scratch

// OPENNEXT goes to the next row that counts and leaves in DX the position of its
// first element v >= from that has an element before it. The row's own first
// element has none, so it closes no triangle. It jumps to the label done.
#define OPENNEXT(end, from) \
row: \
	CMPQ R8, end \
	JGE  done \
	MOVQ rows+0(FP), R14 \
	MOVQ (R14)(R8*8), BX \
	MOVQ 8(R14)(R8*8), CX \
	INCQ R8 \
	INCQ CX \
beyond: \
	DECQ CX \
	MOVQ CX, R13 \
	SUBQ BX, R13 \
	CMPQ R13, $2 \
	JLT  row \
	MOVL -4(DI)(CX*4), R14 \
	CMPQ R14, to+48(FP) \
	JGE  beyond \
	CMPQ R14, from \
	JLT  row \
	MOVQ CX, DX \
back: \
	DECQ DX \
	CMPQ DX, BX \
	JLE  first \
	MOVL -4(DI)(DX*4), R14 \
	CMPQ R14, from \
	JGE  back \
	CMPQ DX, BX \
	JG   opened \
first: \
	LEAQ 1(BX), DX \
opened:

// OFFSETAHEAD asks for the offset of the list that is needed `edges` edges on.
#define OFFSETAHEAD(edges) \
	LEAQ       edges(DX), R14 \
	CMPQ       R14, R11 \
	CMOVQGT    R11, R14 \
	MOVL       (DI)(R14*4), R14 \
	PREFETCHT0 (SI)(R14*8)

// LISTAHEAD asks for that list, by an offset that should have come by now. It
// leaves the offset in R14.
#define LISTAHEAD(edges) \
	LEAQ       edges(DX), R14 \
	CMPQ       R14, R11 \
	CMOVQGT    R11, R14 \
	MOVL       (DI)(R14*4), R14 \
	MOVQ       (SI)(R14*8), R14 \
	PREFETCHT0 (DI)(R14*4)

// SHORTLISTAHEAD asks for both ends of that list: one of a few entries is on two cache
// lines about as often as on one. It uses R15.
#define SHORTLISTAHEAD(edges) \
	LEAQ       edges(DX), R14 \
	CMPQ       R14, R11 \
	CMOVQGT    R11, R14 \
	MOVL       (DI)(R14*4), R14 \
	MOVQ       8(SI)(R14*8), R15 \
	MOVQ       (SI)(R14*8), R14 \
	PREFETCHT0 (DI)(R14*4) \
	PREFETCHT0 -4(DI)(R15*4)

// OPENLIST takes the list of the v at DX. The flags tell whether it is empty.
#define OPENLIST \
	MOVL (DI)(DX*4), R14 \
	MOVQ (SI)(R14*8), R13 \
	MOVQ 8(SI)(R14*8), R15 \
	SUBQ R13, R15

// BITSET sets the bits of row u in the array of 32-bit words at base; mask
// limits the words' numbers. It uses R13, R14 and R15.
#define BITSET(base, mask, loop) \
	MOVQ  BX, R13 \
loop: \
	MOVL  (DI)(R13*4), R14 \
	MOVL  $1, R15 \
	SHLXL R14, R15, R15 \
	SHRL  $5, R14 \
	ANDL  $mask, R14 \
	ORL   R15, base(R14*4) \
	INCQ  R13 \
	CMPQ  R13, CX \
	JLT   loop

// BITCLEAR clears the words of row u in the array at R12. It uses BX up.
#define BITCLEAR(loop) \
loop: \
	MOVL (DI)(BX*4), R14 \
	SHRL $5, R14 \
	MOVL $0, (R12)(R14*4) \
	INCQ BX \
	CMPQ BX, CX \
	JLT  loop

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

// STRETCH takes the next stretch at SI, and asks for one to come, R9 being the last one. The
// flags tell whether it is empty.
#define STRETCH \
	LEAQ       64(SI), R14 \
	CMPQ       R14, R9 \
	CMOVQGT    R9, R14 \
	MOVL       (R14), R14 \
	PREFETCHT0 (DI)(R14*4) \
	PREFETCHT0 64(DI)(R14*4) \
	MOVL       (SI), R13 \
	MOVL       4(SI), R15 \
	ADDQ       $8, SI \
	SUBQ       R13, R15
