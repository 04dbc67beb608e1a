// Sorted records become distinct edges. A warp takes a range of consecutive
// records: `share` of them, a multiple of 32.
#include "key.h"

DEVICE u64 warpInGrid() { return threadInGrid() / 32; }

// TOGETHER is how many records a lane loads before it looks at the first.
#define TOGETHER 4
#define STEP (32 * TOGETHER)

// Pair is a record and the one before it. Both are the self-loop of 0 behind
// the end.
struct Pair {
  u64 key, previous;
};

DEVICE Pair load(const u64* records, u64 i, u64 end) {
  if (i >= end) return {0, 0};
  return {__ldg(records + i), i > 0 ? __ldg(records + i - 1) : ~(u64)0};
}

DEVICE bool isLoop(u64 key) { return highHalf(key) == lowHalf(key) >> 1; }

// isFirst says whether the record is the first of its edge. Self-loops are
// none.
DEVICE bool isFirst(Pair p) { return !isLoop(p.key) && p.key >> 1 != p.previous >> 1; }

// MANY is how many lanes of a warp add to one place before it pays to look
// whether they all do.
#define MANY 8

// takeOff takes one off degree[v] for each of the lanes. Where they are many
// and have one vertex, as among the copies of one edge, one of them does it for
// all.
DEVICE void takeOff(u32* degree, u32 v, u32 lanes) {
  bool part = lanes >> laneIndex() & 1;
  u32 count = __popc(lanes), last = 31 - __clz(lanes);
  if (count >= MANY) {
    u32 common = __shfl_sync(ALL, v, last);
    if (__all_sync(ALL, !part || v == common)) {
      if (laneIndex() == last) atomicAdd(degree + v, 0 - count);
      return;
    }
  }
  if (part) atomicAdd(degree + v, ~0u);
}

// countEdges writes the number of edges that begin in each warp's range, and
// sets the bits of vertices with a self-loop.
KERNEL countEdges(const u64* records, u64 n, u64 share, u64* counts, u32* loopers) {
  u64 begin = warpInGrid() * share, end = min(begin + share, n);
  u64 edges = 0;
  for (u64 step = begin + laneIndex(); step < end; step += STEP) {
    Pair p[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) p[j] = load(records, step + 32 * j, end);
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      edges += isFirst(p[j]);
      u32 v = highHalf(p[j].key);
      if (isLoop(p[j].key) && p[j].key != p[j].previous) atomicOr(loopers + v / 32, 1u << v % 32);
    }
  }
  edges = warpSum(edges);
  if (laneIndex() == 0) counts[warpInGrid()] = edges;
}

// writeEdges writes each edge once, as a pair of its larger and its smaller
// end, takes its other records off the degrees, which count them all, and sets
// the bits of edges that stand in both directions. starts is what countEdges
// wrote, scanned.
KERNEL writeEdges(const u64* records, u64 n, u64 share, const u64* starts, u64* edges, u32* degree, u32* reciprocal) {
  u64 begin = warpInGrid() * share, end = min(begin + share, n);
  if (begin >= n) return;
  u64 at = starts[warpInGrid()];
  for (u64 step = begin; step < end; step += STEP) {
    Pair p[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) p[j] = load(records, step + 32 * j + laneIndex(), end);
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u64 key = p[j].key;
      u32 high = highHalf(key), low = lowHalf(key) >> 1;
      bool first = isFirst(p[j]), again = !first && !isLoop(key);
      u32 firsts = __ballot_sync(ALL, first);
      u64 edge = at + __popc(firsts & lanesBelow());
      if (first) edges[edge] = pair(high, low);
      u32 agains = __ballot_sync(ALL, again);
      if (agains > 0) {
        takeOff(degree, high, agains);
        takeOff(degree, low, agains);
      }
      // One of an edge's records differs from the one before it in nothing but
      // the direction, where they do not all have the same.
      if (again && key != p[j].previous) atomicOr(reciprocal + (edge - 1) / 32, 1u << (edge - 1) % 32);
      at += __popc(firsts);
    }
  }
}

// countBits adds the set bits of n words to *total.
KERNEL countBits(const u32* words, u64 n, u64* total) {
  u64 sum = 0;
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) sum += __popc(words[i]);
  sum = warpSum(sum);
  if (laneIndex() == 0 && sum > 0) atomicAdd(total, sum);
}

// DEGREE_FACTS is how many words summarize writes.
HOST_CONST u32 DEGREE_FACTS = 5;

// summarize adds over n vertices: facts[0] is raised to the largest degree;
// facts[1] counts those with an edge, facts[2] those with nothing but a
// self-loop; facts[3] and facts[4] add the low and the high halves of the
// wedges of each.
KERNEL summarize(const u32* degree, const u32* loopers, u64 n, u64* facts) {
  u32 largest = 0;
  u64 connected = 0, lonely = 0, low = 0, high = 0;
  for (u64 v = threadInGrid(); v < n; v += threadsInGrid()) {
    u32 d = degree[v];
    if (d == 0) {
      lonely += loopers[v / 32] >> v % 32 & 1;
      continue;
    }
    u64 wedges = (u64)d * (d - 1) / 2;
    largest = max(largest, d);
    connected++;
    low += (u32)wedges;
    high += wedges >> 32;
  }
  largest = warpMax(largest);
  connected = warpSum(connected);
  lonely = warpSum(lonely);
  low = warpSum(low);
  high = warpSum(high);
  if (laneIndex() > 0) return;
  atomicMax((u32*)facts, largest);
  atomicAdd(facts + 1, connected);
  atomicAdd(facts + 2, lonely);
  atomicAdd(facts + 3, low);
  atomicAdd(facts + 4, high);
}
