// SUM4 adds up the four sums of 64 bits in Y0, into AX.
#define SUM4 \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDQ       X1, X0, X0 \
	VPSRLDQ      $8, X0, X1 \
	VPADDQ       X1, X0, X0 \
	VMOVQ        X0, AX

// SUM8 adds up the eight in Z0.
#define SUM8 \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPADDQ        Y1, Y0, Y0 \
	SUM4
