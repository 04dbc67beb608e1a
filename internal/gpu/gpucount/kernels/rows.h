// What the counting kernels share: taking rows in turn, sums, binary search.
#pragma once
#include "device.h"

DEVICE u64 min64(u64 a, u64 b) { return a < b ? a : b; }

DEVICE u64 shfl64(u64 v, u32 lane) { return (u64)__shfl_sync(~0u, (u32)(v >> 32), lane) << 32 | __shfl_sync(~0u, (u32)v, lane); }

DEVICE u64 shflUp64(u64 v, u32 by) { return (u64)__shfl_up_sync(~0u, (u32)(v >> 32), by) << 32 | __shfl_up_sync(~0u, (u32)v, by); }

// Shared memory by its own addresses, as some instructions take it.
DEVICE u32 sharedAddress(const void* p) {
  u32 address;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"(p));
  return address;
}

// grab takes the next `many` numbers for the warp from the cursor that all have in common.
DEVICE u64 grab(u64* next, u32 many) {
  u64 first = 0;
  if (threadIdx.x % 32 == 0) first = atomicAdd(next, (u64)many);
  return shfl64(first, 0);
}

// Turns is for kernels that may have no cursor. Without one each warp has its own numbers, as far
// apart as there are warps: to take a number costs nothing then, where all warps wait for each
// other at a cursor. It takes registers that other kernels need for loads under way.
struct Turns {
  u64 *next, at;
};
DEVICE Turns turnsOf(u64* next) { return {next, (blockIdx.x * (u64)blockDim.x + threadIdx.x) / 32}; }
DEVICE u64 grab(Turns& turns, u32 many) {
  if (turns.next != nullptr) return grab(turns.next, many);
  u64 first = turns.at * many;
  turns.at += gridDim.x * blockDim.x / 32;
  return first;
}

// WarpRows is some rows side by side, fewer than a warp has lanes: lane l has where row l begins and how long it is.
struct WarpRows {
  u32 some;
  u64 begins;
  u32 lengths;
};

// rowsFrom returns up to `most` rows from the first on.
DEVICE WarpRows rowsFrom(const u64* offsets, u32 rows, u64 first, u32 most) {
  u32 lane = threadIdx.x % 32, some = (u32)min64(most, rows - first);
  u64 begins = offsets[first + min(lane, some)];
  return {some, begins, (u32)(shfl64(begins, min(lane + 1, 31)) - begins)};
}

// grabRows takes the next rows for the warp, none when all are taken: one by
// one in the first eighth, which most orders fill with the longest rows, and
// `most` together after it.
struct Rows {
  u64 first, last;
};
DEVICE Rows grabRows(u64* next, u32 rows, u32 most) {
  u64 number = grab(next, 1), single = rows / 8;
  if (number < single) return {number, number + 1};
  u64 first = min64(single + (number - single) * most, rows);
  return {first, min64(first + most, rows)};
}

// addTotal adds the sum over a block to *total. 64 bits hold the triangles of
// any graph that a device can: fewer than m to the power of 3/2.
DEVICE void addTotal(u64* total, u64 sum) {
  __shared__ u64 blockSum;
  if (threadIdx.x == 0) blockSum = 0;
  __syncthreads();
  for (u32 by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
  if (threadIdx.x % 32 == 0 && sum > 0) atomicAdd(&blockSum, sum);
  __syncthreads();
  if (threadIdx.x == 0 && blockSum > 0) atomicAdd(total, blockSum);
}

// contains reports whether an ascending list holds w.
DEVICE bool contains(const u32* list, u32 length, u32 w) {
  u32 low = 0;
  while (length > 1) {
    u32 half = length / 2;
    low += list[low + half] <= w ? half : 0;
    length -= half;
  }
  return length == 1 && list[low] == w;
}
