// Graphs without hubs whose rows are all short: the triangles of each vertex or edge
// by one kernel.
#pragma once
#include "credits.h"

static const u32 FLAT_LANES = 4;

// FLAT_WARPS is how many warps a block has: with more, the largest tables would not
// fit in its shared memory.
static const u32 FLAT_WARPS = 4;
HOST_CONST u32 FLAT_THREADS = 128;

// Table is what a warp has of a row: see hashed in flat.cu. Beside each entry of the
// table stands its place in the row, and for each place there is the share of its
// entry, the triangles of the row that hold it.
template <u32 LONGEST, u32 SLOTS>
struct Table {
  u32 slots[SLOTS], lost[LONGEST], shares[LONGEST + 1]; // the last share is of what is not there
  u8 places[SLOTS], lostPlaces[LONGEST];
};

// hashedShares looks up as hashed does, which it is a sister of, and hands over what
// it finds: lower the entry of w in the row of v, share an entry of row u with its
// share, and row the triangles of the row.
template <u32 LONGEST, u32 SLOTS, class To>
DEVICE void hashedShares(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, To to) {
  const u32 mask = SLOTS - 1;
  __shared__ Table<LONGEST, SLOTS> tables[FLAT_WARPS];
  Table<LONGEST, SLOTS>& table = tables[threadIdx.x / 32];
  u32 lane = threadIdx.x % 32;
  for (u32 i = lane; i < SLOTS; i += 32) table.slots[i] = ~0u;
  for (u32 i = lane; i < LONGEST; i += 32) table.shares[i] = 0;
  __syncwarp();
  for (u64 first; (first = grab(next, most)) < rows;) {
    WarpRows taken = rowsFrom(offsets, rows, first, most);
    for (u32 r = 0; r < taken.some; r++) {
      u64 begin = shfl64(taken.begins, r);
      const u32* list = neighbors + begin;
      u32 length = __shfl_sync(~0u, taken.lengths, r), won = 0, losers = 0, count = 0;
      if (length < 2) continue;
      for (u32 i = lane; i < length; i += 32) atomicExch(table.slots + (list[i] & mask), list[i]);
      __syncwarp();
      for (u32 base = 0; base < length; base += 32) {
        u32 place = base + lane, w = place < length ? list[place] : ~0u;
        bool wins = place < length && table.slots[w & mask] == w, loses = place < length && !wins;
        u32 all = __ballot_sync(~0u, loses), at = losers + __popc(all & ((1u << lane) - 1));
        if (wins) {
          won |= 1u << base / 32;
          table.places[w & mask] = (u8)place;
        }
        if (loses) {
          table.lost[at] = w;
          table.lostPlaces[at] = (u8)place;
        }
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
        for (u32 i = 0; i < left; i += 32 / FLAT_LANES) {
          u64 start = shfl64(from, i + lane / FLAT_LANES);
          const u32* row = neighbors + start;
          u32 n = __shfl_sync(~0u, size, i + lane / FLAT_LANES), found = 0;
          for (u32 t = lane % FLAT_LANES; t < n; t += 4 * FLAT_LANES) {
            u32 w[4], place[4];
            bool hit[4];
#pragma unroll
            for (u32 j = 0; j < 4; j++) w[j] = t + j * FLAT_LANES < n ? row[t + j * FLAT_LANES] : ~0u;
            // All are looked up before the first is added to. No entry is ~0, but an empty slot.
#pragma unroll
            for (u32 j = 0; j < 4; j++) {
              hit[j] = (table.slots[w[j] & mask] == w[j]) & (w[j] != ~0u);
              place[j] = table.places[w[j] & mask];
            }
#pragma unroll
            for (u32 j = 0; j < 4; j++) found += hit[j];
#pragma unroll
            for (u32 j = 0; j < 4; j++) atomicAdd(table.shares + (hit[j] ? place[j] : LONGEST), 1u);
#pragma unroll
            for (u32 j = 0; j < 4; j++)
              if (hit[j]) to.lower(start + t + j * FLAT_LANES);
            for (u32 l = 0; l < losers; l++) {
              u32 x = table.lost[l];
              // One of the four at most is x.
              if (!((w[0] == x) | (w[1] == x) | (w[2] == x) | (w[3] == x))) continue;
              atomicAdd(table.shares + table.lostPlaces[l], 1u);
              to.lower(start + t + (w[0] == x ? 0 : w[1] == x ? 1 : w[2] == x ? 2 : 3) * FLAT_LANES);
              found++;
            }
          }
          count += found;
          found = sumOver<FLAT_LANES>(found);
          if (lane % FLAT_LANES == 0 && found > 0) atomicAdd(table.shares + base + i + lane / FLAT_LANES, found);
        }
        __syncwarp();
      }
      count = sumOver<32>(count);
      if (lane == 0 && count > 0) to.row(first + r, count);
      for (u32 i = lane; i < length; i += 32) {
        u32 x = list[i], share = table.shares[i];
        if (won >> i / 32 & 1) table.slots[x & mask] = ~0u;
        if (share > 0) {
          to.share(begin + i, x, share);
          table.shares[i] = 0;
        }
      }
      __syncwarp();
    }
  }
}
