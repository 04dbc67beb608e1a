// What counting and crediting by columns have in common.
#pragma once
#include "rows.h"

// Entries below NEAR are also kept as 16-bit numbers, the low ones, in rows that
// begin at multiples of 8: scans read two bytes instead of four, eight at a time.
HOST_CONST u32 NEAR = 65536;
DEVICE u64 lowStart(u64 offset, u64 u) { return (offset + 7 * u) / 8; }

// An item is so many of the rows that hold a vertex, at most.
HOST_CONST u32 ITEM = 512;

// With NO_COLUMNS for `many` there is no room for any: everything is searched.
HOST_CONST u32 NO_COLUMNS = 4294967295;

// FILTER_BITS is how many bits stand for the entries of a row from NEAR on.
HOST_CONST u32 FILTER_BITS = 8192;

// rowOf returns the last row that begins at e or before it, by a search with
// all lanes. Every lane gives the same e.
DEVICE u32 rowOf(const u64* offsets, u32 rows, u64 e) {
  u32 low = 0, lane = threadIdx.x % 32;
  for (u32 size = rows; size > 1;) {
    u32 step = (size + 31) / 32, at = lane * step;
    u32 before = __popc(__ballot_sync(~0u, at < size && offsets[low + at] <= e)) - 1;
    low += before * step;
    size = min(step, size - before * step);
  }
  return low;
}

// probe looks two low entries up.
DEVICE u32 probe(const u32* bits, u32 two) {
  u32 a = two & 0xffff, b = two >> 16;
  return (bits[a / 32] >> (a & 31) & 1) | (bits[b / 32] >> (b & 31) & 1) << 1;
}

// hitsOfEight looks the first `valid` of eight low entries up, and returns a bit for
// each that is there.
DEVICE u32 hitsOfEight(const u32* bits, u32x4 e, u32 valid) {
  u32 hits = probe(bits, e.x) | probe(bits, e.y) << 2 | probe(bits, e.z) << 4 | probe(bits, e.w) << 6;
  if (valid < 8) hits &= (1u << valid) - 1;
  return hits;
}

static const u32 LANES = 4, STEP = 8 * LANES; // entries that they look up at a time
