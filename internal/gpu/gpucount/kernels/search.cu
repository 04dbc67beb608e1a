// The kernel of the method search.
#include "lists.h"

// Tree is the first levels of the search tree of a list: its entries at
// multiples of 2^shift.
static const u32 TREE = 512;
struct Tree {
  u32 nodes[TREE];
};

// Targets is where a warp keeps the 32 lists that it looks up in.
struct Targets {
  u64 at[32];
  u32 size[32];
};

// search counts by binary search: a warp goes through the shorter lists of 32
// entries at once and looks their entries up in the longer ones. While it is in
// a long row, the first levels of the row's search tree are in shared memory.
KERNEL FULL search(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, u64* total) {
  __shared__ Tree trees[WARPS];
  __shared__ Lists allLists[WARPS];
  __shared__ Targets allTargets[WARPS];
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  u32* nodes = trees[warp].nodes;
  Lists& lists = allLists[warp];
  Targets& targets = allTargets[warp];
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 row = taken.row, last = taken.last, planted = ~(u64)0;
    u32 length = 0, shift = 0, levels = 0; // of the tree, the one of row planted
    for (u64 step = taken.first; step < last;) {
      u64 begin = offsets[row], end = offsets[row + 1], after = min64(step + 32, last);
      bool inTree = end - begin >= 64 && end >= min64(step + 16, last);
      if (inTree) after = min64(after, end);
      if (inTree && planted != row) {
        planted = row;
        length = (u32)(end - begin);
        shift = length <= TREE ? 0 : 32 - __clz((length - 1) / TREE);
        levels = ((length - 1) >> shift) + 1;
        for (u32 i = lane; i < levels; i += 32) nodes[i] = neighbors[begin + ((u64)i << shift)];
        __syncwarp();
      }
      u64 p = step + lane, from = 0, at = 0;
      u32 size = 0, before = 0; // of the list that the entry leads to, and of what is before the entry
      if (p < after) {
        u64 u = inTree ? row : rowAfter(offsets, rows, row, p);
        u32 v = neighbors[p];
        from = offsets[v];
        size = (u32)(offsets[v + 1] - from);
        at = offsets[u];
        before = (u32)(p - at);
      }
      if (size == 0 || before == 0) size = before = 0;
      if (inTree) {
        bool looked = size <= 4 * (u64)before;
        eachEntry(lists, neighbors, from, looked ? size : 0, next, [&](u32, u32 x) {
          u32 node = 0;
          for (u32 left = levels; left > 1;) {
            u32 half = left / 2;
            node += nodes[node + half] <= x ? half : 0;
            left -= half;
          }
          if (shift == 0)
            triangles += nodes[node] == x;
          else
            triangles += contains(neighbors + begin + ((u64)node << shift), min(1u << shift, length - (node << shift)), x);
        });
        if (looked) size = before = 0;
      }
      if (__any_sync(ALL, size > 0)) {
        bool swap = size > before;
        targets.at[lane] = swap ? from : at;
        targets.size[lane] = swap ? size : before;
        __syncwarp();
        eachEntry(lists, neighbors, swap ? at : from, swap ? before : size, next,
                  [&](u32 l, u32 x) { triangles += contains(neighbors + targets.at[l], targets.size[l], x); });
      }
      step = after;
      if (step < last) row = rowAfter(offsets, rows, row, step);
    }
  }
  addTotal(total, triangles);
}
