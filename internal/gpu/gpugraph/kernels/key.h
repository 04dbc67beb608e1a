// Keys are pairs of 32-bit halves: the larger end of an edge above, the
// smaller below.
#pragma once
#include "device.h"

#define ALL 0xffffffffu

// The threads and the warps of a block.
HOST_CONST u32 THREADS = 256;
HOST_CONST u32 WARPS = THREADS / 32;

DEVICE u64 pair(u32 high, u32 low) { return (u64)high << 32 | low; }
DEVICE u32 highHalf(u64 key) { return (u32)(key >> 32); }
DEVICE u32 lowHalf(u64 key) { return (u32)key; }

DEVICE u32 laneIndex() { return threadIdx.x % 32; }
DEVICE u32 lanesBelow() { return (1u << laneIndex()) - 1; }
DEVICE u64 threadInGrid() { return blockIdx.x * (u64)blockDim.x + threadIdx.x; }
DEVICE u64 threadsInGrid() { return (u64)gridDim.x * blockDim.x; }
DEVICE u64 min(u64 a, u64 b) { return a < b ? a : b; }

DEVICE u64 warpSum(u64 v) {
  for (u32 by = 16; by > 0; by /= 2) v += __shfl_xor_sync(ALL, v, by);
  return v;
}
DEVICE u32 warpMax(u32 v) {
  for (u32 by = 16; by > 0; by /= 2) v = max(v, __shfl_xor_sync(ALL, v, by));
  return v;
}
