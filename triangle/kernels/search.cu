// The kernel of the method search.
#include "rows.h"

// search counts by binary search: 8 lanes an entry look up the shorter of its
// two lists in the longer.
KERNEL search(const u64* offsets, const u32* neighbors, u32 rows, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32;
  u64 triangles = 0;
  for (Rows taken; (taken = grabRows(next, rows)).first < rows;) {
    for (u64 u = taken.first; u < taken.last; u++) {
      u64 begin = offsets[u], end = offsets[u + 1];
      for (u64 p = begin; p < end; p += 32) {
        u32 v = p + lane < end ? neighbors[p + lane] : 0;
        triangles += searchPairs(offsets, neighbors, begin, p, v, __ballot_sync(~0u, p + lane < end && p + lane > begin));
      }
    }
  }
  addTotal(total, triangles);
}
