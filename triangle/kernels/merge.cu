// The kernel of the method merge.
#include "rows.h"

// merge counts by merging: a thread an entry, two pointers.
KERNEL merge(const u64* offsets, const u32* neighbors, u32 rows, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32;
  u64 triangles = 0;
  for (Rows taken; (taken = grabRows(next, rows)).first < rows;) {
    // The entries of the rows side by side, so that short rows fill a warp.
    u64 u = taken.first, end = offsets[taken.last];
    for (u64 p = offsets[u] + lane; p < end; p += 32) {
      while (offsets[u + 1] <= p) u++;
      u64 a = offsets[u], v = neighbors[p], b = offsets[v], last = offsets[v + 1];
      while (a < p && b < last) {
        u32 x = neighbors[a], y = neighbors[b];
        triangles += x == y;
        a += x <= y;
        b += y <= x;
      }
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}
