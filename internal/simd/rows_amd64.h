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

// OPENREST is OPENNEXT for rows of which the first, once opened, goes on at the position at.
#define OPENREST(end, from, at) \
	OPENNEXT(end, from) \
	MOVQ    at, R14 \
	CMPQ    DX, R14 \
	CMOVQLT R14, DX

// BYLENGTH jumps to pairs, filter or array, by the length of row u, as countRowsAVX512 says.
#define BYLENGTH(length) \
	CMPQ length, $12 \
	JLE  pairs \
	CMPQ length, $48 \
	JLE  filter \
	JMP  array

// SHORTROOM is the room for the triangles of a row of up to 48 elements, and for what is
// written behind them.
#define SHORTROOM (48*47/2+16)

// VAHEAD leaves in R14 the v that is needed `edges` edges on.
#define VAHEAD(edges) \
	LEAQ    edges(DX), R14 \
	CMPQ    R14, R11 \
	CMOVQGT R11, R14 \
	MOVL    (DI)(R14*4), R14

// OFFSETAHEAD asks for the offset of its list.
#define OFFSETAHEAD(edges) \
	VAHEAD(edges) \
	PREFETCHT0 (SI)(R14*8)

// LISTAHEAD asks for that list, by an offset that should have come by now. It
// leaves the offset in R14.
#define LISTAHEAD(edges) \
	VAHEAD(edges) \
	MOVQ       (SI)(R14*8), R14 \
	PREFETCHT0 (DI)(R14*4)

// SHORTLISTAHEAD asks for both ends of that list: one of a few entries is on two cache
// lines about as often as on one. It uses R15.
#define SHORTLISTAHEAD(edges) \
	VAHEAD(edges) \
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

// NEXTLIST does that after it has asked for lists to come, of which it takes two cache lines;
// or jumps to the label end where row u has no more elements.
#define NEXTLIST(end) \
	CMPQ       DX, CX \
	JGE        end \
	OFFSETAHEAD(24) \
	LISTAHEAD(12) \
	PREFETCHT0 64(DI)(R14*4) \
	OPENLIST

// NEXTSHORTLIST is NEXTLIST in a row so short that the lists of its elements are, too.
#define NEXTSHORTLIST(end) \
	CMPQ DX, CX \
	JGE  end \
	OFFSETAHEAD(24) \
	SHORTLISTAHEAD(12) \
	OPENLIST

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

// LEAVE ends a kernel that can stop before the end of its rows: by a jump to full, within row u,
// which is to be taken again from the position in DX.
#define LEAVE(row, pos) \
full: \
	DECQ R8 \
	JMP  finish \
done: \
	XORL DX, DX \
finish: \
	VZEROUPPER \
	MOVQ R8, row \
	MOVQ DX, pos
