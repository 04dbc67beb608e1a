// A rank in which vertices with common neighbours are close together, whatever their ids:
// by the smallest hash among a vertex and its neighbours (Broder's min-hash: two vertices
// have the same one as often as their neighbours are the same). The vertex that has this hash
// has a smallest one, too, and that comes before: so groups that are close in the graph are
// close in memory.
#include "mix.h"

// Only so many bits of the smallest hashes are sorted by. Of vertices with some dozen
// neighbours these hashes are small: so many bits are left out above.
HOST_CONST u32 SMALLEST_BITS = 16;
static const u32 NEAR_SHIFT = 13, FAR_SHIFT = 12;

// hashVertices writes the hash of each vertex.
KERNEL hashVertices(u64 n, u32* smallest) {
  for (u64 v = threadInGrid(); v < n; v += threadsInGrid()) smallest[v] = mix32((u32)v);
}

// TOGETHER is how many edges a lane loads before it looks at the first.
#define TOGETHER 4

// lower lowers a place that others lower, too. Most find nothing to do.
DEVICE void lower(u32* place, u32 to) {
  if (to < *(volatile u32*)place) atomicMin(place, to);
}

// smallestHashes lowers what both ends of each of n edges have to the hash of the other one.
KERNEL smallestHashes(const u64* edges, u64 n, u32* smallest) {
  u64 begin = threadInGrid() / 32 * (32 * TOGETHER) + laneIndex();
  for (; begin - laneIndex() < n; begin += threadsInGrid() * TOGETHER) {
    u64 edge[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) edge[j] = begin + 32 * j < n ? __ldg(edges + begin + 32 * j) : 0;
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u32 u = highHalf(edge[j]), v = lowHalf(edge[j]);
      if (u == v) continue;
      lower(smallest + u, mix32(v));
      lower(smallest + v, mix32(u));
    }
  }
}

DEVICE u32 most(u32 hash, u32 shift) { return min(hash >> shift, (1u << SMALLEST_BITS) - 1); }

// byClusters makes a key for each vertex whose high half is what it is ranked by. Those
// without an edge are behind all others.
KERNEL byClusters(const u32* degree, u64 n, const u32* smallest, u64* keys) {
  for (u64 v = threadInGrid(); v < n; v += threadsInGrid()) {
    u32 near = smallest[v], far = smallest[unmix32(near)];
    u32 place = most(far, FAR_SHIFT) << SMALLEST_BITS | most(near, NEAR_SHIFT);
    keys[v] = pair(degree[v] > 0 ? min(place, ALL - 1) : ALL, (u32)v);
  }
}
