// Counting triangles over oriented lists: the list of row u is ascending and holds smaller
// rows alone. A launch takes entries or rows from `first` to `last`, so that none is long.
// Each group leaves its sum in a place of its own, which nothing else writes: no atomics of
// 64 bits are needed, and no order of additions matters.
//
// The lists of two ranges of rows are there: `upper` has those from row `upperRow` on, of which u
// is taken, and `lower` those from `lowerRow` to `lowerEnd`, of which v is: an entry v of another
// row is left out. Where all lists are there at once both are the same, and so they are where a
// range is counted with itself.
//
// Built with OF_ROWS, the triangles of each row are added to `answer`, too, in two words a row,
// the lower one first; with OF_ENTRIES those that hold the edge of each entry, in a word, to
// `answer` for entries of `upper`, and to `lowerAnswer` for those of `lower`.
typedef uint u32;
typedef ulong u64;
#define LISTS global const u64 *offsets, global const u32 *upper, global const u32 *lower, u64 rows, u64 upperRow, u64 lowerRow, u64 lowerEnd
#define ANSWERS global u64 *sums, global u32 *answer, global u32 *lowerAnswer

// leave adds the sums of all items to that of the group. scratch has a word an item.
void leave(u64 sum, local u64* scratch, global u64* sums) {
  u32 item = get_local_id(0);
  scratch[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (u32 by = get_local_size(0) / 2; by > 0; by /= 2) {
    if (item < by) scratch[item] += scratch[item + by];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) sums[get_group_id(0)] += scratch[0];
}

#ifdef OF_ROWS
// addRow adds to the triangles of a row.
#ifdef ATOMICS_OF_64_BITS
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
void addRow(global u32* answer, u64 row, u32 count) { atom_add((volatile global u64*)answer + row, (u64)count); }
#else
// Whoever takes the lower word beyond its end carries, once: the two are right when all is added.
void addRow(global u32* answer, u64 row, u32 count) {
  u32 before = atomic_add(answer + 2 * row, count);
  if (before + count < before) atomic_inc(answer + 2 * row + 1);
}
#endif
#endif

// found adds one triangle at its smallest corner w: that is entry a of `upper`, in the row of u, and
// entry b of `lower`, in that of v.
void found(global u32* answer, global u32* lowerAnswer, u32 w, u64 a, u64 b) {
#ifdef OF_ROWS
  addRow(answer, w, 1);
#endif
#ifdef OF_ENTRIES
  atomic_inc(answer + a);
  atomic_inc(lowerAnswer + b);
#endif
}

// close adds all triangles of row u and its entry v, which is entry p of `upper`, at those.
void close(global u32* answer, u64 u, u32 v, u64 p, u32 count) {
#ifdef OF_ROWS
  if (count > 0) {
    addRow(answer, u, count);
    addRow(answer, v, count);
  }
#endif
#ifdef OF_ENTRIES
  if (count > 0) atomic_add(answer + p, count);
#endif
}

// rowAfter returns the row that holds entry p: row low, or one behind it.
u64 rowAfter(global const u64* offsets, u64 rows, u64 low, u64 p) {
  u64 step = 1;
  while (low + step < rows && offsets[low + step] <= p) {
    low += step;
    step *= 2;
  }
  while (step > 1) {
    step /= 2;
    if (low + step < rows && offsets[low + step] <= p) low += step;
  }
  return low;
}

// below returns how many entries of an ascending list are less than w.
u64 below(global const u32* list, u64 length, u32 w) {
  u64 low = 0;
  while (low < length) {
    u64 middle = low + (length - low) / 2;
    if (list[middle] < w) low = middle + 1;
    else length = middle;
  }
  return low;
}

// merge counts by two pointers: an item takes an entry (u, v), and merges what stands before it
// in the row of u with the row of v.
kernel void merge(LISTS, u64 first, u64 last, ANSWERS, local u64* scratch) {
  u64 triangles = 0, u = upperRow, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  for (u64 p = first + get_global_id(0); p < last; p += get_global_size(0)) {
    u32 v = upper[p - upperAt], count = 0;
    if (v < lowerRow || v >= lowerEnd) continue;
    u = rowAfter(offsets, rows, u, p);
    u64 a = offsets[u] - upperAt, aEnd = p - upperAt, b = offsets[v] - lowerAt, bEnd = offsets[v + 1] - lowerAt;
    while (a < aEnd && b < bEnd) {
      u32 x = upper[a], y = lower[b];
      if (x == y) {
        found(answer, lowerAnswer, x, a, b);
        count++;
      }
      a += x <= y;
      b += y <= x;
    }
    close(answer, u, v, p - upperAt, count);
    triangles += count;
  }
  leave(triangles, scratch, sums);
}

// search looks the entries of the shorter list of an entry up in the longer one.
kernel void search(LISTS, u64 first, u64 last, ANSWERS, local u64* scratch) {
  u64 triangles = 0, u = upperRow, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  for (u64 p = first + get_global_id(0); p < last; p += get_global_size(0)) {
    u32 v = upper[p - upperAt], count = 0;
    if (v < lowerRow || v >= lowerEnd) continue;
    u = rowAfter(offsets, rows, u, p);
    u64 a = offsets[u] - upperAt, size = p - offsets[u], b = offsets[v] - lowerAt, length = offsets[v + 1] - offsets[v];
    global const u32 *few = upper + a, *many = lower + b;
    bool swapped = size > length;
    if (swapped) {
      u64 n = size;
      size = length;
      length = n;
      few = lower + b;
      many = upper + a;
    }
    for (u64 i = 0; i < size; i++) {
      u32 w = few[i];
      u64 at = below(many, length, w);
      if (at < length && many[at] == w) {
        found(answer, lowerAnswer, w, a + (swapped ? at : i), b + (swapped ? i : at));
        count++;
      }
    }
    close(answer, u, v, p - upperAt, count);
    triangles += count;
  }
  leave(triangles, scratch, sums);
}

// shared counts by merging, with the row in local memory, TILE entries of it at a time: a group
// takes a row, an item an entry, and merges what is before that in the tile with the list that
// it leads to.
kernel void shared(LISTS, u64 first, u64 last, ANSWERS, local u64* scratch, local u32* tile, u32 tileSize) {
  u64 triangles = 0, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  u32 item = get_local_id(0), items = get_local_size(0);
  for (u64 u = first + get_group_id(0); u < last; u += get_num_groups(0)) {
    u64 begin = offsets[u] - upperAt, length = offsets[u + 1] - offsets[u];
    for (u64 at = 0; at < length; at += tileSize) {
      u32 size = (u32)min((u64)tileSize, length - at);
      barrier(CLK_LOCAL_MEM_FENCE); // the tile before has been read
      for (u32 i = item; i < size; i += items) tile[i] = upper[begin + at + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (u64 p = at + 1 + item; p < length; p += items) {
        u32 v = upper[begin + p], a = 0, aEnd = (u32)min((u64)size, p - at), count = 0;
        if (v < lowerRow || v >= lowerEnd) continue;
        u64 b = offsets[v] - lowerAt, bEnd = offsets[v + 1] - lowerAt;
        if (at > 0) b += below(lower + b, bEnd - b, tile[0]);
        while (a < aEnd && b < bEnd) {
          u32 x = tile[a], y = lower[b];
          if (x == y) {
            found(answer, lowerAnswer, x, begin + at + a, b);
            count++;
          }
          a += x <= y;
          b += y <= x;
        }
        close(answer, u, v, begin + p, count);
        triangles += count;
      }
    }
  }
  leave(triangles, scratch, sums);
}

// bitmap counts by testing: a group sets the bits of a row in its bits over all rows, `words`
// words of them, tests the lists of all entries, and clears the bits. All bits are clear before
// a launch and after it.
kernel void bitmap(LISTS, u64 first, u64 last, ANSWERS, local u64* scratch, global u32* bitmaps, u64 words) {
  u64 triangles = 0, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  u32 item = get_local_id(0), items = get_local_size(0);
  global u32* bits = bitmaps + get_group_id(0) * words;
  for (u64 u = first + get_group_id(0); u < last; u += get_num_groups(0)) {
    u64 begin = offsets[u] - upperAt, end = offsets[u + 1] - upperAt;
    for (u64 p = begin + item; p < end; p += items) atomic_or(bits + upper[p] / 32, 1u << upper[p] % 32);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (u64 p = begin + item; p < end; p += items) {
      u32 v = upper[p], count = 0;
      if (v < lowerRow || v >= lowerEnd) continue;
      for (u64 b = offsets[v] - lowerAt, bEnd = offsets[v + 1] - lowerAt; b < bEnd; b++) {
        u32 w = lower[b];
        u32 hit = bits[w / 32] >> w % 32 & 1;
#ifdef OF_ENTRIES
        if (hit) found(answer, lowerAnswer, w, begin + below(upper + begin, p - begin, w), b);
#else
        if (hit) found(answer, lowerAnswer, w, 0, b);
#endif
        count += hit;
      }
      close(answer, u, v, p, count);
      triangles += count;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (u64 p = begin + item; p < end; p += items) bits[upper[p] / 32] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}
