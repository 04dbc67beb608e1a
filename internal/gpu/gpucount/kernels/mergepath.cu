// The kernels of the method merge-path.
#include "mergepath.h"

// mergePath counts by merging: 2^shift threads an entry, up to 32, each a piece
// of the walk of the same length; 32 >> shift entries at once in a warp.
KERNEL mergePath(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u32 shift, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32, last = (1u << shift) - 1, piece = lane & last;
  u64 triangles = 0;
  Turns turns = turnsOf(next);
  for (Entries taken; (taken = grabEntries(turns, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 step = taken.first; step < taken.last; step += 32 >> shift) {
      u64 p = step + (lane >> shift);
      const u32 *a = neighbors, *b = neighbors;
      Point end = {0, 0};
      if (p < taken.last) {
        u = rowAfter(offsets, rows, u, p);
        u32 v = neighbors[p];
        a += offsets[u];
        b += offsets[v];
        end = {(u32)(neighbors + p - a), (u32)(neighbors + offsets[v + 1] - b)};
      }
      u64 length = (u64)end.i + end.j, share = (length + last) >> shift;
      Point from = crossing(a, end.i, b, end.j, min64(piece * share, length));
      Point to = {__shfl_down_sync(ALL, from.i, 1), __shfl_down_sync(ALL, from.j, 1)};
      if (piece == last) to = end;
      const u32* rest = b + from.j;
      if (from.i < to.i && from.j < to.j) triangles += intersect(a + from.i, a + to.i, rest, b + to.j);
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}

// mergePathBlock does the same with 2^shift threads an entry, from 32 up to all
// of a block. A block takes 32 entries at a time, and every warp of it looks at
// all of them, so that those without work cost no turn.
KERNEL mergePathBlock(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 shift, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32, last = (1u << shift) - 1, piece = threadIdx.x & last;
  u32 groups = blockDim.x >> shift, group = threadIdx.x >> shift;
  u64 triangles = 0;
  for (u64 first; (first = blockGrab(next, 32)) < edges;) {
    u64 u = rowOf(offsets, rows, first), p = first + lane;
    bool works = false;
    if (p < edges) {
      u = rowAfter(offsets, rows, u, p);
      works = pairOf(offsets, neighbors, u, p).aSize > 0;
    }
    u32 turn = 0;
    for (u32 left = __ballot_sync(ALL, works); left != 0; left &= left - 1) {
      u32 l = __ffs(left) - 1;
      u64 row = shfl64(u, l);
      if (turn++ % groups != group) continue;
      Pair pair = pairOf(offsets, neighbors, row, first + l);
      u64 share = (pair.length() + last) >> shift;
      triangles += walk(pair, piece * share, share);
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}
