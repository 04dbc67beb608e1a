// ENTRIESAHEAD asks for the first entries of what SI will point to `bytes` on, last being the
// last there is: they begin, in lists of entries of a size, where its first word says, which it leaves in
// first. It uses R14.
#define ENTRIESAHEAD(bytes, last, first, lists, size) \
	LEAQ       bytes(SI), R14 \
	CMPQ       R14, last \
	CMOVQGT    last, R14 \
	MOVL       (R14), first \
	PREFETCHT0 (lists)(first*size) \
	PREFETCHT0 64(lists)(first*size)
