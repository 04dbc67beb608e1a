// The kernels of the method levels: Jradi, Dias, Castonguay, Longo and do
// Nascimento (A GPU-based parallel algorithm for enumerating all chordless
// cycles in graphs), whose names are kept. A chordless path is a row of S, the
// set of its vertices as bits, and an entry of each of V1, V2 and VL, its first,
// second and last vertex. Paths of one length are extended together into those
// of the next. Threads are persistent: they take one path and neighbour after
// the other.
#include "device.h"

static const u32 ALL = ~0u;

// The threads of a block.
HOST_CONST u32 LEVEL_THREADS = 256;

DEVICE u64 shfl64(u64 v, u32 lane) { return (u64)__shfl_sync(ALL, (u32)(v >> 32), lane) << 32 | __shfl_sync(ALL, (u32)v, lane); }

// Graph is the compact representation: the neighbours E of v, ascending, begin
// at V[v]. labels tell the vertices' order.
struct Graph {
  const u32 *V, *E;
  const u32* labels;
  u32 n, maxDegree;

  __device__ __forceinline__ bool adjacent(u32 v, u32 w) const {
    u32 low = V[v], high = V[v + 1];
    while (low < high) {
      u32 middle = (low + high) / 2;
      if (E[middle] < w)
        low = middle + 1;
      else
        high = middle;
    }
    return low < V[v + 1] && E[low] == w;
  }
};

DEVICE bool has(const u64* set, u32 v) { return set[v / 64] >> v % 64 & 1; }

// append gives those lanes of the warp that add something places behind each
// other.
DEVICE u64 append(u64* count, bool adds) {
  u32 all = __ballot_sync(ALL, adds), lane = threadIdx.x % 32;
  if (all == 0) return 0;
  u64 begin = 0;
  if (lane == 0) begin = atomicAdd(count, (u64)__popc(all));
  return shfl64(begin, 0) + __popc(all & ((1u << lane) - 1));
}

// triplets is the paper's algorithm 2, for the vertices u from first to last. A
// thread looks at one pair of neighbours of u.
KERNEL __launch_bounds__(LEVEL_THREADS) triplets(const u32* V, const u32* E, const u32* labels, u32 n, u32 maxDegree, const u32* weights, u32 longest,
                                       u32 first, u32 last, u64* S, u32* V1, u32* V2, u32* VL, u32* lengths, u64* count, u64* triangles) {
  Graph g = {V, E, labels, n, maxDegree};
  u32 words = (n + 63) / 64;
  u64 pairs = (u64)maxDegree * maxDegree, end = (last - first) * pairs, step = gridDim.x * (u64)blockDim.x, closed = 0;
  for (u64 base = blockIdx.x * (u64)blockDim.x + threadIdx.x / 32 * 32; base < end; base += step) {
    u64 id = base + threadIdx.x % 32;
    u32 u = first + (u32)(id / pairs), x = 0, y = 0, length = 0;
    u32 ix = (u32)(id / maxDegree % maxDegree), iy = (u32)(id % maxDegree);
    bool adds = false;
    if (id < end && ix < V[u + 1] - V[u] && iy < V[u + 1] - V[u]) {
      x = E[V[u] + ix], y = E[V[u] + iy];
      if (labels[u] < labels[x] && labels[x] < labels[y]) {
        bool triangle = g.adjacent(x, y);
        closed += triangle;
        length = weights[x] + weights[u] + weights[y];
        adds = !triangle && length < longest;
      }
    }
    u64 at = append(count, adds);
    if (!adds) continue;
    for (u32 i = 0; i < words; i++) {
      u64 word = 0;
      if (x / 64 == i) word |= 1ull << x % 64;
      if (u / 64 == i) word |= 1ull << u % 64;
      if (y / 64 == i) word |= 1ull << y % 64;
      S[at * words + i] = word;
    }
    V1[at] = x, V2[at] = u, VL[at] = y, lengths[at] = length;
  }
  if (closed > 0) atomicAdd(triangles, closed);
}

// countHole counts holes by length. Mostly those of a warp are equally long.
DEVICE void countHole(u64* counts, bool closes, u32 length) {
  u32 all = __ballot_sync(ALL, closes);
  if (all == 0) return;
  u32 leader = __ffs(all) - 1, first = __shfl_sync(ALL, length, leader);
  bool same = __all_sync(ALL, !closes || length == first);
  if (closes && (!same || threadIdx.x % 32 == leader)) atomicAdd(counts + length, (u64)(same ? __popc(all) : 1));
}

// expand is the paper's algorithm 3: paths of T, so many from begin on, are
// extended into T'. A thread looks at one neighbour of a path's last vertex. C,
// where it is there, gets the holes; found counts them.
KERNEL __launch_bounds__(LEVEL_THREADS) expand(const u32* V, const u32* E, const u32* labels, u32 n, u32 maxDegree, const u32* weights, u32 longest,
                                     const u64* S, const u32* V1, const u32* V2, const u32* VL, const u32* lengths, u64 begin, u32 paths,
                                     u64* toS, u32* toV1, u32* toV2, u32* toVL, u32* toLengths, u64* count, u64* C, u64* found, u64* counts) {
  u32 words = (n + 63) / 64, end = paths * maxDegree, step = gridDim.x * blockDim.x;
  for (u64 base = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32; base < end; base += step) {
    u32 id = (u32)base + threadIdx.x % 32, x = 0, u = 0, v = 0, length = 0;
    u64 p = begin + id / maxDegree;
    const u64* set = S + p * words;
    bool extends = false, closes = false;
    if (id < end) {
      u32 t = VL[p], i = V[t] + id % maxDegree;
      if (i < V[t + 1]) {
        v = E[i], u = V2[p], x = V1[p];
        extends = labels[v] > labels[u] && !has(set, v);
        for (u32 e = V[v]; extends && e < V[v + 1]; e++) {
          u32 w = E[e];
          if (w == x)
            closes = true;
          else if (w != t && has(set, w))
            extends = false;
        }
        closes = closes && extends;
        length = lengths[p] + weights[v];
        extends = extends && !closes && length < longest;
        closes = closes && length <= longest;
      }
    }
    countHole(counts, closes, length);
    u64 hole = append(found, closes), at = append(count, extends);
    if (closes && C != nullptr)
      for (u32 i = 0; i < words; i++) C[hole * words + i] = set[i] | (v / 64 == i ? 1ull << v % 64 : 0);
    if (!extends) continue;
    for (u32 i = 0; i < words; i++) toS[at * words + i] = set[i] | (v / 64 == i ? 1ull << v % 64 : 0);
    toV1[at] = x, toV2[at] = u, toVL[at] = v, toLengths[at] = length;
  }
}
