// The kernels of the method hash.
#include "intersect.h"
#include "lists.h"
#include "pieces.h"

static const u32 EMPTY = ~0u; // is no vertex: there are fewer than 2^32 of them

// A warp's table holds HASH_ROW entries, a block's HASH_TILE. They are a quarter
// full, and at most a half, so that every entry has its place.
HOST_CONST u32 HASH_ROW = 256;
static const u32 HASH_TILE = 4096;

// slotOf returns where to look first in a table of 2^bits slots. Ids that
// follow each other have slots that do, so that hubs do not collide, nor lanes
// that look them up in the banks of shared memory.
DEVICE u32 slotOf(u32 x, u32 bits) { return (x + ((x >> bits) * 0x9e3779b1u >> (32 - bits))) & ((1u << bits) - 1); }

// bitsFor returns the bits of a table for so many entries, of `most`.
DEVICE u32 bitsFor(u32 entries, u32 most) { return 32 - __clz(min(max(4 * entries, 32), 2 * most) - 1); }

// after returns where to look next: far away, because slots that follow each
// other are taken together.
DEVICE u32 after(u32 slot, u32 bits) { return (slot + 0x9e3779b1u) & ((1u << bits) - 1); }

DEVICE void enter(u32* slots, u32 bits, u32 x) {
  u32 slot = slotOf(x, bits);
  while (atomicCAS(slots + slot, EMPTY, x) != EMPTY) slot = after(slot, bits);
}

DEVICE bool holds(const u32* slots, u32 bits, u32 x) {
  // Without the barrier, lanes that are done earlier would go on alone, and not
  // find together again before the end of the list.
  u32 together = __activemask(), slot = slotOf(x, bits), found;
  while ((found = slots[slot]) != EMPTY && found != x) slot = after(slot, bits);
  __syncwarp(together);
  return found == x;
}

// hash counts by looking up: a warp enters a row in its table and looks the rows
// of all its entries up. It takes `many` rows at a time, and puts long ones off.
KERNEL hash(const u64* offsets, const u32* neighbors, u32 rows, u32 many, u64* next, u64* pieces, u64* count, u64* total) {
  __shared__ u32 tables[WARPS][2 * HASH_ROW];
  __shared__ Lists lists[WARPS];
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  u32* slots = tables[warp];
  u64 triangles = 0;
  for (u64 first; (first = grab(next, many)) < rows;) {
    for (u64 u = first, last = min64(first + many, rows); u < last; u++) {
      u64 begin = offsets[u], end = offsets[u + 1], length = end - begin;
      if (length < 2) continue;
      if (length > HASH_ROW) {
        if (lane == 0) putOff(u, length, pieces, count);
        continue;
      }
      u32 bits = bitsFor((u32)length, HASH_ROW);
      for (u32 i = lane; i < 1u << bits; i += 32) slots[i] = EMPTY;
      __syncwarp();
      for (u64 p = begin + lane; p < end; p += 32) enter(slots, bits, neighbors[p]);
      __syncwarp();
      for (u64 p = begin; p < end; p += 32)
        eachNeighbor(lists[warp], offsets, neighbors, p, end, next, [&](u32 x) { triangles += holds(slots, bits, x); });
    }
  }
  addTotal(total, triangles);
}

// hashLong counts the rows that were put off. A row that is too long for the
// table goes through it a tile at a time, and of the lists only what lies in
// the tile's range is looked up.
KERNEL hashLong(const u64* offsets, const u32* neighbors, u64* next, const u64* pieces, const u64* count, u64* total) {
  __shared__ u32 slots[2 * HASH_TILE];
  __shared__ Lists lists[WARPS];
  __shared__ u32 nextBatch;
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  u64 triangles = 0;
  for (u64 taken; (taken = blockGrab(next, 1)) < *count;) {
    Piece piece = pieceOf(offsets, pieces[taken]);
    for (u64 tile = piece.begin; tile + 1 < piece.last; tile += HASH_TILE) {
      u32 size = (u32)min64(HASH_TILE, piece.begin + piece.length - tile), bits = bitsFor(size, HASH_TILE);
      u32 least = neighbors[tile], most = neighbors[tile + size - 1];
      if (anyOfBlock(stopped(next))) break; // and nobody looks up in the last tile any more
      for (u32 i = threadIdx.x; i < 1u << bits; i += blockDim.x) slots[i] = EMPTY;
      if (threadIdx.x == 0) nextBatch = 0;
      __syncthreads();
      for (u32 i = threadIdx.x; i < size; i += blockDim.x) enter(slots, bits, neighbors[tile + i]);
      __syncthreads();
      for (u64 step; (step = piece.first + grabBatch(&nextBatch)) < piece.last;) {
        u64 p = step + lane, from = 0;
        u32 part = 0;
        if (p < piece.last && p > tile) {
          u32 v = neighbors[p];
          const u32 *list = neighbors + offsets[v], *end = neighbors + offsets[v + 1];
          if (piece.length > HASH_TILE) {
            list = lowerBound(list, end, least);
            end = lowerBound(list, end, most + 1);
          }
          from = list - neighbors;
          part = (u32)(end - list);
        }
        eachEntry(lists[warp], neighbors, from, part, next, [&](u32, u32 x) { triangles += holds(slots, bits, x); });
      }
    }
  }
  addTotal(total, triangles);
}
