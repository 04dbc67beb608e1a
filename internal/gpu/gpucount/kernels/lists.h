// Going through many lists at once.
#pragma once
#include "entries.h"

// Lists is where a warp keeps its 32 lists.
struct Lists {
  u64 from[32];
  u32 before[32]; // entries in the lists of the lanes before
};

// A list from this size on is gone through alone, by the whole warp.
static const u32 LONG_LIST = 128;

// eachEntry calls body(l, x) for every entry x of 32 lists: lane l brings the
// one of `size` entries at position `from`. The lanes take entries as if the
// lists were one, so that all are busy however short each list is. The lanes
// do not call body together. It ends early when the kernel is stopped.
template <class Body>
DEVICE void eachEntry(Lists& lists, const u32* neighbors, u64 from, u32 size, const u64* next, Body body) {
  u32 lane = threadIdx.x % 32;
  for (u32 left = __ballot_sync(ALL, size >= LONG_LIST); left != 0; left &= left - 1) {
    u32 l = __ffs(left) - 1;
    u64 at = shfl64(from, l), end = at + __shfl_sync(ALL, size, l);
    if (end - at >= 1 << 14 && __any_sync(ALL, stopped(next))) return;
    // Four loads are on their way at once.
    for (at += lane; at + 96 < end; at += 128) {
      u32 a = neighbors[at], b = neighbors[at + 32], c = neighbors[at + 64], d = neighbors[at + 96];
      body(l, a);
      body(l, b);
      body(l, c);
      body(l, d);
    }
    for (; at < end; at += 32) body(l, neighbors[at]);
    __syncwarp();
  }
  if (size >= LONG_LIST) size = 0;
  u32 sum = size;
  for (u32 by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(ALL, sum, by);
    if (lane >= by) sum += other;
  }
  u32 all = __shfl_sync(ALL, sum, 31);
  lists.from[lane] = from - (sum - size); // so that entry t of all is at from + t
  lists.before[lane] = sum - size;
  __syncwarp();
  for (u32 t = lane; t < all; t += 32) {
    u32 l = 0;
    for (u32 half = 16; half > 0; half /= 2) l += lists.before[l + half] <= t ? half : 0;
    body(l, neighbors[lists.from[l] + t]);
  }
  __syncwarp();
}

// eachNeighbor calls body(x) for every entry x of the rows that 32 entries lead
// to: those at position p and behind it, before end.
template <class Body>
DEVICE void eachNeighbor(Lists& lists, const u64* offsets, const u32* neighbors, u64 p, u64 end, const u64* next, Body body) {
  u64 from = 0;
  u32 size = 0;
  p += threadIdx.x % 32;
  if (p < end) {
    u32 v = neighbors[p];
    from = offsets[v];
    size = (u32)(offsets[v + 1] - from);
  }
  eachEntry(lists, neighbors, from, size, next, [&](u32, u32 x) { body(x); });
}
