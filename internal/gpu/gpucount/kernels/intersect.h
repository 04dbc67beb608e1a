// Merging two lists.
#pragma once
#include "rows.h"

// FAR_LONGER is from how many times the length of the other on a list is entered by binary
// search.
static const i64 FAR_LONGER = 16;

// lowerBound returns the first entry of an ascending list that is not below x,
// or the end.
DEVICE const u32* lowerBound(const u32* list, const u32* end, u32 x) {
  while (list < end) {
    const u32* middle = list + (end - list) / 2;
    if (*middle < x)
      list = middle + 1;
    else
      end = middle;
  }
  return list;
}

// intersect returns how many entries two ascending lists, neither of them
// empty, have in common. It leaves b at the first entry that is larger than all
// of a, or at the end.
DEVICE u32 intersect(const u32* a, const u32* aEnd, const u32*& b, const u32* bEnd) {
  u32 x = *a, y = *b, count = 0;
  for (;;) {
    bool down = x <= y, right = y <= x;
    count += x == y;
    a += down;
    b += right;
    if (a == aEnd || b == bEnd) return count;
    // Only the side that moved is read again.
    if (down) x = *a;
    if (right) y = *b;
  }
}
