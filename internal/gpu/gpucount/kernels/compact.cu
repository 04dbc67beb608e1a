// Flat graphs larger than the second-level cache whose rows are all short. What is looked up is compact rows: 64
// bytes each, so that to know where one is takes no offset, and to read it one load a thread.
#include "rows.h"

// COMPACT_ROW is the longest row.
HOST_CONST u32 COMPACT_ROW = 32;

// A compact row holds a key of 16 bits for each entry, a filter, and is filled up with FILL. EMPTY stands in a slot of a
// table that no entry has taken. Neither is a key: they are 65535 and 65534, which no remainder is, turned as keyOf does it.
static const u32 KEYS = 65534, FILL = 65535, EMPTY = 65533;

// keyOf turns a remainder by one bit, so that its low ten bits, in which neighbours differ, are where the slot of two bytes
// is that the key belongs to.
DEVICE u32 keyOf(u32 v) {
  u32 key = v % KEYS;
  return (key << 1 | key >> 15) & 0xffff;
}

// compactRows writes them, four threads a row. Word k of thread q holds entries 8 k + 2 q and 8 k + 2 q + 1, so that
// in a row with few entries all threads have the same words to look up.
KERNEL compactRows(const u64* offsets, const u32* neighbors, u32 rows, u32* compact) {
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < 4ull * rows; i += (u64)gridDim.x * blockDim.x) {
    u64 begin = offsets[i / 4];
    u32 n = (u32)(offsets[i / 4 + 1] - begin);
    u32x4 words;
#pragma unroll
    for (u32 k = 0; k < 4; k++) {
      u32 at = 8 * k + i % 4 * 2;
      u32 low = at < n ? keyOf(neighbors[begin + at]) : FILL, high = at + 1 < n ? keyOf(neighbors[begin + at + 1]) : FILL;
      words[k] = low | high << 16;
    }
    ((u32x4*)compact)[i] = words;
  }
}

// zeros tells which halves of x are 0, by their highest bits.
DEVICE u32 zeros(u32 x) { return ~(((x & 0x7fff7fff) + 0x7fff7fff) | x | 0x7fff7fff); }

// SLOTS is how many slots the table of a row has, and SLOT_BITS the bits of a key that are the address of its own.
static const u32 SLOTS = 1024, SLOT_BITS = 2 * SLOTS - 2;

// countCompact counts. A warp a row u: the key of each entry stands in its slot of a table in shared memory, but for
// those that lost it to another, which are few and kept aside. The compact rows of u's neighbours are looked up there,
// two entries at a time, and what is found is looked for in the lists. A warp takes `most` rows at a time, fewer than
// it has lanes.
KERNEL __launch_bounds__(256, 8)
    countCompact(const u64* offsets, const u32* neighbors, u32 rows, u32 most, const u32* compact, u64* next, u64* total) {
  __shared__ u16 tables[8][SLOTS];
  __shared__ u32 aside[8][COMPACT_ROW];
  u32 lane = threadIdx.x % 32, *lost = aside[threadIdx.x / 32], table = threadIdx.x / 32 * (2 * SLOTS);
  auto slot = [&](u32 key) { return (u16*)((u8*)tables + ((key & SLOT_BITS) | table)); };
  for (u32 i = lane; i < SLOTS; i += 32) tables[threadIdx.x / 32][i] = EMPTY;
  __syncwarp();
  u64 triangles = 0;
  for (u64 first; (first = grab(next, most)) < rows;) {
    WarpRows taken = rowsFrom(offsets, rows, first, most);
    for (u32 r = 0; r < taken.some; r++) {
      const u32* list = neighbors + shfl64(taken.begins, r);
      u32 length = __shfl_sync(~0u, taken.lengths, r), count = 0;
      if (length < 2) continue;
      bool mine = lane < length;
      u32 v = mine ? list[lane] : 0, key = keyOf(v);
      if (mine) *(volatile u16*)slot(key) = (u16)key; // of several that have a slot in common one stays
      __syncwarp();
      bool wins = mine && *slot(key) == key;
      u32 losing = __ballot_sync(~0u, mine && !wins), losers = __popc(losing);
      if (losing >> lane & 1) lost[__popc(losing & ((1u << lane) - 1))] = key | key << 16;
      __syncwarp();
      for (u32 i = 1; i < length; i += 8) { // the first has no entry of u's before it
        u32 j = i + lane / 4, neighbor = __shfl_sync(~0u, v, j % 32);
        u32x4 words = {~0u, ~0u, ~0u, ~0u};
        if (j < length) words = ((const u32x4*)compact)[4ull * neighbor + lane % 4];
        u32 hits = 0; // bits 12 + k and 28 + k: the halves of word k
#pragma unroll
        for (u32 k = 0; k < 4; k++) {
          if (k > 0 && words[k] == ~0u) break; // so are all words behind it
          u32 low = *slot(words[k]), high = *slot(words[k] >> 16);
          hits |= zeros((low | high << 16) ^ words[k]) >> (3 - k);
        }
#pragma unroll 1
        for (u32 l = 0; l < losers; l++) {
          u32 both = lost[l];
#pragma unroll
          for (u32 k = 0; k < 4; k++) hits |= zeros(both ^ words[k]) >> (3 - k);
        }
        if (hits != 0) {
          u64 begin = offsets[list[j]] + lane % 4 * 2; // list[j] is the neighbor, which need not be kept for this
          for (; hits != 0; hits &= hits - 1) {
            u32 bit = __ffs(hits) - 1;
            count += contains(list, length, neighbors[begin + (bit % 16 - 12) * 8 + bit / 16]);
          }
        }
        __syncwarp();
      }
      triangles += count;
      if (wins) *slot(key) = EMPTY;
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}

// closedPairs tells what compact rows are worth, as what is found there costs more than elsewhere. It tests a pair of entries
// in each of `samples` rows here and there, a thread each. facts[0] adds up, for each pair that is an edge, how many pairs its
// row has, and facts[1] the entries of all these rows: the first by the second is about the triangles an edge.
KERNEL closedPairs(const u64* offsets, const u32* neighbors, u32 rows, u32 samples, u64* facts) {
  u32 sample = blockIdx.x * blockDim.x + threadIdx.x;
  u64 closed = 0, entries = 0;
  if (sample < samples) {
    u32 u = (u32)((u64)sample * rows / samples), random = (sample + 1) * 2654435769u;
    const u32* list = neighbors + offsets[u];
    entries = offsets[u + 1] - offsets[u];
    if (entries >= 2) {
      u32 pairs = (u32)(entries * (entries - 1) / 2), pair = (u32)((u64)random * pairs >> 32), larger = 1;
      while (pair >= larger) pair -= larger++;
      u32 v = list[larger];
      if (contains(neighbors + offsets[v], (u32)(offsets[v + 1] - offsets[v]), list[pair])) closed = pairs;
    }
  }
  addTotal(facts, closed);
  __syncthreads();
  addTotal(facts + 1, entries);
}
