// SUM4 adds up the four sums of 64 bits in Y0, into AX.
#define SUM4 \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDQ       X1, X0, X0 \
	VPSRLDQ      $8, X0, X1 \
	VPADDQ       X1, X0, X0 \
	VMOVQ        X0, AX

// COUNTBYTES leaves in each byte of a how many bits it has, by the table in Y12, four of them at once. It uses c; Y11 has
// these four of each byte.
#define COUNTBYTES(a, c) \
	VPAND   Y11, a, c \
	VPSRLW  $4, a, a \
	VPAND   Y11, a, a \
	VPSHUFB c, Y12, c \
	VPSHUFB a, Y12, a \
	VPADDB  c, a, a

// SUM8 adds up the eight in Z0.
#define SUM8 \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPADDQ        Y1, Y0, Y0 \
	SUM4
