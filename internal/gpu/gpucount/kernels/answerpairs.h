// Triangles u > v > w of two hubs v and w and a vertex u of the first rows, for each edge
// between the hubs: the bits of the rows that hold v, added up word by word, are the
// counters of v with every w.
#pragma once
#include "answerhubs.h"

// The rows that may hold one of the first hubs, an EARLY-th of all, are cut into
// PAIR_PARTS: many hold these.
static const u32 EARLY = 16, PAIR_PARTS = 16;

// Listed is where a warp lists rows: as many as 32 words have bits.
struct Listed {
  u32x4 rows[256]; // 16 bits each
};
HOST_CONST u32 MOST_LISTED = 65536; // rows have smaller numbers

// addRows adds up a word of the n listed rows, as far as the counters have room, from list
// place t on, which it moves on.
DEVICE void addRows(const u64* word, u32 all, const Listed& list, u32 n, u32& t, Planes<u64>& planes, u32& added) {
  for (; t < n && added + 8 <= Planes<u64>::MOST; t += 8, added += 8) {
    u32x4 two = list.rows[t / 8];
    u32 u[8] = {two.x & 0xffff, two.x >> 16, two.y & 0xffff, two.y >> 16, two.z & 0xffff, two.z >> 16, two.w & 0xffff, two.w >> 16};
    u64 x[8];
#pragma unroll
    for (u32 j = 0; j < 8; j++) x[j] = __ldg(word + (u64)u[j] * all);
    planes.add(x);
  }
}

// listBits lists the rows that the bits of 32 words stand for, one in each lane, the first
// of them row `first`, and fills up with row 0, which is empty, to a multiple of eight. It
// returns how many there are.
DEVICE u32 listBits(u64 word, u32 first, Listed& list) {
  u32 lane = threadIdx.x % 32, own = __popc(word), before = own;
#pragma unroll
  for (u32 by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(~0u, before, by);
    if (lane >= by) before += other;
  }
  u32 n = __shfl_sync(~0u, before, 31), slot = before - own;
  u16* rows = (u16*)list.rows;
  for (; word != 0; word &= word - 1) rows[slot++] = (u16)(first + lane * 64 + __popc((word & (0 - word)) - 1));
  if (lane < (0 - n) % 8) rows[n + lane] = 0;
  __syncwarp();
  return n;
}

// eachPair calls add(e, n) for entry e of a hub's row: n of the first `dense` rows hold
// both. A warp takes a hub v, or a part of the rows that may hold it, and 32 words of the
// rows at a time. matrix has the hubs of each row, columns the rows that hold each hub.
template <class Add>
DEVICE void eachPair(const u64* offsets, const u32* neighbors, u32 hubs, u32 dense, const u64* matrix, const u64* columns, u64* next, Add add) {
  __shared__ Listed lists[8];
  Listed& list = lists[threadIdx.x / 32];
  u32 lane = threadIdx.x % 32, all = hubs / 64, across = dense / 64, early = hubs / EARLY;
  for (u64 taken; (taken = grab(next, 1)) < early * PAIR_PARTS + hubs - early;) {
    bool cut = taken < early * PAIR_PARTS;
    u32 v = (u32)(cut ? taken / PAIR_PARTS : taken - early * PAIR_PARTS + early), part = (u32)taken % PAIR_PARTS;
    u32 from = max(v / 64, cut ? part * across / PAIR_PARTS : 0), to = cut ? (part + 1) * across / PAIR_PARTS : across;
    u64 place = offsets[v]; // of the first entry in the words
    for (u32 first = 0; first <= v / 64; first += 32) {
      u32 at = first + lane, some = sumOver<32>(at <= v / 64 ? __popc(matrix[v * all + at]) : 0);
      if (some == 0) continue;
      const u64* word = matrix + min(at, v / 64); // a lane without one reads another's
      Planes<u64> planes;
      planes.clear();
      u32 added = 0, n = 0, t = 0;
      for (u32 base = from; base < to || t < n;) {
        if (t >= n) {
          u64 holders = base + lane < to ? columns[(u64)v * across + base + lane] : 0;
          __syncwarp();
          n = listBits(holders, base * 64, list);
          t = 0;
          base += 32;
        }
        addRows(word, all, list, n, t, planes, added);
        if (added + 8 <= Planes<u64>::MOST && (base < to || t < n)) continue;
        for (u32 r = 0; r < some && added > 0; r += 32) {
          bool is = r + lane < some;
          u32 w = is ? neighbors[place + r + lane] : 0, sum = planes.counterOf(w / 64 % 32, w % 64, added);
          if (is && sum > 0) add(place + r + lane, sum);
          __syncwarp();
        }
        planes.clear();
        added = 0;
      }
      place += some;
    }
  }
}
