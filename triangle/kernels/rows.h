// What the counting kernels share: taking rows in turn, sums, binary search.
#pragma once
#include "device.h"

DEVICE u64 min64(u64 a, u64 b) { return a < b ? a : b; }

DEVICE u64 shfl64(u64 v, u32 lane) { return (u64)__shfl_sync(~0u, (u32)(v >> 32), lane) << 32 | __shfl_sync(~0u, (u32)v, lane); }

DEVICE u64 shflUp64(u64 v, u32 by) { return (u64)__shfl_up_sync(~0u, (u32)(v >> 32), by) << 32 | __shfl_up_sync(~0u, (u32)v, by); }

// grab takes the next `many` numbers for the warp.
DEVICE u64 grab(u64* next, u32 many) {
  u64 first = 0;
  if (threadIdx.x % 32 == 0) first = atomicAdd(next, (u64)many);
  return shfl64(first, 0);
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

// searchPairs intersects the entries of a row that the bits of todo tell: bit l
// is the entry v of lane l at position p + l, in the row that begins at begin.
// 8 lanes an entry look up the shorter list in the longer. It returns the
// lane's share of the count.
DEVICE u32 searchPairs(const u64* offsets, const u32* neighbors, u64 begin, u64 p, u32 v, u32 todo) {
  u32 lane = threadIdx.x % 32, count = 0;
  u64 from = 0;
  u32 size = 0;
  if (todo >> lane & 1) {
    from = offsets[v];
    size = (u32)(offsets[v + 1] - from);
  }
  while (todo != 0) {
    u32 mine = todo;
    for (u32 g = 0; g < lane / 8; g++) mine &= mine - 1;
    u32 source = mine == 0 ? 0 : __ffs(mine) - 1;
    const u32* shorter = neighbors + shfl64(from, source);
    u32 few = __shfl_sync(~0u, size, source);
    const u32* longer = neighbors + begin;
    u32 many = (u32)(p - begin) + source;
    if (few > many) {
      const u32* list = shorter;
      shorter = longer;
      longer = list;
      u32 n = few;
      few = many;
      many = n;
    }
    if (mine != 0)
      for (u32 t = lane % 8; t < few; t += 8) count += contains(longer, many, shorter[t]);
    __syncwarp();
    for (u32 g = 0; g < 4; g++) todo &= todo - 1;
  }
  return count;
}
