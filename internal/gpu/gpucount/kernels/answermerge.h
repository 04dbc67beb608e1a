// The slow twin of an answer for each vertex or edge.
#pragma once
#include "entries.h"

// mergeEach goes through all triangles as the kernel merge does, a thread an entry.
template <class To>
DEVICE void mergeEach(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, To to) {
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + threadIdx.x % 32; p < taken.last; p += 32) {
      u = rowAfter(offsets, rows, u, p);
      u32 v = neighbors[p], count = 0;
      for (u64 a = offsets[u], b = offsets[v], end = offsets[v + 1]; a < p && b < end;) {
        u32 x = neighbors[a], y = neighbors[b];
        if (x == y) {
          to.third(x, a, b);
          count++;
        }
        a += x <= y;
        b += y <= x;
      }
      if (count == 0) continue;
      to.pair(u, p, count);
      to.middle(v, count);
    }
    __syncwarp();
  }
}
