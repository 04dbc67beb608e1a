// The kernel of the method merge.
#include "entries.h"
#include "intersect.h"

// MOST_THREADS is how large a block of the methods merge and shared can be. The
// bounds keep merge to as few registers as FULL does.
HOST_CONST u32 MOST_THREADS = 1024;

// merge counts by merging: a thread an entry, two pointers. A warp takes `many`
// entries at a time, side by side, so that short rows fill it.
KERNEL __launch_bounds__(MOST_THREADS, 2) merge(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, u64* total) {
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + threadIdx.x % 32; p < taken.last; p += 32) {
      u = rowAfter(offsets, rows, u, p);
      u32 v = neighbors[p];
      const u32 *a = neighbors + offsets[u], *aEnd = neighbors + p, *b = neighbors + offsets[v], *bEnd = neighbors + offsets[v + 1];
      if (a == aEnd || b == bEnd) continue;
      if (aEnd - a > FAR_LONGER * (bEnd - b))
        a = lowerBound(a, aEnd, *b);
      else if (bEnd - b > FAR_LONGER * (aEnd - a))
        b = lowerBound(b, bEnd, *a);
      if (a < aEnd && b < bEnd) triangles += intersect(a, aEnd, b, bEnd);
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}
