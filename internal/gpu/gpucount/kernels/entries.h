// Taking entries in turn: positions of the lists, whatever rows they are in, so
// that a long row is shared by many.
#pragma once
#include "rows.h"

static const u32 ALL = ~0u;

// The warps and the threads of a block, where a kernel says nothing else.
HOST_CONST u32 WARPS = 8;
HOST_CONST u32 THREADS = 32 * WARPS;

// FULL keeps a kernel to as many registers as let a multiprocessor run eight
// blocks at once, where it can.
#define FULL __launch_bounds__(THREADS, 8)

// stopped reports whether the host wants the kernels to end. It has then set
// their cursors beyond all work.
DEVICE bool stopped(const u64* next) { return next != nullptr && *(const volatile u64*)next >> 62 != 0; }

// rowAfter returns the row that holds entry p: row low, or one behind it.
DEVICE u64 rowAfter(const u64* offsets, u64 rows, u64 low, u64 p) {
  u64 step = 1;
  while (low + step < rows && offsets[low + step] <= p) {
    low += step;
    step *= 2;
  }
  while (step > 1) {
    step /= 2;
    if (low + step < rows && offsets[low + step] <= p) low += step;
  }
  return low;
}

// rowOf returns the row that holds entry p. The warp looks in 32 places at
// once.
DEVICE u64 rowOf(const u64* offsets, u64 rows, u64 p) {
  u64 low = 0, size = rows;
  while (size > 1) {
    u64 step = (size + 31) / 32, at = threadIdx.x % 32 * step;
    u64 before = (__popc(__ballot_sync(ALL, at < size && offsets[low + at] <= p)) - 1) * step;
    low += before;
    size = min64(step, size - before);
  }
  return low;
}

// Entries are those that a warp has taken, and the row that holds the first.
struct Entries {
  u64 first, last, row;
};

// grabEntries takes the next `many` entries for the warp; first is not less
// than edges when all are taken.
template <class From> DEVICE Entries grabEntries(From& from, u32 many, const u64* offsets, u64 rows, u64 edges) {
  u64 first = grab(from, many);
  if (first >= edges) return {first, first, 0};
  return {first, min64(first + many, edges), rowOf(offsets, rows, first)};
}

// blockGrab takes the next `many` numbers for the block.
DEVICE u64 blockGrab(u64* next, u32 many) {
  __shared__ u64 taken;
  __syncthreads(); // the last one has been read
  if (threadIdx.x == 0) taken = atomicAdd(next, (u64)many);
  __syncthreads();
  return taken;
}

// grabBatch takes the next 32 of something that the block shares, for the warp.
// next is in shared memory.
DEVICE u32 grabBatch(u32* next) {
  u32 first = 0;
  if (threadIdx.x % 32 == 0) first = atomicAdd(next, 32u);
  return __shfl_sync(ALL, first, 0);
}

// anyOfBlock reports whether any thread of the block says so. It is a barrier.
DEVICE bool anyOfBlock(bool says) { return __nvvm_bar0_or(says) != 0; }
