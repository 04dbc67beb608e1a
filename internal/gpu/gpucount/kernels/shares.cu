// What several devices need to share the rows of lists that each of them has whole.
#include "rows.h"

// weigh tells of each range of `each` rows where its entries begin, and the sum of the squares of
// their lengths. A warp a range.
KERNEL weigh(const u64* offsets, u32 rows, u32 each, u64* begins, u64* squares) {
  u32 lane = threadIdx.x % 32, ranges = (rows + each - 1) / each;
  for (u32 i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < ranges; i += gridDim.x * blockDim.x / 32) {
    u32 first = i * each, last = min(first + each, rows);
    u64 sum = 0;
    for (u32 row = first + lane; row < last; row += 32) {
      u64 length = offsets[row + 1] - offsets[row];
      sum += length * length;
    }
    for (u32 by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
    if (lane == 0) begins[i] = offsets[first], squares[i] = sum;
  }
}

// rebase lets the positions of rows count from the first of them.
KERNEL rebase(const u64* offsets, u32 rows, u64* based) {
  u64 base = offsets[0];
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= rows; i += gridDim.x * blockDim.x) based[i] = offsets[i] - base;
}
