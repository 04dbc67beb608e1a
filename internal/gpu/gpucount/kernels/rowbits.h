// Bits of rows over all vertices, made in shared memory.
#pragma once
#include "rows.h"

// PAGE_WORDS is how many 32-bit words of a row are made at a time.
static const u32 PAGE_WORDS = 256, PAGE_BITS = 32 * PAGE_WORDS;

// RowBits is a row, of which a warp makes the bits page by page: at is where the lane goes on.
struct RowBits {
  i64 begin, end, at;
};

// rowBits begins a row, in eights that can be read together.
DEVICE RowBits rowBits(const u64* offsets, const u32* neighbors, u32 rows, u32 row) {
  if (row >= rows) return {0, 0, 0};
  i64 begin = offsets[row];
  return {begin, (i64)offsets[row + 1], begin - (i64)((u64)(neighbors + begin) / 4 % 8) + 8 * (threadIdx.x % 32)};
}

// markPage sets the bits of the columns from low on, in a page that the warp has cleared. A lane
// takes eight entries, so that lanes rarely set bits of the same word at once.
DEVICE void markPage(RowBits& row, const u32* neighbors, u32 low, u32* page) {
  for (; row.at < row.end; row.at += 256) {
    u32 e[8];
    if (row.at >= row.begin && row.at + 8 <= row.end) {
      *(u32x4*)e = *(const u32x4*)(neighbors + row.at);
      *(u32x4*)(e + 4) = *(const u32x4*)(neighbors + row.at + 4);
    } else {
#pragma unroll
      for (u32 i = 0; i < 8; i++) e[i] = row.at + i >= row.begin && row.at + i < row.end ? neighbors[row.at + i] : ~0u;
    }
#pragma unroll
    for (u32 i = 0; i < 8; i++) {
      u32 column = e[i] - low; // large for what is before the page
      if (column < PAGE_BITS) atomicOr(page + column / 32, 1u << column % 32);
    }
    if (e[7] >= low + PAGE_BITS) return; // the rest is of the next page
  }
}
