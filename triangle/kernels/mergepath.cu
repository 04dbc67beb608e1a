// The kernel of the method merge-path.
#include "entries.h"

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

// walk counts the equal pairs of the walk from one diagonal to another.
DEVICE u32 walk(const u32* a, u32 aSize, const u32* b, u32 bSize, u64 from, u64 to) {
  Point at = crossing(a, aSize, b, bSize, from);
  i64 left = (i64)to - at.i - at.j;
  if (left <= 0 || at.i == aSize || at.j == bSize) return 0;
  const u32 *aEnd = a + aSize, *bEnd = b + bSize;
  a += at.i;
  b += at.j;
  u32 x = *a, y = *b, count = 0;
  for (;;) {
    bool down = x <= y, right = y <= x;
    count += x == y;
    a += down;
    b += right;
    left -= down + right;
    if (left <= 0 || a == aEnd || b == bEnd) return count;
    if (down) x = *a;
    if (right) y = *b;
  }
}

// mergePath counts by merging: `threads` threads an entry, a power of two up to
// 32, each a piece of the walk of the same length; 32 / threads entries at once
// in a warp.
KERNEL mergePath(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u32 threads, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32, piece = lane % threads;
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + lane / threads; p < taken.last; p += 32 / threads) {
      u = rowAfter(offsets, rows, u, p);
      u64 begin = offsets[u], from = offsets[neighbors[p]];
      u32 aSize = (u32)(p - begin), bSize = (u32)(offsets[neighbors[p] + 1] - from);
      if (aSize == 0 || bSize == 0) continue;
      u64 length = (u64)aSize + bSize, share = (length + threads - 1) / threads, first = piece * share;
      if (first < length) triangles += walk(neighbors + begin, aSize, neighbors + from, bSize, first, min64(first + share, length));
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}
