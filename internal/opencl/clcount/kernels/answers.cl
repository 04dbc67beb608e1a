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
