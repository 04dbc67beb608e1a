//go:build !noasm

#include "textflag.h"

// The numbers from 0, in sixteen lanes of 32 bits.
DATA ·iota+0(SB)/8, $0x0000000100000000
DATA ·iota+8(SB)/8, $0x0000000300000002
DATA ·iota+16(SB)/8, $0x0000000500000004
DATA ·iota+24(SB)/8, $0x0000000700000006
DATA ·iota+32(SB)/8, $0x0000000900000008
DATA ·iota+40(SB)/8, $0x0000000b0000000a
DATA ·iota+48(SB)/8, $0x0000000d0000000c
DATA ·iota+56(SB)/8, $0x0000000f0000000e
GLOBL ·iota(SB), RODATA|NOPTR, $64

// The first bits of the eight words of a line, in lanes of 64 bits.
DATA ·firstBits+0(SB)/8, $0
DATA ·firstBits+8(SB)/8, $64
DATA ·firstBits+16(SB)/8, $128
DATA ·firstBits+24(SB)/8, $192
DATA ·firstBits+32(SB)/8, $256
DATA ·firstBits+40(SB)/8, $320
DATA ·firstBits+48(SB)/8, $384
DATA ·firstBits+56(SB)/8, $448
GLOBL ·firstBits(SB), RODATA|NOPTR, $64
