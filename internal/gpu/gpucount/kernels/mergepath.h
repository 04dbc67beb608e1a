// The walk that merges two lists: Merge Path.
#pragma once
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

// Pair is two lists that are merged.
struct Pair {
  const u32 *a, *b;
  u32 aSize, bSize;

  __device__ __forceinline__ u64 length() const { return (u64)aSize + bSize; }
};

// pairOf returns the lists of the entry at position p in row u: what stands
// before it, and the row that it leads to. Where one of them is empty, both are.
DEVICE Pair pairOf(const u64* offsets, const u32* neighbors, u64 u, u64 p) {
  u32 v = neighbors[p];
  u64 begin = offsets[u], other = offsets[v];
  Pair pair = {neighbors + begin, neighbors + other, (u32)(p - begin), (u32)(offsets[v + 1] - other)};
  if (pair.aSize == 0 || pair.bSize == 0) pair.aSize = pair.bSize = 0;
  return pair;
}

// walk counts from one diagonal on, for so many steps: the equal pairs that
// begin on one of these diagonals.
DEVICE u32 walk(const Pair& pair, u64 diagonal, u64 steps) {
  if (diagonal >= pair.length()) return 0;
  Point at = crossing(pair.a, pair.aSize, pair.b, pair.bSize, diagonal);
  i64 left = (i64)(diagonal + steps) - at.i - at.j;
  if (at.i >= pair.aSize || at.j >= pair.bSize || left <= 0) return 0;
  const u32 *a = pair.a + at.i, *aEnd = pair.a + pair.aSize, *b = pair.b + at.j, *bEnd = pair.b + pair.bSize;
  u32 x = *a, y = *b, count = 0;
  for (;;) {
    bool down = x <= y, right = y <= x;
    count += x == y;
    a += down;
    b += right;
    left -= down + right;
    if (left <= 0 || a == aEnd || b == bEnd) return count;
    // Only the side that moved is read again.
    if (down) x = *a;
    if (right) y = *b;
  }
}
