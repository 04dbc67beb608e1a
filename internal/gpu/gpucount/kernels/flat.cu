// Graphs whose rows are all short, counted whole by one kernel.
#include "rows.h"

static const u32 LANES = 4;

// foundInQuads looks a row of n entries up, as hashed does it below. Its first 16 bytes begin
// at the row, or at entries of the one before it.
template <u32 SLOTS>
DEVICE u32 foundInQuads(const u32* table, const u32* lost, u32 losers, const u32* row, u32 n) {
  const i32 apart = 4 * LANES, end = n;
  u32 count = 0;
  for (i32 t = threadIdx.x % LANES * 4 - (u32)((u64)row / 4 % 4); t < end; t += 2 * apart) {
    u32x4 w[2] = {*(const u32x4*)(row + t), 0};
    if (t + apart < end) w[1] = *(const u32x4*)(row + t + apart);
    bool valid[8];
#pragma unroll
    for (u32 j = 0; j < 8; j++) {
      valid[j] = t + j % 4 + j / 4 * apart < n; // what is before the row is large
      count += valid[j] & (table[w[j / 4][j % 4] & (SLOTS - 1)] == w[j / 4][j % 4]);
    }
#pragma unroll 1
    for (u32 l = 0; l < losers; l++) {
      u32 x = lost[l];
#pragma unroll
      for (u32 j = 0; j < 8; j++) count += valid[j] & (x == w[j / 4][j % 4]);
    }
  }
  return count;
}

// hashed counts by rows of at most LONGEST entries. A warp a row u: each entry
// stands in the one slot of a table in shared memory that is its own, but for
// those that lost the slot to another, which are few and kept aside. So a look
// up is one load and one comparison, and one comparison more for each that lost.
// The rows of u's neighbours are looked up, LANES lanes a row with four loads
// under way each, or with QUADS two of 16 bytes. A warp takes `most` rows at a time,
// fewer than it has lanes.
template <u32 LONGEST, u32 SLOTS, bool QUADS = false>
DEVICE void hashed(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, u64* total) {
  const u32 mask = SLOTS - 1;
  __shared__ u32 tables[8][SLOTS], aside[8][LONGEST];
  u32 lane = threadIdx.x % 32, *table = tables[threadIdx.x / 32], *lost = aside[threadIdx.x / 32];
  for (u32 i = lane; i < SLOTS; i += 32) table[i] = ~0u;
  __syncwarp();
  u64 triangles = 0;
  for (u64 first; (first = grab(next, most)) < rows;) {
    WarpRows taken = rowsFrom(offsets, rows, first, most);
    for (u32 r = 0; r < taken.some; r++) {
      const u32* list = neighbors + shfl64(taken.begins, r);
      u32 length = __shfl_sync(~0u, taken.lengths, r), won = 0, losers = 0, count = 0;
      if (length < 2) continue;
      for (u32 i = lane; i < length; i += 32) atomicExch(table + (list[i] & mask), list[i]);
      __syncwarp();
      for (u32 base = 0; base < length; base += 32) {
        u32 w = base + lane < length ? list[base + lane] : ~0u;
        bool wins = base + lane < length && table[w & mask] == w, loses = base + lane < length && !wins;
        u32 all = __ballot_sync(~0u, loses);
        if (wins) won |= 1u << base / 32;
        if (loses) lost[losers + __popc(all & ((1u << lane) - 1))] = w;
        losers += __popc(all);
      }
      __syncwarp();
      for (u32 base = 0; base < length; base += 32) {
        u64 from = 0;
        u32 size = 0;
        if (base + lane < length && base + lane > 0) {
          u32 v = list[base + lane];
          from = offsets[v];
          size = (u32)(offsets[v + 1] - from);
        }
        u32 left = min(32, length - base);
        for (u32 i = 0; i < left; i += 32 / LANES) {
          const u32* row = neighbors + shfl64(from, i + lane / LANES);
          u32 n = __shfl_sync(~0u, size, i + lane / LANES);
          if (QUADS) {
            count += foundInQuads<SLOTS>(table, lost, losers, row, n);
            continue;
          }
          for (u32 t = lane % LANES; t < n; t += 4 * LANES) {
            u32 w[4];
            bool valid[4];
#pragma unroll
            for (u32 j = 0; j < 4; j++) {
              valid[j] = t + j * LANES < n;
              w[j] = valid[j] ? row[t + j * LANES] : 0;
            }
#pragma unroll
            for (u32 j = 0; j < 4; j++) count += valid[j] & (table[w[j] & mask] == w[j]);
            for (u32 l = 0; l < losers; l++) {
              u32 x = lost[l];
#pragma unroll
              for (u32 j = 0; j < 4; j++) count += valid[j] & (x == w[j]);
            }
          }
        }
        __syncwarp();
      }
      triangles += count;
      for (u32 i = lane; i < length; i += 32)
        if (won >> i / 32 & 1) table[list[i] & mask] = ~0u;
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}

#define HASHED(longest, slots)                                                                                                          \
  KERNEL __launch_bounds__(256, 6) hashed##longest(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, u64* total) { \
    hashed<longest, slots>(offsets, neighbors, rows, most, next, total);                                                                      \
  }
HASHED(32, 512)
HASHED(64, 512)
HASHED(128, 512)
HASHED(256, 1024)

// quads32 is hashed32 where rows are that long that fewer loads pay for the registers they take.
KERNEL __launch_bounds__(256, 5) quads32(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, u64* total) {
  hashed<32, 512, true>(offsets, neighbors, rows, most, next, total);
}

// prefetch asks for what is at p to be brought to the second-level cache.
DEVICE void prefetch(const void* p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }

// TINY_ROW is the longest row of tiny.
HOST_CONST u32 TINY_ROW = 8;

// tiny counts by rows of a few entries. A thread keeps a row in registers and compares the rows
// of its neighbours with it, two entries at a time: where they stand is known before, so that no
// load waits for another, as those of a merge do. An entry of row v is less than v, and is
// compared with what stands before v alone. It has no cursor: a launch is over before anybody
// could stop it. All that a thread does for a row waits for the offset: tinyAhead asks for the next
// one meanwhile, for graphs whose offsets do not stay in the second-level cache.
template <bool AHEAD>
DEVICE void countTiny(const u64* offsets, const u32* neighbors, u32 rows, u64* total) {
  u64 triangles = 0;
  for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < rows; u += (u64)gridDim.x * blockDim.x) {
    if (AHEAD && u + (u64)gridDim.x * blockDim.x < rows) prefetch(offsets + u + (u64)gridDim.x * blockDim.x);
    u64 begin = offsets[u];
    u32 length = (u32)(offsets[u + 1] - begin), row[TINY_ROW], count = 0;
    if (length < 2) continue;
#pragma unroll
    for (u32 k = 0; k < TINY_ROW; k++) row[k] = k < length ? neighbors[begin + k] : 0;
#pragma unroll
    for (u32 k = 1; k < TINY_ROW; k++) {
      if (k >= length) break;
      u64 from = offsets[row[k]];
      u32 size = (u32)(offsets[row[k] + 1] - from);
      const u32* head = neighbors + from;
#pragma unroll 1
      for (u32 b = 0; b < size; b += 2) {
        u32 x = head[b], y = b + 1 < size ? head[b + 1] : ~0u; // which is no vertex
#pragma unroll
        for (u32 a = 0; a < k; a++) count += (x == row[a]) + (y == row[a]);
      }
    }
    triangles += count;
  }
  addTotal(total, triangles);
}
KERNEL tiny(const u64* offsets, const u32* neighbors, u32 rows, [[maybe_unused]] u32 most, [[maybe_unused]] u64* next, u64* total) {
  countTiny<false>(offsets, neighbors, rows, total);
}
KERNEL tinyAhead(const u64* offsets, const u32* neighbors, u32 rows, [[maybe_unused]] u32 most, [[maybe_unused]] u64* next, u64* total) {
  countTiny<true>(offsets, neighbors, rows, total);
}
