// What the kernels over strips share.

#include "ahead_amd64.h"

// STRIPROW takes the next row, and asks for the entries of one to come; or jumps to the label end
// where there is none.
#define STRIPROW(end) \
	CMPQ SI, R8 \
	JGE  end \
	ENTRIESAHEAD(96, R12, R13, DI, 4) \
	MOVL (SI), AX \
	MOVL 4(SI), CX \
	MOVL 8(SI), DX \
	ADDQ $12, SI

// STRIPTABLE leaves in BX where the line of vertex 0 would be in a table that begins with from's.
#define STRIPTABLE(table, from) \
	MOVQ table, BX \
	MOVQ from, R14 \
	SHLQ $6, R14 \
	SUBQ R14, BX
