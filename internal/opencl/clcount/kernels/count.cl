// Counting triangles over oriented lists: the list of row u is ascending and holds smaller
// rows alone. A launch takes entries or rows from `first` to `last`, so that none is long, and its
// groups take `many` of them at a time, whenever they come back: no group waits for another.
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
#define LISTS \
  global const u64 *restrict offsets, global const u32 *restrict upper, global const u32 *restrict lower, u64 rows, u64 upperRow, u64 lowerRow, u64 lowerEnd
#define TURNS u64 first, u64 last, u32 many, global u32 *cursor, u32 start
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

// take takes the next number for the group, from a cursor that stood at `start` before the launch:
// it wraps around. A barrier has to be between that and the next time. (That is at the end of what is
// done meanwhile. PoCL lost turns where it was the first thing here.)
u32 take(volatile global u32* cursor, u32 start, local u32* taken) {
  if (get_local_id(0) == 0) *taken = atomic_inc(cursor) - start;
  barrier(CLK_LOCAL_MEM_FENCE);
  return *taken;
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

// lastUpTo returns where the last entry of an ascending list is that is not above w, or 0.
u32 lastUpTo(global const u32* list, u32 length, u32 w) {
  u32 low = 0;
  while (length > 1) {
    u32 by = length / 2;
    low += list[low + by] <= w ? by : 0;
    length -= by;
  }
  return low;
}

// rowOf returns the row that holds entry p: row low, or one far behind it.
u64 rowOf(global const u64* offsets, u64 rows, u64 low, u64 p) {
  while (rows - low > 1) {
    u64 middle = low + (rows - low) / 2;
    if (offsets[middle] <= p) low = middle;
    else rows = middle;
  }
  return low;
}

// lowerBound returns the first entry of an ascending list that is not below w, or the end.
global const u32* lowerBound(global const u32* list, global const u32* end, u32 w) { return list + below(list, end - list, w); }

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

// Lists are those that the items of a group bring, a list each, which all of them go through
// together: they are busy however short each is, and items that stand side by side read what does.
typedef struct {
  local u64* from;  // entry t of all short lists is at from[l] + t, where it is in list l
  local u32 *size, *before, *hits; // before: entries of the short lists before this one
  u32 all;          // entries of the short lists
  u64 longOnes;     // a bit for each list that is gone through alone
} Lists;

// MOST_LISTS is how many items a group has at most that does so.
#define MOST_LISTS 64

// LONG_LIST is from how many entries on a list is gone through alone.
#define LONG_LIST 256

// gather begins to go through lists: an item brings so many entries from a place on. What else it
// left in local memory before is there for all then. A barrier has to be between that and those before.
void gather(Lists* lists, u64 from, u32 size) {
  u32 item = get_local_id(0), items = get_local_size(0), before = 0;
  lists->size[item] = size;
  lists->hits[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  lists->all = 0, lists->longOnes = 0;
  for (u32 l = 0; l < items; l++) {
    u32 of = lists->size[l];
    lists->longOnes |= (u64)(of >= LONG_LIST) << l;
    of = of >= LONG_LIST ? 0 : of;
    before += l < item ? of : 0;
    lists->all += of;
  }
  lists->from[item] = size >= LONG_LIST ? from : from - before;
  lists->before[item] = before;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// takeLong takes the next list that is gone through alone.
u32 takeLong(Lists* lists) {
  u32 l = 63 - (u32)clz(lists->longOnes & -lists->longOnes);
  lists->longOnes &= lists->longOnes - 1;
  return l;
}

// listOf says which list entry t of all short ones is in.
u32 listOf(const Lists* lists, u32 t) {
  u32 l = 0;
  for (u32 by = get_local_size(0) / 2; by > 0; by /= 2) l += lists->before[l + by] <= t ? by : 0;
  return l;
}

// hit counts a triangle that was found in a list, for what close says of it.
void hit(const Lists* lists, u32 l) {
#if defined OF_ROWS || defined OF_ENTRIES
  atomic_inc(lists->hits + l);
#endif
}

// Tree is a row, of which entries at multiples of 2^shift are in local memory: the first levels of
// a search tree.
typedef struct {
  local u32* nodes;
  global const u32* row;
  u32 length, shift, count;
} Tree;

#define TREE 512

// plant makes a row the tree. A barrier has to follow.
void plant(Tree* tree, global const u32* row, u32 length) {
  tree->row = row;
  tree->length = length;
  tree->shift = length <= TREE ? 0 : 32 - clz((length - 1) / TREE);
  tree->count = ((length - 1) >> tree->shift) + 1;
  for (u32 i = get_local_id(0); i < tree->count; i += get_local_size(0)) tree->nodes[i] = row[i << tree->shift];
}

// climb returns where w would be in the row of the tree: there, if it is in it.
u32 climb(const Tree* tree, u32 w) {
  u32 node = 0;
  for (u32 left = tree->count; left > 1;) {
    u32 by = left / 2;
    node += tree->nodes[node + by] <= w ? by : 0;
    left -= by;
  }
  u32 from = node << tree->shift;
  return from + lastUpTo(tree->row + from, min(1u << tree->shift, tree->length - from), w);
}

// Targets are the lists that those of Lists are looked up in.
typedef struct {
  local u64* at;
  local u32 *length, *which; // one of those below
} Targets;

enum { IN_TREE, IN_ROW, IN_LIST };

// lookUp looks entry q of list l up, and returns how many triangles that makes.
u32 lookUp(const Lists* lists, const Targets* targets, const Tree* tree, global const u32* upper, global const u32* lower,
           global u32* answer, global u32* lowerAnswer, u32 l, u64 q) {
  u32 which = targets->which[l], w = which == IN_LIST ? upper[q] : lower[q];
  global const u32* in = which == IN_LIST ? lower : upper;
  u64 at = targets->at[l];
  at += which == IN_TREE ? climb(tree, w) : lastUpTo(in + at, targets->length[l], w);
  if (in[at] != w) return 0;
  found(answer, lowerAnswer, w, which == IN_LIST ? q : at, which == IN_LIST ? at : q);
  hit(lists, l);
  return 1;
}

// search looks the entries of the shorter list of an entry up in the longer one. A group takes as
// many entries as it has items. While these are in one row, lists are looked up in that, of which the first
// levels are near, unless they are far longer.
kernel void search(LISTS, TURNS, ANSWERS, local u64* scratch) {
  local u32 taken, size[MOST_LISTS], before[MOST_LISTS], hits[MOST_LISTS], length[MOST_LISTS], which[MOST_LISTS], nodes[TREE];
  local u64 from[MOST_LISTS], at[MOST_LISTS];
  Lists lists = {from, size, before, hits, 0, 0};
  Targets targets = {at, length, which};
  Tree tree = {nodes, 0, 0, 0, 0};
  u32 item = get_local_id(0), items = get_local_size(0);
  u64 triangles = 0, row = upperRow, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  for (u64 begin; (begin = first + (u64)take(cursor, start, &taken) * many) < last;) {
    u64 end = min(begin + many, last);
    row = rowOf(offsets, rows, row, begin);
    for (u64 step = begin; step < end; step += items) {
      row = rowAfter(offsets, rows, row, step);
      u64 rowBegin = offsets[row], rowEnd = offsets[row + 1];
      bool inTree = rowEnd - rowBegin >= MOST_LISTS && rowEnd >= min(step + items, end);
      if (inTree && tree.row != upper + (rowBegin - upperAt)) plant(&tree, upper + (rowBegin - upperAt), (u32)(rowEnd - rowBegin));
      u64 p = step + item, u = row, few = 0;
      u32 v = 0, fewSize = 0;
      if (p < end) v = upper[p - upperAt];
      bool here = p < end && v >= lowerRow && v < lowerEnd;
      if (here) {
        u = inTree ? row : rowAfter(offsets, rows, row, p);
        u64 a = offsets[u] - upperAt, b = offsets[v] - lowerAt;
        u32 aSize = (u32)(p - upperAt - a), bSize = (u32)(offsets[v + 1] - lowerAt - b);
        bool swap = inTree ? bSize / 4 > aSize : bSize > aSize;
        few = swap ? a : b;
        fewSize = aSize == 0 || bSize == 0 ? 0 : swap ? aSize : bSize;
        at[item] = swap ? b : a;
        length[item] = swap ? bSize : aSize;
        which[item] = swap ? IN_LIST : inTree ? IN_TREE : IN_ROW;
      }
      gather(&lists, few, fewSize);
      while (lists.longOnes != 0) {
        u32 l = takeLong(&lists);
        for (u32 i = item; i < size[l]; i += items) triangles += lookUp(&lists, &targets, &tree, upper, lower, answer, lowerAnswer, l, from[l] + i);
      }
      for (u32 t = item; t < lists.all; t += items) {
        u32 l = listOf(&lists, t);
        triangles += lookUp(&lists, &targets, &tree, upper, lower, answer, lowerAnswer, l, from[l] + t);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (here) close(answer, u, v, p - upperAt, hits[item]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}

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
