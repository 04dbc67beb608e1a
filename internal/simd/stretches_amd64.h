// What the kernels over stretches share.

#include "ahead_amd64.h"

// STRETCH takes the next stretch at SI, and asks for one to come, R9 being the last one; or jumps
// to the label end where there is none. The flags tell whether it is empty.
#define STRETCH(end) \
	CMPQ SI, R8 \
	JGE  end \
	ENTRIESAHEAD(64, R9, R14, DI, 4) \
	MOVL (SI), R13 \
	MOVL 4(SI), R15 \
	ADDQ $8, SI \
	SUBQ R13, R15
