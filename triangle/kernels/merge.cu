// The kernel of the method merge.
#include "entries.h"
#include "intersect.h"

// merge counts by merging: a thread an entry, two pointers. A warp takes `many`
// entries at a time, side by side, so that short rows fill it.
KERNEL merge(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, u64* total) {
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + threadIdx.x % 32; p < taken.last; p += 32) {
      u = rowAfter(offsets, rows, u, p);
      u64 a = offsets[u];
      u32 v = neighbors[p];
      const u32 *b = neighbors + offsets[v], *bEnd = neighbors + offsets[v + 1];
      if (a < p && b < bEnd) triangles += intersect(neighbors + a, neighbors + p, b, bEnd);
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}
