// Peeling: the edges of least support leave the graph, and each of their triangles
// takes one from the support of the two other edges. A round is all edges that are at
// the level at the same time; the next is those that it has brought there.
#include "warp.h"

// The state of an edge is its support while it is there; LEAVING is set in the round
// that it leaves in; then it is GONE, above the level.
static const u32 LEAVING = 1u << 31;
static const u32 GONE = 3u << 30;

// The words that tell how far it is: a round is the edges of the order from ROUND_BEGIN
// to ROUND_END, and the next those behind it, to ORDER_END. Warps take their work by
// NEXT_BATCH. LEAST_ABOVE is the least support above the level. BLOCKS_DONE counts the
// blocks of a kernel that have ended.
HOST_CONST u32 ROUND_BEGIN = 0;
HOST_CONST u32 ROUND_END = 1;
HOST_CONST u32 ORDER_END = 2;
HOST_CONST u32 NEXT_BATCH = 3;
HOST_CONST u32 LEAST_ABOVE = 4;
HOST_CONST u32 BLOCKS_DONE = 5;
HOST_CONST u32 PROGRESS_WORDS = 6;

// A list from this size on is gone through by the whole warp, and by more than one
// where there are few edges.
static const u32 LONG_LIST = 64;

// MOST_SLICES warps share an edge at most.
static const u32 MOST_SLICES = 256;

// advance makes what was appended the next round, once all blocks are there: nobody
// looks at the progress any more.
DEVICE void advance(u32* progress) {
  __syncthreads();
  if (threadIdx.x > 0 || atomicAdd(progress + BLOCKS_DONE, 1u) + 1 < gridDim.x) return;
  progress[ROUND_BEGIN] = progress[ROUND_END];
  progress[ROUND_END] = atomicAdd(progress + ORDER_END, 0u);
  progress[NEXT_BATCH] = progress[BLOCKS_DONE] = 0;
}

// gather appends the edges at the level to the order, and lets them leave. It lowers
// LEAST_ABOVE to the support of the others. They are the next round.
KERNEL gather(u32* state, u32 edges, u32 level, u32* order, u32* progress) {
  u32 least = ALL;
  for (u32 base = threadInGrid() / 32 * 32; base < edges; base += threadsInGrid()) {
    u32 e = base + laneIndex(), s = e < edges ? state[e] : ALL;
    bool leaves = s <= level;
    u32 all = __ballot_sync(ALL, leaves), at = 0;
    if (s < LEAVING && !leaves) least = min(least, s);
    if (all == 0) continue;
    if (laneIndex() == 0) at = atomicAdd(progress + ORDER_END, __popc(all));
    at = __shfl_sync(ALL, at, 0) + __popc(all & lanesBelow());
    if (leaves) {
      order[at] = e;
      state[e] = s | LEAVING;
    }
  }
  for (u32 by = 16; by > 0; by /= 2) least = min(least, __shfl_xor_sync(ALL, least, by));
  if (laneIndex() == 0 && least != ALL) atomicMin(progress + LEAST_ABOVE, least);
  advance(progress);
}

// Graph is what is left of the graph, and the level that is peeled.
struct Graph {
  const u32 *adjacent, *edge;
  u32 *state, *order, *progress;
  u32 level;
};

// lose takes a triangle from an edge that stays. Edges come to the level once, and leave
// in the next round.
DEVICE void lose(const Graph& g, u32 e) {
  if (atomicAdd(g.state + e, ~0u) == g.level + 1) g.order[atomicAdd(g.progress + ORDER_END, 1u)] = e;
}

// close looks for the triangle of a leaving edge with an entry of one of its ends in the
// other's neighbourhood, and takes it from the others: where two edges leave, the smaller
// one does that. It reports whether there is one.
DEVICE bool close(const Graph& g, u32 leaving, u32 entry, u32 begin, u32 end) {
  u32 first = g.edge[entry], a = g.state[first];
  if (a >= GONE || first == leaving) return false;
  u32 w = g.adjacent[entry], length = end - begin;
  if (length == 0) return false;
  while (length > 1) {
    u32 half = length / 2;
    begin += g.adjacent[begin + half] <= w ? half : 0;
    length -= half;
  }
  if (g.adjacent[begin] != w) return false;
  u32 second = g.edge[begin], b = g.state[second];
  if (b >= GONE) return false;
  if (b < LEAVING && (a < LEAVING || leaving < first)) lose(g, second);
  if (a < LEAVING && (b < LEAVING || leaving < second)) lose(g, first);
  return true;
}

// peel takes the triangles of the edges that leave from the others. A warp takes up to 32
// of them at a time, one a lane. The shorter lists of their ends are gone through as if
// they were one; long ones alone, until all triangles of the edge are found. Where there
// are fewer edges than warps, several share each.
KERNEL peel(const u32* source, const u32* neighbors, const u32* begin, const u32* end, const u32* adjacent, const u32* edge, u32* state,
            u32 level, u32* order, u32* progress) {
  const Graph g = {adjacent, edge, state, order, progress, level};
  u32 lane = laneIndex(), from = progress[ROUND_BEGIN], to = progress[ROUND_END], warps = threadsInGrid() / 32, slices = 1;
  while (slices < MOST_SLICES && (to - from) * slices * 2 <= warps) slices *= 2;
  u32 many = max(min((to - from) / warps, 32), 1), batches = (to - from + many - 1) / many;
  for (;;) {
    u32 taken = 0;
    if (lane == 0) taken = atomicAdd(progress + NEXT_BATCH, 1u);
    taken = __shfl_sync(ALL, taken, 0);
    if (taken >= batches * slices) return;
    u32 slice = taken % slices, i = from + taken / slices * many + lane;
    // Each lane's edge, the shorter list, and the other one.
    u32 e = 0, left = 0, at = 0, size = 0, other = 0, otherEnd = 0;
    if (lane < many && i < to) {
      e = order[i];
      left = state[e] & ~LEAVING;
      u32 u = source[e], v = neighbors[e];
      at = begin[u];
      size = left > 0 ? end[u] - at : 0;
      other = begin[v];
      otherEnd = end[v];
      if (size > otherEnd - other) {
        u32 b = at, n = size;
        at = other;
        size = otherEnd - other;
        other = b;
        otherEnd = b + n;
      }
    }
    for (u32 some = __ballot_sync(ALL, size >= LONG_LIST || (slices > 1 && size > 0)); some != 0; some &= some - 1) {
      u32 l = __ffs(some) - 1, leaving = __shfl_sync(ALL, e, l), expected = __shfl_sync(ALL, left, l), found = 0;
      u32 list = __shfl_sync(ALL, at, l), length = __shfl_sync(ALL, size, l);
      u32 b = __shfl_sync(ALL, other, l), bEnd = __shfl_sync(ALL, otherEnd, l);
      for (u32 t = slice * 32; t < length && found < expected; t += slices * 32)
        found += __popc(__ballot_sync(ALL, t + lane < length && close(g, leaving, list + t + lane, b, bEnd)));
    }
    if (slices > 1) continue;
    if (size >= LONG_LIST) size = 0;
    u32 sum = size;
    for (u32 by = 1; by < 32; by *= 2) {
      u32 before = __shfl_up_sync(ALL, sum, by);
      if (lane >= by) sum += before;
    }
    u32 all = __shfl_sync(ALL, sum, 31), before = sum - size;
    for (u32 t = lane; t - lane < all; t += 32) {
      u32 l = 0;
      for (u32 half = 16; half > 0; half /= 2) l += __shfl_sync(ALL, before, l + half) <= t ? half : 0;
      u32 leaving = __shfl_sync(ALL, e, l), entry = __shfl_sync(ALL, at - before, l) + t;
      u32 b = __shfl_sync(ALL, other, l), bEnd = __shfl_sync(ALL, otherEnd, l);
      if (t < all) close(g, leaving, entry, b, bEnd);
      __syncwarp();
    }
  }
}

// retire ends a round: its edges are gone, and those that were appended leave in the next.
KERNEL retire(u32* state, const u32* order, u32 level, u32* progress) {
  u32 begin = progress[ROUND_BEGIN], end = progress[ROUND_END], last = progress[ORDER_END];
  for (u32 i = begin + threadInGrid(); i < last; i += threadsInGrid()) {
    u32 e = order[i];
    state[e] = i < end ? GONE | level : state[e] | LEAVING;
  }
  advance(progress);
}

// pack leaves out of the neighbourhoods what is gone, a block a vertex where it may be
// long, and otherwise a warp; the longest come first.
static const u32 PACKED_BY_BLOCKS = 1024;
KERNEL pack(const u32* begin, u32* end, u32 rows, const u32* state, u32* adjacent, u32* edge) {
  __shared__ u32 counts[WARPS];
  u32 lane = laneIndex(), warp = threadIdx.x / 32;
  for (u32 v = blockIdx.x; v < min(rows, PACKED_BY_BLOCKS); v += gridDim.x) {
    u32 to = begin[v], last = end[v];
    for (u32 step = to; step < last; step += THREADS) {
      u32 p = step + threadIdx.x, w = 0, e = 0;
      bool stays = false;
      if (p < last) {
        w = adjacent[p];
        e = edge[p];
        stays = state[e] < GONE;
      }
      u32 staying = __ballot_sync(ALL, stays);
      if (lane == 0) counts[warp] = __popc(staying);
      __syncthreads();
      u32 before = 0, sum = 0;
      for (u32 i = 0; i < WARPS; i++) {
        if (i < warp) before += counts[i];
        sum += counts[i];
      }
      if (stays) {
        u32 at = to + before + __popc(staying & lanesBelow());
        adjacent[at] = w;
        edge[at] = e;
      }
      to += sum;
      __syncthreads();
    }
    if (threadIdx.x == 0 && to != last) end[v] = to;
  }
  for (u32 v = PACKED_BY_BLOCKS + threadInGrid() / 32; v < rows; v += threadsInGrid() / 32) {
    u32 to = begin[v], last = end[v];
    for (u32 step = to; step < last; step += 32) {
      u32 p = step + lane, w = 0, e = 0;
      bool stays = false;
      if (p < last) {
        w = adjacent[p];
        e = edge[p];
        stays = state[e] < GONE;
      }
      u32 staying = __ballot_sync(ALL, stays);
      if (stays) {
        u32 at = to + __popc(staying & lanesBelow());
        adjacent[at] = w;
        edge[at] = e;
      }
      to += __popc(staying);
    }
    if (lane == 0 && to != last) end[v] = to;
  }
}

// finish turns states into trussness.
KERNEL finish(u32* state, u32 edges) {
  for (u32 e = threadInGrid(); e < edges; e += threadsInGrid()) state[e] = (state[e] & ~GONE) + 2;
}
