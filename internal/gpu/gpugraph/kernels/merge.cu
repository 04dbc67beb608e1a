// Two sorted runs become one, after Green, McColl and Bader, "GPU Merge Path"
// (2012): each block finds its part of both runs by itself. The lowest bit of a
// key, a record's direction, has no part in the order.
#include "key.h"

// MERGED_KEYS is how many keys a block merges. A thread has an odd number of
// them, so that the threads of a warp begin in different banks.
HOST_CONST u32 MERGED_KEYS = THREADS * 11;
static const u32 ITEMS = MERGED_KEYS / THREADS;

// before returns how many of the first `diagonal` keys of both runs, merged,
// are of the left one. Among equal keys the left ones are first.
DEVICE u64 before(const u64* left, u64 m, const u64* right, u64 n, u64 diagonal) {
  u64 low = diagonal > n ? diagonal - n : 0, high = min(diagonal, m);
  while (low < high) {
    u64 middle = low + (high - low) / 2;
    if (left[middle] >> 1 <= right[diagonal - 1 - middle] >> 1) low = middle + 1;
    else high = middle;
  }
  return low;
}

// splitRuns writes for each tile of the merged keys, and for their end, how
// many of the keys before it are of the left run.
KERNEL splitRuns(const u64* left, u64 m, const u64* right, u64 n, u64* splits) {
  u64 tile = threadInGrid(), tiles = (m + n + MERGED_KEYS - 1) / MERGED_KEYS;
  if (tile <= tiles) splits[tile] = before(left, m, right, n, min(tile * MERGED_KEYS, m + n));
}

// mergeRuns merges a tile a block.
extern "C" __global__ void __launch_bounds__(THREADS)
    mergeRuns(const u64* left, u64 m, const u64* right, u64 n, const u64* splits, u64* merged) {
  __shared__ u64 keys[MERGED_KEYS];
  u64 begin = blockIdx.x * (u64)MERGED_KEYS;
  u64 from = splits[blockIdx.x], to = splits[blockIdx.x + 1];
  u32 count = (u32)min(m + n - begin, (u64)MERGED_KEYS), lefts = (u32)(to - from), t = threadIdx.x;
  const u64* source = right + (begin - from) - lefts;
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) {
    u32 i = t + j * THREADS;
    if (i < count) keys[i] = i < lefts ? __ldg(left + from + i) : __ldg(source + i);
  }
  __syncthreads();
  u32 diagonal = min(t * ITEMS, count);
  u32 a = (u32)before(keys, lefts, keys + lefts, count - lefts, diagonal), b = lefts + diagonal - a;
  u64 own[ITEMS];
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) {
    bool takeLeft = b >= count || (a < lefts && keys[a] >> 1 <= keys[b] >> 1);
    // Behind the end anything does.
    own[j] = keys[min(takeLeft ? a : b, (u32)MERGED_KEYS - 1)];
    a += takeLeft;
    b += !takeLeft;
  }
  __syncthreads();
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) keys[t * ITEMS + j] = own[j];
  __syncthreads();
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) {
    u32 i = t + j * THREADS;
    if (i < count) merged[begin + i] = keys[i];
  }
}
