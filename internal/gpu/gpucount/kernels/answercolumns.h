// Triangles whose middle corner v is beyond the hubs, for each vertex or edge: as in
// columns.cu, of a graph in one piece. A segment is the number of the row u and the
// place of v in it, 32 bits each, wherever v is.
#pragma once
#include "columns.h"
#include "credits.h"

// Entries below NEAR are also kept as 16-bit numbers, the low ones, in rows that
// begin at multiples of 8: scans read two bytes instead of four, eight at a time.
HOST_CONST u32 NEAR = 65536;
DEVICE u64 lowStart(u64 offset, u64 u) { return (offset + 7 * u) / 8; }

// ITEM is how many segments an item has at most where triangles are handed over.
HOST_CONST u32 ITEM = 512;

// FILTER_BITS is how many bits stand for the entries of a row from NEAR on.
HOST_CONST u32 FILTER_BITS = 8192;

// hitsOfEight looks the first `valid` of eight low entries up, and returns a bit for
// each that is there.
DEVICE u32 hitsOfEight(u32 bits, u32x4 e, u32 valid) {
  u32 hits = lookUp(bits, e) >> 24;
  if (valid < 8) hits &= (1u << valid) - 1;
  return hits;
}

static const u32 LANES = 4, STEP = 8 * LANES; // entries that they look up at a time

// placeOf returns where x stands in an ascending list, or ~0 where it does not.
DEVICE u32 placeOf(const u32* list, u32 length, u32 x) {
  u32 low = 0;
  while (length > 1) {
    u32 half = length / 2;
    low += list[low + half] <= x ? half : 0;
    length -= half;
  }
  return length == 1 && list[low] == x ? low : ~0u;
}

// searchEach intersects as searchSome does, and hands over what it finds. Rows begin
// at `begin` and are numbered u; their entry at place p is v.
template <class To>
DEVICE void searchEach(const u64* offsets, const u32* neighbors, u64 begin, u32 p, u64 u, u32 v, u32 todo, To& to) {
  u32 lane = threadIdx.x % 32;
  u64 from = 0;
  u32 size = 0;
  if (todo >> lane & 1) {
    from = offsets[v];
    size = (u32)(offsets[v + 1] - from);
  }
  while (todo != 0) {
    u32 mine = todo;
    for (u32 g = 0; g < lane / 8; g++) mine &= mine - 1;
    u32 source = mine == 0 ? 0 : __ffs(mine) - 1, count = 0;
    u64 own = shfl64(begin, source), head = shfl64(from, source), row = shfl64(u, source);
    u32 few = __shfl_sync(~0u, size, source), many = __shfl_sync(~0u, p, source), middle = __shfl_sync(~0u, v, source), place = many;
    bool swap = few > many;
    const u32 *shorter = neighbors + (swap ? own : head), *longer = neighbors + (swap ? head : own);
    if (swap) many = few, few = place;
    if (mine != 0)
      for (u32 t = lane % 8; t < few; t += 8) {
        u32 w = shorter[t], at = placeOf(longer, many, w);
        if (at == ~0u) continue;
        to.third(w, own + (swap ? t : at), head + (swap ? at : t));
        count++;
      }
    __syncwarp();
    count = sumOver<8>(count);
    if (mine != 0 && lane % 8 == 0 && count > 0) {
      to.pair(row, own + place, count);
      to.middle(middle, count);
    }
    for (u32 g = 0; g < 4; g++) todo &= todo - 1;
  }
}

// transposeEach is as transpose, and hands over the triangles that it finds. The
// lower rows are those from `first` on.
template <class To>
DEVICE void transposeEach(const u64* offsets, const u32* neighbors, u32 rows, u32 first, u32 chunk, u32 many, const u32* in,
                          u64* start, u16* low, u32* nears, u64* segments, u64* next, To to) {
  u32 lane = threadIdx.x % 32;
  u64 edges = offsets[rows];
  for (u64 taken; (taken = grab(next, 1)) <= (edges - 1) / chunk;) {
    u64 from = taken * chunk, last = min64(from + chunk, edges);
    u32 row = rowOf(offsets, rows, from);
    // 31 rows at a time: their beginnings in the lanes, the end of the last in lane 31.
    for (u64 e = from; e < last; row += 31) {
      u64 begins = offsets[min64((u64)row + lane, rows)], after = min64(last, shfl64(begins, 31));
      for (; e < after; e += 32) {
        u64 at = e + lane;
        u32 which = 0;
        for (u32 by = 16; by > 0; by /= 2)
          if (shfl64(begins, which + by) <= at) which += by;
        u64 begin = shfl64(begins, which), end = shfl64(begins, which + 1), u = row + which;
        u32 p = (u32)(at - begin), v = 0;
        bool search = false;
        if (at < after) {
          v = neighbors[at];
          if (v < NEAR && many != NO_COLUMNS) {
            low[lowStart(begin, u) * 8 + p] = (u16)v;
            if (at + 1 == end || neighbors[at + 1] >= NEAR) nears[u] = p + 1;
          }
          if (v >= first) {
            if (in[v - first] < many) search = p > 0;
            else if (offsets[v + 1] > offsets[v]) segments[atomicAdd(start + (v - first), 1ull)] = u << 32 | p;
          }
        }
        searchEach(offsets, neighbors, begin, p, u, v, __ballot_sync(~0u, search), to);
      }
      e = after;
    }
  }
}

// scanEach looks up segments, LANES lanes a segment: near entries in the bits, and
// others in a filter first and in the row of v, which begins at head, where that does
// not rule them out; far says that there may be some. What comes next is under way while
// the last is looked up: a segment, its row, its entries. It returns how many triangles the
// thread found.
template <class To>
DEVICE u32 scanEach(const u32* bits, const u32* filter, const u64* offsets, const u32* neighbors, const u16* low, const u32* nears,
                    u64 head, u32 length, bool far, const u64* segments, u32 last, To& to) {
  u32 groups = blockDim.x / LANES, lane = threadIdx.x % LANES, mine = lane * 8, all = 0, s = threadIdx.x / LANES;
  u64 segment = s < last ? segments[s] : 0, next = s + groups < last ? segments[s + groups] : 0;
  u64 begin = s < last ? offsets[segment >> 32] : 0;
  u32 few = min((u32)segment, far && s < last ? nears[segment >> 32] : ~0u);
  u32x4 loaded = 0;
  if (mine < few) loaded = *(const u32x4*)(low + lowStart(begin, segment >> 32) * 8 + mine);
  for (; __any_sync(~0u, s < last); s += groups) {
    u64 after = s + 2 * groups < last ? segments[s + 2 * groups] : 0, begins = s + groups < last ? offsets[next >> 32] : 0;
    u32 near = far && s + groups < last ? nears[next >> 32] : ~0u, k = (u32)segment, count = 0;
    const u16* list = low + lowStart(begin, segment >> 32) * 8;
    for (u32 t = mine; t < few; t += STEP) {
      u32x4 entries = loaded;
      if (t + STEP < few) loaded = *(const u32x4*)(list + t + STEP);
      for (u32 hits = hitsOfEight(sharedAddress(bits), entries, few - t); hits != 0; hits &= hits - 1) {
        u32 i = __ffs(hits) - 1, two = i < 4 ? (i < 2 ? entries.x : entries.y) : (i < 6 ? entries.z : entries.w);
        to.near(bits, i & 1 ? two >> 16 : two & 0xffff, begin + t + i, head);
        count++;
      }
    }
    if (far)
      for (u32 i = few + lane; i < k; i += LANES) {
        u32 w = neighbors[begin + i], bit = w % FILTER_BITS;
        if (!(filter[bit / 32] >> bit % 32 & 1)) continue;
        u32 place = placeOf(neighbors + head, length, w);
        if (place == ~0u) continue;
        to.third(w, begin + i, head + place);
        count++;
      }
    u64 u = segment >> 32, end = begin + k;
    segment = next;
    next = after;
    begin = begins;
    few = min((u32)segment, near);
    if (mine < few) loaded = *(const u32x4*)(low + lowStart(begin, segment >> 32) * 8 + mine);
    __syncwarp();
    all += count;
#pragma unroll
    for (u32 by = LANES / 2; by > 0; by /= 2) count += __shfl_xor_sync(~0u, count, by);
    if (lane == 0 && count > 0) to.pair(u, end, count);
  }
  return all;
}

// columnsEach hands over the triangles of the vertices with segments. A block an
// item. A block has (NEAR + FILTER_BITS) / 8 bytes of dynamic shared memory.
template <class To>
DEVICE void columnsEach(const u64* offsets, const u32* neighbors, u32 first, const u16* low, const u32* nears, const u64* segments,
                        const u64* items, const u64* used, u64* next, To to) {
  extern __shared__ u32 bits[];
  __shared__ u64 taken[2];
  u32* filter = bits + NEAR / 32;
  for (u32 i = threadIdx.x; i < (NEAR + FILTER_BITS) / 32; i += blockDim.x) bits[i] = 0;
  if (threadIdx.x == 0) taken[0] = atomicAdd(next, 1ull);
  __syncthreads();
  u64 count = used[1];
  for (u32 turn = 0; taken[turn] < count; turn ^= 1) {
    Item item = ((const Item*)items)[taken[turn]];
    if (threadIdx.x == 0) taken[turn ^ 1] = atomicAdd(next, 1ull);
    u32 v = first + item.row, length = item.length;
    u64 head = item.begin;
    const u32* row = neighbors + head;
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      u32 w = row[i];
      if (w < NEAR) {
        atomicOr(bits + w / 32, 1u << w % 32);
        to.enter(row, i);
      } else {
        atomicOr(filter + w % FILTER_BITS / 32, 1u << w % 32);
      }
    }
    __syncthreads();
    u32 found = scanEach(bits, filter, offsets, neighbors, low, nears, head, length, v >= NEAR, segments + item.first, item.count, to);
    __syncwarp();
    found = sumOver<32>(found);
    if (threadIdx.x % 32 == 0 && found > 0) to.middle(v, found);
    __syncthreads();
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      u32 w = row[i];
      if (w < NEAR) bits[w / 32] = 0;
      else filter[w % FILTER_BITS / 32] = 0;
      to.leave(head, i);
    }
    __syncthreads();
  }
}
