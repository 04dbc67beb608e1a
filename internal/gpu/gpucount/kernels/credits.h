// Where a triangle u > v > w is added up: at its corners, or at its edges. An edge
// is the position of its entry in the lists.
#pragma once
#include "rows.h"

#define MEMBER_DEVICE __device__ __forceinline__

// HOT is how many of the first vertices, which an order by degree has for hubs, a
// block adds to in shared memory: to add to one counter from all blocks is to wait.
template <u32 HOT>
struct Hot {
  u32 sums[HOT];

  // clear and flush are for all threads of the block, with barriers around them.
  MEMBER_DEVICE void clear() {
    for (u32 i = threadIdx.x; i < HOT; i += blockDim.x) sums[i] = 0;
  }
  MEMBER_DEVICE void flush(u64* at) {
    for (u32 i = threadIdx.x; i < HOT; i += blockDim.x)
      if (sums[i] > 0) atomicAdd(at + i, (u64)sums[i]);
  }
  MEMBER_DEVICE void add(u64* at, u32 v, u32 n) {
    if (v >= HOT) {
      atomicAdd(at + v, (u64)n);
      return;
    }
    u32 before = atomicAdd(sums + v, n);
    if (before + n < before) atomicAdd(at + v, 1ull << 32); // which the sum in 32 bits has lost
  }
};

// sumOver returns the sum over LANES lanes side by side. All of the warp call it
// together.
template <u32 LANES>
DEVICE u32 sumOver(u32 v) {
#pragma unroll
  for (u32 by = LANES / 2; by > 0; by /= 2) v += __shfl_xor_sync(~0u, v, by);
  return v;
}
