// test looks at the bit of entry q of a list l, which is of an entry in the row from begin on, and returns
// how many triangles that makes.
u32 test(const Lists* lists, global const u32* bits, global const u32* upper, global const u32* lower, global u32* answer,
         global u32* lowerAnswer, u32 l, u64 q, u64 begin, u64 end) {
  u32 w = lower[q];
  if ((bits[w / 32] >> w % 32 & 1) == 0) return 0;
#ifdef OF_ENTRIES
  found(answer, lowerAnswer, w, begin + below(upper + begin, end - begin, w), q);
#else
  found(answer, lowerAnswer, w, 0, q);
#endif
  hit(lists, l);
  return 1;
}

// bitmap counts by testing: a group sets the bits of a row in its bits over all rows, `words`
// words of them, tests the lists of all entries, and clears the bits. All bits are clear before
// a launch and after it.
kernel void bitmap(LISTS, TURNS, ANSWERS, local u64* scratch, global u32* bitmaps, u64 words) {
  local u32 taken, size[MOST_LISTS], before[MOST_LISTS], hits[MOST_LISTS];
  local u64 from[MOST_LISTS];
  Lists lists = {from, size, before, hits, 0, 0};
  u64 triangles = 0, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  u32 item = get_local_id(0), items = get_local_size(0);
  global u32* bits = bitmaps + get_group_id(0) * words;
  for (u64 row; (row = first + (u64)take(cursor, start, &taken) * many) < last;) {
    for (u64 u = row, lastRow = min(row + many, last); u < lastRow; u++) {
      u64 begin = offsets[u] - upperAt, end = offsets[u + 1] - upperAt;
      if (end - begin < 2) continue;
      for (u64 p = begin + item; p < end; p += items) atomic_or(bits + upper[p] / 32, 1u << upper[p] % 32);
      barrier(CLK_GLOBAL_MEM_FENCE);
      for (u64 step = begin + 1; step < end; step += items) { // nothing is before the first entry
        u64 p = step + item, list = 0;
        u32 v = 0, entries = 0;
        if (p < end) v = upper[p];
        bool here = p < end && v >= lowerRow && v < lowerEnd;
        if (here) {
          list = offsets[v] - lowerAt;
          entries = (u32)(offsets[v + 1] - lowerAt - list);
        }
        gather(&lists, list, entries);
        while (lists.longOnes != 0) {
          u32 l = takeLong(&lists);
          for (u32 i = item; i < size[l]; i += items) triangles += test(&lists, bits, upper, lower, answer, lowerAnswer, l, from[l] + i, begin, end);
        }
        for (u32 t = item; t < lists.all; t += items) {
          u32 l = listOf(&lists, t);
          triangles += test(&lists, bits, upper, lower, answer, lowerAnswer, l, from[l] + t, begin, end);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (here) close(answer, u, v, p, hits[item]);
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
      for (u64 p = begin + item; p < end; p += items) bits[upper[p] / 32] = 0;
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}
