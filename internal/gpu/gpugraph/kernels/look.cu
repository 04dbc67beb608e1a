// A look at some edges of a graph: what it would take to count over them in the order they
// are in. The edges are sorted by their larger ends and then their smaller ones, so that they
// are lists whose rows are found by binary search.
#include "mix.h"

// LOOK_FACTS is how many words look adds to, all over the edges that it looks at.
HOST_CONST u32 LOOK_FACTS = 11;

// LOOKED is how many entries of a row are looked at for the slices that begin there: the rest
// of a longer row is taken to be like them.
HOST_CONST u32 LOOKED = 2048;

// shfl64 is __shfl_sync of 64 bits.
DEVICE u64 shfl64(u64 v, u32 lane) { return pair(__shfl_sync(ALL, highHalf(v), lane), __shfl_sync(ALL, lowHalf(v), lane)); }

// firstFrom returns the place of the first of the sorted keys from begin to end that is not
// smaller than key.
DEVICE u64 firstFrom(const u64* keys, u64 begin, u64 end, u64 key) {
  while (begin < end) {
    u64 middle = begin + (end - begin) / 2;
    if (__ldg(keys + middle) < key)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// slices counts the slices of 2^shift bits that begin among the entries from begin to end of
// a row.
DEVICE u64 slices(const u64* keys, u64 begin, u64 end, u32 shift) {
  u64 length = end - begin, looked = min(length, (u64)LOOKED);
  u32 found = 0;
  for (u64 i = begin + laneIndex(); i < begin + looked; i += 32)
    found += i == begin || lowHalf(__ldg(keys + i)) >> shift != lowHalf(__ldg(keys + i - 1)) >> shift;
  u64 all = warpSum(found);
  return looked < length ? all * length / looked : all;
}

// earlier estimates how many neighbours a vertex would have before it where the hubs come
// first, by the neighbours of smaller id in its row: those of higher degree stand for as many
// among all, and those of the same degree for themselves, since ties go by the ids.
DEVICE u64 earlier(const u64* keys, const u32* degree, u64 begin, u64 end, u32 v) {
  u64 length = end - begin;
  if (length == 0) return 0;
  u64 own = __ldg(degree + v), picks = min(length, (u64)32);
  u32 lane = laneIndex();
  u32 d = lane < picks ? __ldg(degree + lowHalf(__ldg(keys + begin + lane * length / picks))) : 0;
  u32 higher = __popc(__ballot_sync(ALL, lane < picks && d > own)), same = __popc(__ballot_sync(ALL, lane < picks && d == own));
  return (own * higher + length * same) / picks;
}

// lookAt adds of the i-th of these edges. It is for a warp.
DEVICE void lookAt(const u64* keys, u64 n, u64 samples, u64 i, u32 near, const u32* degree, u64* sums) {
  u64 stride = n / samples, p = i * stride + mix32((u32)i) % stride, key = __ldg(keys + p);
  u32 u = highHalf(key), v = lowHalf(key), lane = laneIndex();
  // The lanes of each quarter of the warp search for one of four ends.
  u32 of = lane / 8 < 2 ? u : v;
  u64 found = firstFrom(keys, 0, n, pair(of + lane / 8 % 2, 0));
  u64 begin = shfl64(found, 0), end = shfl64(found, 8), from = shfl64(found, 16), to = shfl64(found, 24);

  u64 narrow = slices(keys, from, to, 5) + slices(keys, begin, p + 1, 5);
  u64 wide = slices(keys, from, to, 8) + slices(keys, begin, p + 1, 8);
  u64 first = 0, second = 0;
  if (degree) {
    u64 ofU = earlier(keys, degree, begin, end, u), ofV = earlier(keys, degree, from, to, v);
    bool uFirst = __ldg(degree + u) > __ldg(degree + v);
    first = uFirst ? ofU : ofV;
    second = max(uFirst ? ofV : ofU, (u64)1);
  }
  u32 closed = 0;
  u64 before = p - begin;
  if (before > 0) {
    u32 w = lowHalf(__ldg(keys + begin + mix32((u32)i * 32 + lane + 1) % before));
    u64 at = firstFrom(keys, from, to, pair(v, w));
    closed = at < to && __ldg(keys + at) == pair(v, w);
  }
  closed = __popc(__ballot_sync(ALL, closed));
  if (lane > 0) return;
  u32 previous = p > begin ? lowHalf(__ldg(keys + p - 1)) : 0;
  atomicAdd(sums, to - from);
  atomicAdd(sums + 1, end - begin);
  atomicAdd(sums + 2, narrow);
  atomicAdd(sums + 3, wide);
  atomicAdd(sums + 4, p == begin || previous >> 5 != v >> 5);
  atomicAdd(sums + 5, p == begin || previous >> 8 != v >> 8);
  atomicAdd(sums + 6, u - v <= near);
  atomicAdd(sums + 7, closed);
  atomicAdd(sums + 8, before > 0 ? 32 : 0);
  atomicAdd(sums + 9, first);
  atomicAdd(sums + 10, second);
}

// look adds over `samples` edges, spread over all n of them: facts[0] and facts[1] the
// lengths of the rows of the smaller and the larger end; facts[2] and facts[3] the slices of
// 32 and of 256 bits of the smaller end's row, and of the larger one's as far as that end;
// facts[4] and facts[5] the slices of either kind that begin with these edges; facts[6] the
// edges whose ends are at most `near` apart; facts[7] the pairs of entries of a row that are
// an edge, of facts[8] that were looked at; facts[9] and facts[10] what facts[0] and facts[1]
// would be where the hubs come first, of the ends as they are then. These need the degrees,
// and are left out without. A warp an edge.
KERNEL look(const u64* keys, u64 n, u64 samples, u32 near, const u32* degree, u64* facts) {
  // Of a block first, since to add to one place takes turns.
  __shared__ u64 sums[LOOK_FACTS];
  if (threadIdx.x < LOOK_FACTS) sums[threadIdx.x] = 0;
  __syncthreads();
  u64 i = threadInGrid() / 32;
  if (i < samples) lookAt(keys, n, samples, i, near, degree, sums);
  __syncthreads();
  if (threadIdx.x < LOOK_FACTS) atomicAdd(facts + threadIdx.x, sums[threadIdx.x]);
}
