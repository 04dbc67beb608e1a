// Triangles whose middle corner v is beyond the hubs: the row of v as a bit
// array in shared memory, in which the rows that hold v are looked up, each as
// far as v (Karypis' order: Tom and Karypis, HPEC 2017). For that, every v needs
// the rows that hold it: its segments.
//
// The lists come as two: the upper rows, those of u, and the lower rows, those of
// the `span` vertices from `first` on, which v is one of. Each numbers its rows from
// 0; entries are ids. Of a graph in one piece the upper rows are all, and the lower
// rows are those beyond the hubs.
#include "columns.h"

// A segment is what there is of a row u before v. Where v is near, so are all
// entries before it: the place of the row among the low ones, in units of 8, and
// the length in NEAR_BITS bits. Where v is far: the number of the row and the
// length, 32 bits each.
static const u32 NEAR_BITS = 17;

// indegrees counts, for every lower row, the upper rows that hold its vertex.
static const u32 COUNTED_HERE = 8192;
KERNEL indegrees(const u32* neighbors, u64 edges, u32 first, u32 span, u32* in) {
  __shared__ u32 counts[COUNTED_HERE];
  for (u32 i = threadIdx.x; i < COUNTED_HERE; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 p = blockIdx.x * (u64)blockDim.x + threadIdx.x; p < edges; p += 4 * step) {
    u32 v[4];
#pragma unroll
    for (u32 i = 0; i < 4; i++) v[i] = p + i * step < edges ? neighbors[p + i * step] : 0;
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
      u32 row = v[i] - first; // large for what is before the first
      if (row >= span || p + i * step >= edges) continue;
      if (row < COUNTED_HERE) atomicAdd(counts + row, 1);
      else atomicAdd(in + row, 1);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < COUNTED_HERE; i += blockDim.x)
    if (counts[i] > 0) atomicAdd(in + i, counts[i]);
}

// segmentsOf returns how many segments a lower row has: those of all rows that hold its vertex, or
// none where too few do, or the row is empty.
DEVICE u32 segmentsOf(const u64* offsets, u32 many, u32 held, u64 row) {
  return held < many || offsets[row + 1] == offsets[row] ? 0 : held;
}
DEVICE u32 itemsOf(u32 segments) { return (segments + ITEM - 1) / ITEM; }

// Segments of a vertex come in about the order of their rows. So that items at work at one time look
// at the same rows, which then stay in the cache, items are in the order of their place among those of
// their vertex: of LEVELS levels, behind which those follow that a vertex has alone.
HOST_CONST u32 LEVELS = 16;
DEVICE u32 levelOf(u32 part, u32 parts) { return part * LEVELS / parts; }
DEVICE u32 endOfLevel(u32 level, u32 parts) { return ((level + 1) * parts + LEVELS - 1) / LEVELS; }

// countLevels adds to counts[l] how many items each level has, and all of them to used[1].
KERNEL countLevels(const u64* offsets, u32 span, u32 many, const u32* in, u64* counts, u64* used) {
  __shared__ u32 here[LEVELS];
  if (threadIdx.x < LEVELS) here[threadIdx.x] = 0;
  __syncthreads();
  for (u64 row = blockIdx.x * (u64)blockDim.x + threadIdx.x; row < span; row += (u64)gridDim.x * blockDim.x) {
    u32 parts = itemsOf(segmentsOf(offsets, many, in[row], row));
    if (parts < 2) continue;
    for (u32 i = 0, end; i < parts; i = end) {
      u32 level = levelOf(i, parts);
      end = endOfLevel(level, parts);
      atomicAdd(here + level, end - i);
    }
  }
  __syncthreads();
  if (threadIdx.x >= LEVELS || here[threadIdx.x] == 0) return;
  atomicAdd(counts + threadIdx.x, (u64)here[threadIdx.x]);
  atomicAdd(used + 1, (u64)here[threadIdx.x]);
}

// allot gives every lower row with at least `many` segments room for them, and
// makes items of them, of ITEM segments: the row and the number of the item.
// used[0] and used[1] count segments and items. Where it is wanted, ways tells of 32 rows which
// ones have room, in its low half, and which ones are held by too few, in its high half: so many
// bits of all rows stay in the first-level caches. Where items are to be in the order of levels,
// there are the counts of these, of which used[1] is the sum before, and behind them as many zeros;
// otherwise they are as their rows.
KERNEL allot(const u64* offsets, u32 span, u32 many, const u32* in, u64* start, u64* items, u64* used, u64* ways, u64* levels) {
  __shared__ u64 first[LEVELS + 1];
  if (threadIdx.x <= LEVELS) {
    u64 before = 0;
    if (levels != nullptr)
      for (u32 l = 0; l < threadIdx.x; l++) before += levels[l];
    first[threadIdx.x] = before;
  }
  __syncthreads();
  u32 lane = threadIdx.x % 32;
  for (u64 base = (blockIdx.x * (u64)blockDim.x + threadIdx.x) & ~31ull; base < span; base += (u64)gridDim.x * blockDim.x) {
    u64 row = base + lane;
    u32 held = row < span ? in[row] : 0, n = row < span ? segmentsOf(offsets, many, held, row) : 0;
    u32 roomy = __ballot_sync(~0u, n > 0), searched = __ballot_sync(~0u, held < many);
    if (ways != nullptr && lane == 0) ways[base / 32] = (u64)searched << 32 | roomy;
    u32 parts = itemsOf(n), plain = levels == nullptr || parts < 2 ? parts : 0;
    u64 segments = n, item = plain;
    for (u32 by = 1; by < 32; by *= 2) {
      u64 a = shflUp64(segments, by), b = shflUp64(item, by);
      if (lane >= by) segments += a, item += b;
    }
    u64 at = 0, number = 0;
    if (lane == 31 && segments > 0) at = atomicAdd(used, segments);
    if (lane == 31 && item > 0) number = atomicAdd(used + 1, item);
    at = shfl64(at, 31) + segments - n;
    number = shfl64(number, 31) + item - plain;
    if (row < span) start[row] = at;
    for (u32 i = 0, end; i < parts; i = end) { // of a level at a time: a vertex may have thousands of items
      u64 place = number;
      end = parts;
      if (parts > plain) {
        u32 level = levelOf(i, parts);
        end = endOfLevel(level, parts);
        place = first[level] + atomicAdd(levels + LEVELS + level, (u64)(end - i));
      }
      for (u32 k = i; k < end; k++) items[place + (k - i)] = row << 32 | k;
    }
  }
}

// Upper is the upper rows, Lower the lower ones.
struct Upper {
  const u64* offsets;
  const u32* neighbors;
};
struct Lower {
  const u64* offsets;
  const u32* neighbors;
};

// searchSome intersects the entries that the bits of todo tell: bit l is the
// entry of lane l, at position p of the upper row that begins at begin, which
// leads to that lower row. 8 lanes an entry look up the shorter list in the
// longer. It returns the lane's share of the count.
DEVICE u32 searchSome(Upper upper, Lower lower, u64 begin, u32 p, u32 row, u32 todo) {
  u32 lane = threadIdx.x % 32, count = 0;
  u64 from = 0;
  u32 size = 0;
  if (todo >> lane & 1) {
    from = lower.offsets[row];
    size = (u32)(lower.offsets[row + 1] - from);
  }
  while (todo != 0) {
    u32 mine = todo;
    for (u32 g = 0; g < lane / 8; g++) mine &= mine - 1;
    u32 source = mine == 0 ? 0 : __ffs(mine) - 1;
    const u32 *shorter = lower.neighbors + shfl64(from, source), *longer = upper.neighbors + shfl64(begin, source);
    u32 few = __shfl_sync(~0u, size, source), many = __shfl_sync(~0u, p, source);
    if (few > many) {
      const u32* list = shorter;
      shorter = longer;
      longer = list;
      u32 n = few;
      few = many;
      many = n;
    }
    if (mine != 0)
      for (u32 t = lane % 8; t < few; t += 8) count += contains(longer, many, shorter[t]);
    __syncwarp();
    for (u32 g = 0; g < 4; g++) todo &= todo - 1;
  }
  return count;
}

// transpose writes the low rows of the upper rows, and every entry of a vertex
// with room among its segments: start moves to the end of them. It counts the
// triangles of the entries of the other vertices with a lower row by binary
// search. A warp takes `chunk` entries in turn, of at least one. nears is zero
// before.
KERNEL transpose(const u64* offsets, const u32* neighbors, u32 rows, const u64* lowerOffsets, const u32* lowerNeighbors, u32 first, u32 span,
                 u32 chunk, u32 many, const u64* ways, u64* start, u16* low, u32* nears, u64* segments, u64* next, u64* total) {
  const Upper upper = {offsets, neighbors};
  const Lower lower = {lowerOffsets, lowerNeighbors};
  u32 lane = threadIdx.x % 32;
  u64 edges = offsets[rows], triangles = 0;
  for (u64 taken; (taken = grab(next, 1)) <= (edges - 1) / chunk;) {
    u64 from = taken * chunk, to = min64(from + chunk, edges);
    u32 row = rowOf(offsets, rows, from);
    // 31 rows at a time: their beginnings in the lanes, the end of the last
    // in lane 31.
    for (u64 e = from; e < to; row += 31) {
      // The entries that come next are under way while the last are written.
      u32 ahead = e + lane < to ? neighbors[e + lane] : 0;
      u64 begins = offsets[min64((u64)row + lane, rows)], after = min64(to, shfl64(begins, 31));
      for (; e < after; e += 32) {
        u64 at = e + lane;
        u32 which = 0, v = ahead, follower = __shfl_down_sync(~0u, v, 1);
        if (at + 32 < after) ahead = neighbors[at + 32];
        for (u32 by = 16; by > 0; by /= 2)
          if (shfl64(begins, which + by) <= at) which += by;
        u64 begin = shfl64(begins, which), end = shfl64(begins, which + 1), u = row + which;
        u32 p = (u32)(at - begin);
        bool search = false;
        u32 below = 0;
        if (at < after) {
          below = v - first; // large for what is before the first
          u64 lows = lowStart(begin, u);
          if (v < NEAR && many != NO_COLUMNS) {
            low[lows * 8 + p] = (u16)v;
            if (at + 1 == end || (lane < 31 && at + 1 < after ? follower : neighbors[at + 1]) >= NEAR) nears[u] = p + 1;
          }
          if (below < span) {
            u64 way = many == NO_COLUMNS ? 1ull << 32 : ways[below / 32] >> below % 32;
            if (way & 1) segments[atomicAdd(start + below, 1ull)] = v < NEAR ? lows << NEAR_BITS | p : u << 32 | p;
            else search = p > 0 && (way >> 32 & 1);
          }
        }
        triangles += searchSome(upper, lower, begin, p, below, __ballot_sync(~0u, search));
      }
      e = after;
    }
  }
  addTotal(total, triangles);
}

// countOfEight looks eight low entries up, less the last `without` of them, and returns how many are there.
DEVICE u32 countOfEight(const u32* bits, u32x4 e, i32 without) { return __popc(lookUpEight(bits, e) << min(without < 0 ? 0 : without, 31)); }

// scanNear looks up n segments of a near vertex, LANES lanes a segment. What
// comes next is under way while the last is looked up.
DEVICE u32 scanNear(const u32* bits, const u16* low, const u64* segments, u32 n) {
  const u32 groups = blockDim.x / LANES, mine = threadIdx.x % LANES;
  u32 s = threadIdx.x / LANES, count = 0;
  u64 segment = s < n ? segments[s] : 0, ahead = s + groups < n ? segments[s + groups] : 0;
  i32 left = segment & ((1u << NEAR_BITS) - 1); // entries of the segment from here on
  const u32x4* at = (const u32x4*)low + (segment >> NEAR_BITS) + mine;
  u32x4 loaded = 0;
  if ((i32)(mine * 8) < left) loaded = *at;
  while (s < n) {
    i32 without = mine * 8 + 8 - left;
    u32x4 entries = loaded;
    at += LANES;
    left -= STEP;
    if (left <= 0) {
      s += groups;
      segment = ahead;
      ahead = s + groups < n ? segments[s + groups] : 0;
      left = s < n ? segment & ((1u << NEAR_BITS) - 1) : 0;
      at = (const u32x4*)low + (segment >> NEAR_BITS) + mine;
    }
    if ((i32)(mine * 8) < left) loaded = *at;
    count += countOfEight(bits, entries, without);
  }
  return count;
}

// scanFar looks up the segments of a far vertex: all of a row's near entries
// and some of the others, these in a filter first and in the list where that
// does not rule them out.
DEVICE u64 scanFar(const u32* bits, const u32* filter, const u16* low, Upper upper, const u32* nears,
                   const u32* row, u32 length, const u64* segments, u64 from, u64 to) {
  u64 count = 0;
  for (u64 s = from + threadIdx.x / LANES; s < to; s += blockDim.x / LANES) {
    u64 u = segments[s] >> 32, begin = upper.offsets[u];
    u32 k = (u32)segments[s], few = nears[u];
    const u16* list = low + lowStart(begin, u) * 8;
    for (u32 t = threadIdx.x % LANES * 8; t < few; t += STEP) count += countOfEight(bits, *(const u32x4*)(list + t), t + 8 - few);
    for (u32 t = few + threadIdx.x % LANES; t < k; t += LANES) {
      u32 w = upper.neighbors[begin + t], at = w % FILTER_BITS;
      if (filter[at / 32] >> at % 32 & 1) count += contains(row, length, w);
    }
  }
  return count;
}

// columns counts the triangles of the vertices with segments. A block an item.
// A block has (NEAR + FILTER_BITS) / 8 bytes of dynamic shared memory.
KERNEL __launch_bounds__(128) columns(const u64* offsets, const u32* neighbors, const u64* lowerOffsets, const u32* lowerNeighbors, u32 first,
                                     const u32* in, const u64* start, const u16* low, const u32* nears, const u64* segments,
                                     const u64* items, const u64* used, u64* next, u64* total) {
  const Upper upper = {offsets, neighbors};
  extern __shared__ u32 bits[];
  __shared__ u64 taken[2];
  u32* filter = bits + NEAR / 32;
  for (u32 i = threadIdx.x; i < (NEAR + FILTER_BITS) / 32; i += blockDim.x) bits[i] = 0;
  if (threadIdx.x == 0) taken[0] = atomicAdd(next, 1ull);
  __syncthreads();
  u64 count = used[1], triangles = 0;
  for (u32 turn = 0; taken[turn] < count; turn ^= 1) {
    u64 item = items[taken[turn]];
    if (threadIdx.x == 0) taken[turn ^ 1] = atomicAdd(next, 1ull);
    u32 below = (u32)(item >> 32), part = (u32)item;
    u64 begin = lowerOffsets[below];
    u32 length = (u32)(lowerOffsets[below + 1] - begin);
    const u32* row = lowerNeighbors + begin;
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      u32 w = row[i];
      if (w < NEAR) atomicOr(bits + w / 32, 1u << w % 32);
      else atomicOr(filter + w % FILTER_BITS / 32, 1u << w % 32);
    }
    u64 last = start[below], from = last - in[below] + (u64)part * ITEM, to = min64(last, from + ITEM);
    __syncthreads();
    triangles += first + below < NEAR ? scanNear(bits, low, segments + from, (u32)(to - from))
                                      : scanFar(bits, filter, low, upper, nears, row, length, segments, from, to);
    __syncthreads();
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      u32 w = row[i];
      if (w < NEAR) bits[w / 32] = 0;
      else filter[w % FILTER_BITS / 32] = 0;
    }
    __syncthreads();
  }
  addTotal(total, triangles);
}
