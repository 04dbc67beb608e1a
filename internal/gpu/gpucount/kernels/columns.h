// What counting and crediting by columns have in common.
#pragma once
#include "rows.h"

// Entries below NEAR are also kept as 16-bit numbers, the low ones, in rows that
// begin at multiples of 8: scans read two bytes instead of four, eight at a time.
HOST_CONST u32 NEAR = 65536;
DEVICE u64 lowStart(u64 offset, u64 u) { return (offset + 7 * u) / 8; }

// An item is some of the rows that hold a vertex: `count` segments from the first on, and where the
// vertex's own row begins among the lower rows, of which it is number `row`, and how long it is.
struct alignas(16) Item {
  u64 first, begin;
  u32 row, length, count, none;
};
HOST_CONST u32 ITEM_WORDS = 4; // of 64 bits

// ITEM is how many segments an item has at most where triangles are handed over.
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

// probe shifts the bit of a low entry, the lower half of e, into hits from above. at is the entry
// shifted by 3, which has its place in bytes. All in all that is an address, a load, and two shifts,
// which compilers do not find.
DEVICE u32 probe(const u32* bits, u32 at, u32 e, u32 hits) {
  u32 word = *(const u32*)((const u8*)bits + (at & (NEAR / 8 - 4)));
  asm("shf.r.wrap.b32 %0, %0, %0, %1;" : "+r"(word) : "r"(e));
  asm("shf.r.wrap.b32 %0, %0, %1, 1;" : "+r"(hits) : "r"(word));
  return hits;
}

// lookUpEight looks eight low entries up: entry i has bit 24 + i.
DEVICE u32 lookUpEight(const u32* bits, u32x4 e) {
  u32 hits = 0;
#pragma unroll
  for (u32 i = 0; i < 4; i++) {
    hits = probe(bits, e[i] >> 3, e[i], hits);
    hits = probe(bits, e[i] >> 19, e[i] >> 16, hits);
  }
  return hits;
}

// hitsOfEight looks the first `valid` of eight low entries up, and returns a bit for
// each that is there.
DEVICE u32 hitsOfEight(const u32* bits, u32x4 e, u32 valid) {
  u32 hits = lookUpEight(bits, e) >> 24;
  if (valid < 8) hits &= (1u << valid) - 1;
  return hits;
}

static const u32 LANES = 4, STEP = 8 * LANES; // entries that they look up at a time
