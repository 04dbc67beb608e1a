// Edges over ids become rows over ranks.
#include "index.h"
#include "sweep.h"

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

// Edges that are relabelled as they are read.
struct Relabelled {
  const u64* edges;
  const u32* rank;
  u64* keys;
};

DEVICE u64 keyAt(Relabelled of, u64 i) {
  u64 edge = __ldg(of.edges + i);
  u32 a = __ldg(of.rank + highHalf(edge)), b = __ldg(of.rank + lowHalf(edge));
  return of.keys[i] = pair(max(a, b), min(a, b));
}

// relabel puts ranks in the place of ids, and does countDigitsOf what it writes.
extern "C" __global__ void __launch_bounds__(THREADS)
    relabel(const u64* edges, u64 n, const u32* rank, u64* keys, u32 skipLow, u32 width, u32 skipHigh, u32 passes, u64* counts) {
  countDigitsOf(Relabelled{edges, rank, keys}, n, {skipLow, width, skipHigh}, passes, counts);
}

// TOGETHER is how many keys a lane loads before it looks at the first.
#define TOGETHER 4

// writeOffsets writes where rows begin of which the first key is number i: those after the row of the key before it, as
// far as its own. A lane writes those of its key, and the warp together those of keys with more than FEW: all its lanes call
// it, for keys side by side.
#define FEW 4
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
// number of keys. It writes the index, where one is wanted.
KERNEL writeRows(const u64* keys, u64 n, u32 rows, u64* offsets, u32* neighbors, u32* index) {
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
      if (index && i < n && i % INDEX_STEP == 0) index[i / INDEX_STEP] = highHalf(key[j]);
      writeOffsets(i, n, previous[j], key[j], offsets);
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
