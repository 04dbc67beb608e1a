// The kernels of the method merge-path where each pair has threads by its own
// length.
#include "mergepath.h"

// PATH_STRETCH is how far a block walks at a time, and PATH_STEPS how far each of
// its threads does.
HOST_CONST u64 PATH_STEPS = 128;
HOST_CONST u64 PATH_STRETCH = PATH_STEPS * THREADS;

// A stretch of a pair that is put off is its position and a number of 20 bits.
static const u32 STRETCH_BITS = 20;
static const u64 NO_STRETCH = ~0ull;

// cut leaves of a list what lies between the ends of the other: a walk along the rest of
// it meets nothing.
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
  if (pair.aSize > (u64)FAR_LONGER * pair.bSize)
    cut(pair.a, pair.aSize, pair.b, pair.bSize);
  else if (pair.bSize > (u64)FAR_LONGER * pair.aSize)
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

// PATH_TURN is about how many steps it costs to share a pair, the searches for
// where its pieces begin.
static const u32 PATH_TURN = 24;

// sharedAbove returns the length above which a warp shares its pairs, all lanes
// one pair after the other: the least, in halves, with which that takes less time
// than the lanes would wait for those who walk alone.
DEVICE u32 sharedAbove(u32 length) {
  u32 most = length;
  for (u32 by = 16; by > 0; by /= 2) most = max(most, __shfl_xor_sync(ALL, most, by));
  for (;;) {
    u32 half = most / 2, longer = __popc(__ballot_sync(ALL, length > half));
    if (longer * (half / 16 + PATH_TURN) >= half) return most;
    most = half;
  }
}

// pathLines counts by merging. A warp takes 32 pairs at a time. A pair is walked
// by one lane, or by all of them where the others would wait for it, each a piece
// of the same length; one that is longer than a stretch is put off. With fewer
// registers, for six or eight blocks at once, it takes a fifth or a third longer.
KERNEL __launch_bounds__(THREADS, 4) pathLines(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many,
                                               u64* next, u64* stretches, u64 room, u64* count, u64* total) {
  u32 lane = threadIdx.x % 32;
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
      u32 length = (u32)min64(pair.length(), ~0u), above = sharedAbove(length);
      if (length > 0 && length <= above) {
        const u32* b = pair.b;
        triangles += intersect(pair.a, pair.a + pair.aSize, b, b + pair.bSize);
      }
      for (u32 left = __ballot_sync(ALL, length > above); left != 0; left &= left - 1) {
        u32 l = __ffs(left) - 1;
        Pair shared = {(const u32*)shfl64((u64)pair.a, l), (const u32*)shfl64((u64)pair.b, l), __shfl_sync(ALL, pair.aSize, l),
                       __shfl_sync(ALL, pair.bSize, l)};
        u64 share = (shared.length() + 31) / 32;
        if (share > PATH_STRETCH / 32 && __any_sync(ALL, stopped(next))) break; // there was no room to put it off
        triangles += walk(shared, lane * share, share);
        __syncwarp();
      }
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
