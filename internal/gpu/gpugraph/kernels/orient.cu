// Edges over ids become rows over ranks.
#include "key.h"

// byDegree makes a key for each vertex whose high half rises as its degree
// falls.
KERNEL byDegree(const u32* degree, u64 n, u32 largest, u64* keys) {
  u64 v = threadInGrid();
  if (v < n) keys[v] = pair(largest - degree[v], (u32)v);
}

// Ranks by class: vertices of degree `least` and more, TCBW's centers, come before the
// others that have an edge, and those of a class in the order of their ids. A warp takes
// `share` consecutive vertices, a multiple of 32.

DEVICE bool isCenter(u32 degree, u32 least) { return degree > 0 && degree >= least; }

// countClasses writes the centers of each warp's vertices, and behind those of all warps
// the others that have an edge.
KERNEL countClasses(const u32* degree, u64 n, u64 share, u32 least, u64* counts) {
  u64 warp = threadInGrid() / 32, warps = threadsInGrid() / 32, begin = warp * share, end = min(begin + share, n);
  u64 centers = 0, others = 0;
#pragma unroll 4
  for (u64 v = begin + laneIndex(); v < end; v += 32) {
    u32 d = __ldg(degree + v);
    bool center = isCenter(d, least);
    centers += center;
    others += d > 0 && !center;
  }
  centers = warpSum(centers);
  others = warpSum(others);
  if (laneIndex() > 0) return;
  counts[warp] = centers;
  counts[warps + warp] = others;
}

// rankClasses writes the rank of each vertex, those without an edge last. starts is what
// countClasses wrote, scanned. Where they are wanted it writes the vertex and the degree
// of each rank of a vertex with an edge, too. rank may be degree.
KERNEL rankClasses(const u32* degree, u64 n, u64 share, u32 least, u32 rows, const u64* starts, u32* rank, u32* order, u32* sorted) {
  u64 warp = threadInGrid() / 32, warps = threadsInGrid() / 32, begin = warp * share, end = min(begin + share, n);
  if (begin >= n) return;
  u32 center = (u32)starts[warp], other = (u32)starts[warps + warp], centers = (u32)starts[warps];
  for (u64 step = begin; step < end; step += 32) {
    u64 v = step + laneIndex();
    u32 d = v < end ? degree[v] : 0;
    u32 those = __ballot_sync(ALL, isCenter(d, least)), rest = __ballot_sync(ALL, d > 0 && !isCenter(d, least));
    u32 centersBefore = center + __popc(those & lanesBelow()), othersBefore = other + __popc(rest & lanesBelow());
    u32 place = isCenter(d, least) ? centersBefore : othersBefore;
    if (d == 0) place = rows + (u32)v - centersBefore - (othersBefore - centers);
    if (v < end) rank[v] = place;
    if (d > 0 && order) order[place] = (u32)v;
    if (d > 0 && sorted) sorted[place] = d;
    center += __popc(those);
    other += __popc(rest);
  }
}

// rankKeys writes the rank of each vertex, its place among the sorted keys, and where they are
// wanted the degrees of the first of them: the high half of a key is what the degree is less than
// the largest.
KERNEL rankKeys(const u64* keys, u64 n, u32* rank, u32 largest, u32 rows, u32* degrees) {
  u64 i = threadInGrid();
  if (i >= n) return;
  u64 key = keys[i];
  rank[lowHalf(key)] = (u32)i;
  if (degrees && i < rows) degrees[i] = largest - highHalf(key);
}

// lowHalves writes the low halves of n keys: of sorted ones, the vertex of each
// rank.
KERNEL lowHalves(const u64* keys, u64 n, u32* order) {
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) order[i] = lowHalf(keys[i]);
}

// relabel puts ranks in the place of ids.
KERNEL relabel(const u64* edges, u64 n, const u32* rank, u64* keys) {
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u64 edge = __ldg(edges + i);
    u32 a = __ldg(rank + highHalf(edge)), b = __ldg(rank + lowHalf(edge));
    keys[i] = pair(max(a, b), min(a, b));
  }
}

// TOGETHER is how many keys a lane loads before it looks at the first.
#define TOGETHER 4

// A lane writes the offsets of that many rows that begin at one place, and the
// warp together those of more.
#define FEW 4

// writeOffsets writes where rows begin of which the first key is number i: those after the row of the key before it, as
// far as its own. A lane writes those of its key, and the warp together those of keys with more than FEW: all its lanes call
// it, for keys side by side.
DEVICE void writeOffsets(u64 i, u64 n, u64 previous, u64 key, u64* offsets) {
  u32 first = i > 0 ? highHalf(previous) + 1 : 0, end = i <= n ? highHalf(key) + 1 : first;
  if (end - first <= FEW)
    for (u32 row = first; row < end; row++) offsets[row] = i;
  for (u32 many = __ballot_sync(ALL, end - first > FEW); many > 0; many &= many - 1) {
    u32 lane = __ffs(many) - 1, last = __shfl_sync(ALL, end, lane);
    for (u32 row = __shfl_sync(ALL, first, lane) + laneIndex(); row < last; row += 32) offsets[row] = i - laneIndex() + lane;
  }
}

// writeRows writes the low halves of the sorted keys, which are the rows one
// after the other, and where each of the rows begins; behind the last one the
// number of keys.
KERNEL writeRows(const u64* keys, u64 n, u32 rows, u64* offsets, u32* neighbors) {
  u64 begin = threadInGrid() / 32 * (32 * TOGETHER);
  for (; begin <= n; begin += threadsInGrid() * TOGETHER) {
    u64 key[TOGETHER], previous[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u64 i = begin + 32 * j + laneIndex();
      key[j] = i < n ? __ldg(keys + i) : pair(rows, 0);
      previous[j] = i > 0 && i <= n ? __ldg(keys + i - 1) : 0;
    }
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u64 i = begin + 32 * j + laneIndex();
      if (i < n) neighbors[i] = lowHalf(key[j]);
      writeOffsets(i, n, previous[j], key[j], offsets);
    }
  }
}

// Of ORDERED_KEYS keys a block writes the rows in order. It sees MARGIN more on both sides: few of the rows that are written
// so are longer. Both are multiples of what a warp has lanes.
HOST_CONST u32 ORDERED_KEYS = 2048;
HOST_CONST u32 MARGIN = 128;

// firstOf returns the first of n keys, sorted by rows, that is of a row or one after it.
DEVICE u64 firstOf(const u64* keys, u64 n, u32 row) {
  u64 low = 0;
  for (u64 size = n; size > 0;) {
    u64 half = size / 2;
    bool before = highHalf(keys[low + half]) < row;
    low += before ? half + 1 : 0;
    size = before ? size - half - 1 : half;
  }
  return low;
}

// writeRowsOrdered is writeRows, offsets and all, of keys that are sorted by rows alone. An entry's place is the number of smaller ones in
// its row (enumeration sort). A row that begins or ends outside of what a block sees is looked through in memory.
KERNEL __launch_bounds__(THREADS, 8) writeRowsOrdered(const u64* keys, u64 n, u32 rows, u64* offsets, u32* neighbors) {
  static const u32 SEEN = ORDERED_KEYS + 2 * MARGIN;
  __shared__ u32 entries[SEEN];
  __shared__ u32 begins[SEEN / 32];  // a bit for each key with which a row begins, and for what is behind the last one
  u64 base = blockIdx.x * (u64)ORDERED_KEYS - MARGIN;  // it wraps around in the first block
#pragma unroll 3
  for (u32 j = 0; j < SEEN / THREADS; j++) {
    u32 at = j * THREADS + threadIdx.x;
    u64 i = base + at;
    u64 key = i < n ? __ldg(keys + i) : pair(rows, 0), previous = i > 0 && i <= n ? __ldg(keys + i - 1) : 0;
    u32 marks = __ballot_sync(ALL, i <= n && (i == 0 || i == n || highHalf(previous) != highHalf(key)));
    if (laneIndex() == 0) begins[at / 32] = marks;
    entries[at] = lowHalf(key);
    if (MARGIN <= at && at < MARGIN + ORDERED_KEYS) writeOffsets(i, n, previous, key, offsets);
  }
  __syncthreads();
  for (u32 at = MARGIN + threadIdx.x; at < MARGIN + ORDERED_KEYS && base + at < n; at += THREADS) {
    u32 word = at / 32, upTo = begins[word] & ~0u >> (31 - at % 32), from = word, after = begins[word] & ~1u << at % 32;
    while (upTo == 0 && from > 0) upTo = begins[--from];
    while (after == 0 && word + 1 < SEEN / 32) after = begins[++word];
    u32 own = entries[at], smaller = 0;
    if (upTo != 0 && after != 0) {
      u32 begin = from * 32 + 31 - __clz(upTo), end = word * 32 + __ffs(after) - 1;
#pragma unroll 4
      for (u32 j = begin; j < end; j++) smaller += entries[j] < own;
      neighbors[base + begin + smaller] = own;
    } else {
      u32 row = highHalf(keys[base + at]);
      u64 begin = firstOf(keys, n, row), end = firstOf(keys, n, row + 1), place = begin;
#pragma unroll 4
      for (u64 j = begin; j < end; j++) place += lowHalf(__ldg(keys + j)) < own;
      neighbors[place] = own;
    }
  }
}

// measureRows raises *longest, which is 0, to the length of the longest row. Where there are
// degrees it takes the lengths off them: what is left is how many rows hold each vertex.
KERNEL measureRows(const u64* offsets, u64 rows, u64* longest, u32* degrees) {
  u32 own = 0;
  for (u64 row = threadInGrid(); row < rows; row += threadsInGrid()) {
    u32 length = (u32)(__ldg(offsets + row + 1) - __ldg(offsets + row));
    own = max(own, length);
    if (degrees) degrees[row] -= length;
  }
  own = warpMax(own);
  if (laneIndex() == 0 && own > 0) atomicMax((u32*)longest, own);
}
