// FAR_LONGER is from how many times the length of the other on a list is entered by binary search.
#define FAR_LONGER 16

// merge counts by two pointers: an item takes an entry (u, v), and merges what stands before it
// in the row of u with the row of v.
kernel void merge(LISTS, TURNS, ANSWERS, local u64* scratch) {
  local u32 taken;
  u64 triangles = 0, row = upperRow, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  for (u64 begin; (begin = first + (u64)take(cursor, start, &taken) * many) < last;) {
    u64 end = min(begin + many, last);
    row = rowOf(offsets, rows, row, begin);
    for (u64 u = row, p = begin + get_local_id(0); p < end; p += get_local_size(0)) {
      u32 v = upper[p - upperAt], count = 0;
      if (v < lowerRow || v >= lowerEnd) continue;
      u = rowAfter(offsets, rows, u, p);
      global const u32 *a = upper + (offsets[u] - upperAt), *aEnd = upper + (p - upperAt);
      global const u32 *b = lower + (offsets[v] - lowerAt), *bEnd = lower + (offsets[v + 1] - lowerAt);
      if (a == aEnd || b == bEnd) continue;
      if (aEnd - a > FAR_LONGER * (bEnd - b)) a = lowerBound(a, aEnd, *b);
      else if (bEnd - b > FAR_LONGER * (aEnd - a)) b = lowerBound(b, bEnd, *a);
      if (a == aEnd || b == bEnd) continue;
      for (u32 x = *a, y = *b;;) {
        bool down = x <= y, right = y <= x;
        if (down && right) {
          found(answer, lowerAnswer, x, a - upper, b - lower);
          count++;
        }
        a += down;
        b += right;
        if (a == aEnd || b == bEnd) break;
        // Only the side that moved is read again.
        if (down) x = *a;
        if (right) y = *b;
      }
      close(answer, u, v, p - upperAt, count);
      triangles += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}
