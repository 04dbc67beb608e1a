// The kernel of the method merge-path.
#include "entries.h"
#include "intersect.h"

// Point is a place on the walk that merges a and b: so many entries of each are
// behind it.
struct Point {
  u32 i, j;
};

// crossing returns where the walk crosses a diagonal, i + j, that is not beyond
// its end. A step down-right, over an equal pair, passes over a diagonal: it
// belongs to the piece in which it begins, and the crossing is behind it.
DEVICE Point crossing(const u32* a, u32 aSize, const u32* b, u32 bSize, u64 diagonal) {
  u32 low = diagonal > bSize ? (u32)(diagonal - bSize) : 0, high = (u32)min64(diagonal, aSize);
  while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  u32 j = (u32)(diagonal - low);
  if (low > 0 && j < bSize && a[low - 1] == b[j]) j++;
  return {low, j};
}

// mergePath counts by merging: 2^shift threads an entry, up to 32, each a piece
// of the walk of the same length; 32 >> shift entries at once in a warp.
KERNEL mergePath(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u32 shift, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32, last = (1u << shift) - 1, piece = lane & last;
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 step = taken.first; step < taken.last; step += 32 >> shift) {
      u64 p = step + (lane >> shift);
      const u32 *a = neighbors, *b = neighbors;
      Point end = {0, 0};
      if (p < taken.last) {
        u = rowAfter(offsets, rows, u, p);
        u32 v = neighbors[p];
        a += offsets[u];
        b += offsets[v];
        end = {(u32)(neighbors + p - a), (u32)(neighbors + offsets[v + 1] - b)};
      }
      u64 length = (u64)end.i + end.j, share = (length + last) >> shift;
      Point from = crossing(a, end.i, b, end.j, min64(piece * share, length));
      Point to = {__shfl_down_sync(ALL, from.i, 1), __shfl_down_sync(ALL, from.j, 1)};
      if (piece == last) to = end;
      const u32* rest = b + from.j;
      if (from.i < to.i && from.j < to.j) triangles += intersect(a + from.i, a + to.i, rest, b + to.j);
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}
