// ENTRIESAHEAD asks for the first entries of what SI will point to `bytes` on, last being the
// last there is: they begin, in the lists at DI, where its first word says, which it leaves in
// first. It uses R14.
#define ENTRIESAHEAD(bytes, last, first) \
	LEAQ       bytes(SI), R14 \
	CMPQ       R14, last \
	CMOVQGT    last, R14 \
	MOVL       (R14), first \
	PREFETCHT0 (DI)(first*4) \
	PREFETCHT0 64(DI)(first*4)
