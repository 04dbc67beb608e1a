// Skewed graphs of some million edges, counted whole by one kernel behind the matrix of their
// hubs. A wedge is two entries v > w of one row; it is closed where row v holds w. WeTriC
// (Spaan and others, Euro-Par 2025) gives wedges to threads and looks them up in a triangle of
// bits for the first vertices; here 32 entries side by side are a warp's, so that nothing has
// to be counted before, and beyond the matrix rows are looked up in a table.
#include "columns.h"
#include "index.h"

// The matrix is a triangle: row h has words for the ids before h, as many as the others of its
// 32 rows have. wordsBefore returns where it begins.
DEVICE u32 wordsBefore(u32 h) { return (h / 32 + 1) * (h / 32 * 16 + h % 32); }

// wedgeMatrix writes the bits of the hubs' rows. A warp a row.
KERNEL wedgeMatrix(const u64* offsets, const u32* neighbors, u32 hubs, u32* bits) {
  for (u32 h = (blockIdx.x * blockDim.x + threadIdx.x) / 32; h < hubs; h += gridDim.x * blockDim.x / 32) {
    u32* row = bits + wordsBefore(h);
#pragma unroll 1
    for (u32 i = threadIdx.x % 32; i <= h / 32; i += 32) row[i] = 0;
    __syncwarp();
    for (u64 p = offsets[h] + threadIdx.x % 32; p < offsets[h + 1]; p += 32) {
      u32 w = neighbors[p];
      atomicOr(row + w / 32, 1u << w % 32);
    }
  }
}

// testInside tests the wedges of two entries among 32, one in each lane: the matrix row of the
// lane's entry begins at base, and so many of the entries before it are in its row.
DEVICE u32 testInside(const u32* bits, u32 base, u32 before, u32 v) {
  u32 most = before, count = 0;
  for (u32 by = 16; by > 0; by /= 2) most = max(most, __shfl_xor_sync(~0u, most, by));
  for (u32 s = 1; s <= most; s += 4) {
#pragma unroll
    for (u32 k = 0; k < 4; k++) {
      u32 w = __shfl_up_sync(~0u, v, s + k);
      if (before >= s + k) count += __ldg(bits + base + w / 32) >> w % 32 & 1;
    }
  }
  return count;
}

// testEarlier tests the wedges of the entries of the first `some` lanes, all of one row, with
// what the row has before them.
DEVICE u32 testEarlier(const u32* bits, u32 base, u32 some, const u32* row, u32 earlier) {
  u32 lane = threadIdx.x % 32, count = 0;
  for (u32 i = lane; i - lane < earlier; i += 32) {
    bool valid = i < earlier;
    u32 w = valid ? __ldg(row + i) : 0, by = w % 32;
    const u32* column = bits + w / 32;
    for (u32 j = 0; j < some; j += 4) {
      u32 b0 = __shfl_sync(~0u, base, j), b1 = __shfl_sync(~0u, base, j + 1);
      u32 b2 = __shfl_sync(~0u, base, j + 2), b3 = __shfl_sync(~0u, base, j + 3);
      if (valid) {
        u32 x0 = __ldg(column + b0), x1 = j + 1 < some ? __ldg(column + b1) : 0;
        u32 x2 = j + 2 < some ? __ldg(column + b2) : 0, x3 = j + 3 < some ? __ldg(column + b3) : 0;
        count += (x0 >> by & 1) + (x1 >> by & 1) + (x2 >> by & 1) + (x3 >> by & 1);
      }
    }
  }
  return count;
}

// TABLE is how many slots a warp's table has. An entry stands, with the number of its row among
// those of the warp, in the first free slot from its own on. At most half of them are taken.
static const u32 TABLE = 256;
static const u32 FREE = ~0u;
DEVICE u32 slotOf(u32 key) { return key * 2654435769u >> 24; }

// WEDGE_ROWS is how many rows fit a key with the number of a row beside them.
HOST_CONST u32 WEDGE_ROWS = 134217728;
DEVICE u32 keyOf(u32 w, u32 which) { return w << 5 | which; }

DEVICE void put(u32* table, u32 key, bool valid) {
  for (u32 slot = slotOf(key); valid; slot = (slot + 1) % TABLE) valid = atomicCAS(table + slot, FREE, key) != FREE;
}

DEVICE bool holds(const u32* table, u32 key) {
  u32 slot = slotOf(key), found = table[slot];
  while (found != key && found != FREE) {
    slot = (slot + 1) % TABLE;
    found = table[slot];
  }
  return found == key;
}

// takeEight returns the entry of todo that the lane's group of 8 lanes takes, or 32.
DEVICE u32 takeEight(u32 todo) {
  for (u32 g = 0; g < threadIdx.x % 32 / 8; g++) todo &= todo - 1;
  return todo == 0 ? 32 : __ffs(todo) - 1;
}
DEVICE u32 withoutFour(u32 todo) {
  for (u32 g = 0; g < 4; g++) todo &= todo - 1;
  return todo;
}

// lookUp looks the rows that the entries of todo lead to up in the table: 8 lanes a row, of
// `size` entries from `from` on.
DEVICE u32 lookUp(const u32* table, const u32* neighbors, u32 from, u32 size, u32 which, u32 todo) {
  u32 count = 0;
  for (; todo != 0; todo = withoutFour(todo)) {
    u32 l = takeEight(todo);
    u32 at = __shfl_sync(~0u, from, l % 32), n = __shfl_sync(~0u, size, l % 32), row = __shfl_sync(~0u, which, l % 32);
    if (l < 32)
      for (u32 t = threadIdx.x % 8; t < n; t += 8) count += holds(table, keyOf(__ldg(neighbors + at + t), row));
    __syncwarp();
  }
  return count;
}

// searchEight does the same without a table: the shorter of the two lists, that row and the p
// entries before the entry, is looked up in the longer one by binary search.
DEVICE u32 searchEight(const u32* neighbors, u32 begin, u32 p, u32 from, u32 size, u32 todo) {
  u32 count = 0;
  for (; todo != 0; todo = withoutFour(todo)) {
    u32 l = takeEight(todo);
    u32 a = __shfl_sync(~0u, begin, l % 32), n = __shfl_sync(~0u, p, l % 32);
    u32 b = __shfl_sync(~0u, from, l % 32), m = __shfl_sync(~0u, size, l % 32);
    const u32 *shorter = neighbors + (n < m ? a : b), *longer = neighbors + (n < m ? b : a);
    if (l < 32)
      for (u32 t = threadIdx.x % 8; t < min(n, m); t += 8) count += contains(longer, max(n, m), __ldg(shorter + t));
    __syncwarp();
  }
  return count;
}

// wedges counts. A warp takes `many` entries at a time, a multiple of 32. Positions fit 32 bits,
// and there are WEDGE_ROWS rows at most.
KERNEL __launch_bounds__(256, 6) wedges(const u64* offsets, const u32* neighbors, const u32* index, u32 rows, u64 edges, u32 hubs, const u32* bits, u32 many,
                                        u64* next, u64* total) {
  __shared__ u32 tables[8][TABLE];
  u32 lane = threadIdx.x % 32, *table = tables[threadIdx.x / 32];
  for (u32 i = lane; i < TABLE; i += 32) table[i] = FREE;
  __syncwarp();
  u64 triangles = 0;
  Turns turns = turnsOf(next);
  for (u64 taken; (taken = grab(turns, 1)) * many < edges;) {
    u32 from = (u32)taken * many, to = (u32)min64(from + (u64)many, edges);
    u32 row = index[from / INDEX_STEP];
    // 31 rows at a time: their beginnings in the lanes, the end of the last in lane 31. The first may end before e: the index
    // has the row of an entry up to 127 before.
    for (u32 e = from; e < to; row += 31) {
      u32 starts = (u32)offsets[min(row + lane, rows)], after = min(to, __shfl_sync(~0u, starts, 31));
      if (after <= e) { // all do, and there may be millions of empty ones
        row = rowOf(offsets, rows, e) - 31;
        continue;
      }
      for (; e < after; e += 32) {
        u32 at = e + lane, which = 0, p = 0, v = ~0u;
        for (u32 by = 16; by > 0; by /= 2)
          if (__shfl_sync(~0u, starts, which + by) <= at) which += by;
        u32 begin = __shfl_sync(~0u, starts, which);
        if (at < after) {
          p = at - begin;
          v = neighbors[at];
        }
        // The first row, of which there may be entries before these.
        u32 first = __shfl_sync(~0u, begin, 0), firstWhich = __shfl_sync(~0u, which, 0), earlier = __shfl_sync(~0u, p, 0);
        bool hub = v < hubs;
        u32 base = hub ? wordsBefore(v) : 0, count = testInside(bits, base, hub ? min(p, lane) : 0, v);
        u32 joined = __ballot_sync(~0u, hub && begin == first);
        if (joined != 0) count += testEarlier(bits, base, 32 - __clz(joined), neighbors + first, earlier); // hubs come first in a row
        u32 head = 0, size = 0;
        if (!hub && p > 0) {
          head = (u32)offsets[v];
          size = (u32)offsets[v + 1] - head;
        }
        u32 todo = __ballot_sync(~0u, size > 0);
        if (todo != 0 && earlier + 32 <= TABLE / 2) {
          put(table, keyOf(v, which), at < after);
          for (u32 i = lane; i < earlier; i += 32) put(table, keyOf(neighbors[first + i], firstWhich), true);
          __syncwarp();
          count += lookUp(table, neighbors, head, size, which, todo);
          for (u32 i = lane; i < TABLE; i += 32) table[i] = FREE;
          __syncwarp();
        } else {
          count += searchEight(neighbors, begin, p, head, size, todo);
        }
        triangles += count;
      }
      e = after;
    }
  }
  addTotal(total, triangles);
}
