// The kernels of the method merge-path where each pair has threads by its own
// length.
#include "mergepath.h"

// PATH_STEPS is how far a thread walks at most, and PATH_STRETCH how far a block
// does at a time.
HOST_CONST u64 PATH_STEPS = 128;
HOST_CONST u64 PATH_STRETCH = PATH_STEPS * THREADS;

// A stretch of a pair that is put off is its position and a number of 20 bits.
static const u32 STRETCH_BITS = 20;
static const u64 NO_STRETCH = ~0ull;

// A list that is so many times longer than the other is cut to where the other
// lies: a walk along the rest of it meets nothing.
static const u64 FAR_LONGER = 16;

DEVICE void cut(const u32*& list, u32& size, const u32* other, u32 otherSize) {
  const u32 *end = list + size, *from = lowerBound(list, end, other[0]);
  const u32* to = from;
  if (from < end) to = lowerBound(from, end, other[otherSize - 1] + 1); // ids are below the largest of 32 bits
  list = from;
  size = (u32)(to - from);
}

// shortPair is pairOf without the ends of a far longer list.
DEVICE Pair shortPair(const u64* offsets, const u32* neighbors, u64 u, u64 p) {
  Pair pair = pairOf(offsets, neighbors, u, p);
  if (pair.aSize > FAR_LONGER * pair.bSize)
    cut(pair.a, pair.aSize, pair.b, pair.bSize);
  else if (pair.bSize > FAR_LONGER * pair.aSize)
    cut(pair.b, pair.bSize, pair.a, pair.aSize);
  if (pair.aSize == 0 || pair.bSize == 0) pair.aSize = pair.bSize = 0;
  return pair;
}

// putOffPair appends the stretches of a pair to those of the second kernel. It
// reports false where there is no room for them.
DEVICE bool putOffPair(u64 p, u64 length, u64* stretches, u64 room, u64* count) {
  u64 number = (length + PATH_STRETCH - 1) / PATH_STRETCH, at = atomicAdd(count, number);
  bool fits = at + number <= room;
  for (u64 i = 0; i < number && at + i < room; i++) stretches[at + i] = fits ? p << STRETCH_BITS | i : NO_STRETCH;
  return fits;
}

// pathLines counts by merging. The walks of the 32 pairs of a warp stand in
// line, each cut into pieces of the same length, PATH_STEPS at most, and the
// lanes take piece after piece. A pair of one piece is merged as it is, and one
// that is longer than a stretch is put off.
KERNEL __launch_bounds__(THREADS, 6) pathLines(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many,
                                               u64* next, u64* stretches, u64 room, u64* count, u64* total) {
  __shared__ Pair pairs[WARPS][32];
  __shared__ u32 before[WARPS][32]; // pieces of the pairs of the lanes before
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 step = taken.first; step < taken.last; step += 32) {
      u64 p = step + lane;
      Pair pair = {neighbors, neighbors, 0, 0};
      if (p < taken.last) {
        u = rowAfter(offsets, rows, u, p);
        pair = shortPair(offsets, neighbors, u, p);
        if (pair.length() > PATH_STRETCH && putOffPair(p, pair.length(), stretches, room, count)) pair.aSize = pair.bSize = 0;
      }
      u32 pieces = (u32)((pair.length() + PATH_STEPS - 1) / PATH_STEPS);
      if (!__any_sync(ALL, pieces > 1)) {
        if (pieces > 0) triangles += intersect(pair.a, pair.a + pair.aSize, pair.b, pair.b + pair.bSize);
        __syncwarp();
        continue;
      }
      u32 sum = pieces;
      for (u32 by = 1; by < 32; by *= 2) {
        u32 other = __shfl_up_sync(ALL, sum, by);
        if (lane >= by) sum += other;
      }
      u32 all = __shfl_sync(ALL, sum, 31);
      pairs[warp][lane] = pair;
      before[warp][lane] = sum - pieces;
      __syncwarp();
      for (u32 t = lane; t < all; t += 32) {
        if (t / 32 % 1024 == 1023 && stopped(next)) break;
        u32 l = 0;
        for (u32 half = 16; half > 0; half /= 2) l += before[warp][l + half] <= t ? half : 0;
        Pair mine = pairs[warp][l];
        u64 length = mine.length(), number = (length + PATH_STEPS - 1) / PATH_STEPS, share = (length + number - 1) / number;
        triangles += walk(mine, (t - before[warp][l]) * share, share);
      }
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}

// pathStretches counts the pairs that were put off: a block takes a stretch of
// one, and each of its threads a piece of that.
KERNEL pathStretches(const u64* offsets, const u32* neighbors, u32 rows, u64* next, const u64* stretches, u64 room, const u64* count, u64* total) {
  u64 triangles = 0, all = min64(*count, room);
  for (u64 taken; (taken = blockGrab(next, 1)) < all;) {
    u64 stretch = stretches[taken];
    if (stretch == NO_STRETCH) continue;
    u64 p = stretch >> STRETCH_BITS, number = stretch & ((1 << STRETCH_BITS) - 1);
    Pair pair = shortPair(offsets, neighbors, rowOf(offsets, rows, p), p);
    triangles += walk(pair, number * PATH_STRETCH + threadIdx.x * PATH_STEPS, PATH_STEPS);
  }
  addTotal(total, triangles);
}
