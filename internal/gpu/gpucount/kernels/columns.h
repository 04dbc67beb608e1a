// What counting and crediting by columns have in common, and other kernels use of it.
#pragma once
#include "rows.h"

// An item is some of the rows that hold a vertex: `count` segments from the first on, and where the
// vertex's own row begins among the lower rows, of which it is number `row`, and how long it is.
struct alignas(16) Item {
  u64 first, begin;
  u32 row, length, count, none;
};
HOST_CONST u32 ITEM_WORDS = 4; // of 64 bits

// With NO_COLUMNS for `many` there is no room for any: everything is searched.
HOST_CONST u32 NO_COLUMNS = 4294967295;

// rowOf returns the last row that begins at e or before it, by a search with
// all lanes. Every lane gives the same e.
DEVICE u32 rowOf(const u64* offsets, u32 rows, u64 e) {
  u32 low = 0, lane = threadIdx.x % 32;
  for (u32 size = rows; size > 1;) {
    u32 step = (size - 1) / 32 + 1, at = lane * step;
    u32 before = __popc(__ballot_sync(~0u, at < size && offsets[low + at] <= e)) - 1;
    low += before * step;
    size = min(step, size - before * step);
  }
  return low;
}

// lookUp looks eight 16-bit entries up, in 65,536 bits that begin at an address of shared memory: entry i has bit 24 + i. pull
// shifts the bit of an entry, whose word is at that byte, into hits from above. All in all that is an address, a load, and
// two shifts, which compilers do not find.
DEVICE u32 pull(u32 bits, u32 byte, u32 entry, u32 hits) {
  u32 word;
  asm("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(bits + (byte & (65536 / 8 - 4))) : "memory");
  asm("shf.r.wrap.b32 %0, %0, %0, %1;" : "+r"(word) : "r"(entry));
  asm("shf.r.wrap.b32 %0, %0, %1, 1;" : "+r"(hits) : "r"(word));
  return hits;
}
DEVICE u32 lookUp(u32 bits, u32x4 e) {
  u32 hits = 0;
#pragma unroll
  for (u32 i = 0; i < 4; i++) {
    hits = pull(bits, e[i] >> 3, e[i], hits);
    hits = pull(bits, e[i] >> 19, e[i] >> 16, hits);
  }
  return hits;
}
