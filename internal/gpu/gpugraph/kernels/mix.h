#pragma once
#include "key.h"

// mix32 spreads the bits of a number: a hash in which no two numbers are the same. unmix32
// returns the number.
DEVICE u32 mix32(u32 x) {
  x = (x ^ x >> 16) * 0x7feb352d;
  x = (x ^ x >> 15) * 0x846ca68b;
  return x ^ x >> 16;
}
DEVICE u32 unmix32(u32 x) {
  x = (x ^ x >> 16) * 0x43021123;
  x = (x ^ x >> 15 ^ x >> 30) * 0x1d69e2a5;
  return x ^ x >> 16;
}
