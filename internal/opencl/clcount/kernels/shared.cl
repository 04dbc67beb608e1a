// shared counts by merging, with rows in local memory, tileSize entries of them at a time. A group
// takes as many rows as fit, an item an entry, and merges what is before that in its row and the tile
// with the list that it leads to. A row that does not fit takes several tiles.
kernel void shared(LISTS, TURNS, ANSWERS, local u64* scratch, local u32* tile, u32 tileSize) {
  local u32 taken;
  u64 triangles = 0, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  u32 item = get_local_id(0), items = get_local_size(0);
  for (u64 row; (row = first + (u64)take(cursor, start, &taken) * many) < last;) {
    u64 lastRow = min(row + many, last);
    for (u64 next; row < lastRow; row = next) {
      u64 begin = offsets[row];
      next = max(rowOf(offsets, lastRow + 1, row, begin + tileSize), row + 1);
      u64 end = offsets[next];
      for (u64 at = begin; at < end; at += tileSize) {
        u32 size = (u32)min((u64)tileSize, end - at);
        barrier(CLK_LOCAL_MEM_FENCE); // the tile before has been read
        for (u32 i = item; i < size; i += items) tile[i] = upper[at - upperAt + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        u64 u = row;
        for (u64 p = at + item; p < end; p += items) {
          u32 v = upper[p - upperAt], count = 0;
          if (v < lowerRow || v >= lowerEnd) continue;
          u = rowAfter(offsets, next, u, p);
          u64 from = max(offsets[u], at);
          local const u32 *a = tile + (from - at), *aEnd = tile + min((u64)size, p - at);
          global const u32 *b = lower + (offsets[v] - lowerAt), *bEnd = lower + (offsets[v + 1] - lowerAt);
          if (at > begin) b = lowerBound(b, bEnd, tile[0]);
          if (a == aEnd || b == bEnd) continue;
          for (u32 x = *a, y = *b;;) {
            bool down = x <= y, right = y <= x;
            if (down && right) {
              found(answer, lowerAnswer, x, at - upperAt + (a - tile), b - lower);
              count++;
            }
            a += down;
            b += right;
            if (a == aEnd || b == bEnd) break;
            if (down) x = *a;
            if (right) y = *b;
          }
          close(answer, u, v, p - upperAt, count);
          triangles += count;
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}
