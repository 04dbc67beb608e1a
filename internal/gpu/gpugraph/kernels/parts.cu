// Records become the lists of a range of rows, reading after reading: each slot
// of records goes through one kernel as it comes from the host.
#include "key.h"

// countEnds adds n records (first id in the low half, second in the high half)
// to the counts of both their ids, where these are below `ids`. Of a self-loop it
// sets the bit of the id instead. It raises facts[0] to the largest id and adds
// the self-loops to facts[1].
KERNEL countEnds(const u64* records, u64 n, u64 ids, u32* counts, u32* loopers, u64* facts) {
  u32 largest = 0, loops = 0;
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u64 record = __ldg(records + i);
    u32 first = lowHalf(record), second = highHalf(record);
    largest = max(largest, max(first, second));
    if (first == second) {
      loops++;
      if (first < ids) atomicOr(loopers + first / 32, 1u << first % 32);
      continue;
    }
    if (first < ids) atomicAdd(counts + first, 1u);
    if (second < ids) atomicAdd(counts + second, 1u);
  }
  largest = warpMax(largest);
  u64 sum = warpSum(loops);
  if (laneIndex() > 0) return;
  atomicMax((u32*)facts, largest);
  if (sum > 0) atomicAdd(facts + 1, sum);
}

// sumCounts adds n counts to *sum.
KERNEL sumCounts(const u32* counts, u64 n, u64* sum) {
  u64 own = 0;
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) own += counts[i];
  own = warpSum(own);
  if (laneIndex() == 0 && own > 0) atomicAdd(sum, own);
}

// TOGETHER is how many records a lane loads before it looks at the first.
HOST_CONST u32 TOGETHER = 8;
#define STEP (32 * TOGETHER)

// append writes the keys of a warp whose bits are set, to places behind *kept
// that one lane takes for all. What is behind the capacity is counted, and not
// written.
DEVICE void append(const u64 key[TOGETHER], const u32 bits[TOGETHER], u64 capacity, u64* kept, u64* keys) {
  u32 all = 0;
#pragma unroll
  for (u32 j = 0; j < TOGETHER; j++) all += __popc(bits[j]);
  if (all == 0) return;
  u64 taken = 0;
  if (laneIndex() == 0) taken = atomicAdd(kept, (u64)all);
  u64 place = pair(__shfl_sync(ALL, highHalf(taken), 0), __shfl_sync(ALL, lowHalf(taken), 0));
#pragma unroll
  for (u32 j = 0; j < TOGETHER; j++) {
    u64 own = place + __popc(bits[j] & lanesBelow());
    if (bits[j] >> laneIndex() & 1 && own < capacity) keys[own] = key[j];
    place += __popc(bits[j]);
  }
}

// Records are counted by the distance of their row from a first one, in bins that
// grow with it: 256 for each power of two. So many copies of the bins, of which
// each block has one, keep blocks from each other's way.
HOST_CONST u32 BINS = 6144;
HOST_CONST u32 BIN_COPIES = 16;

DEVICE u32 binOf(u32 distance) {
  u32 shift = __clz(distance) > 23 ? 0 : 23 - __clz(distance);
  return (shift << 8) + (distance >> shift);
}

// keep appends the keys of those of n records whose row, their larger rank, is in
// [begin, end): row, smaller rank, and in the lowest bit whether the first id has
// it. Self-loops are left out. It counts the records of all rows from begin on.
KERNEL keep(const u64* records, u64 n, const u32* rank, u64 ids, u32 begin, u32 end, u64* bins, u64 capacity, u64* kept, u64* keys) {
  u64* own = bins + blockIdx.x % BIN_COPIES * BINS;
  u64 step = threadInGrid() / 32 * STEP;
  for (; step < n; step += threadsInGrid() * TOGETHER) {
    u64 record[TOGETHER], key[TOGETHER];
    u32 first[TOGETHER], second[TOGETHER], bits[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u64 i = step + 32 * j + laneIndex();
      record[j] = i < n ? __ldg(records + i) : 0;  // the self-loop of 0
    }
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      // An id that was not there before is left out; that it was is noticed.
      if (lowHalf(record[j]) >= ids || highHalf(record[j]) >= ids) record[j] = 0;
      first[j] = __ldg(rank + lowHalf(record[j]));
      second[j] = __ldg(rank + highHalf(record[j]));
    }
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u32 row = max(first[j], second[j]), column = min(first[j], second[j]);
      key[j] = pair(row, column << 1 | (first[j] < second[j]));
      bool later = row != column && row >= begin;
      if (later) atomicAdd(own + binOf(row - begin), (u64)1);
      bits[j] = __ballot_sync(ALL, later && row < end);
    }
    append(key, bits, capacity, kept, keys);
  }
}

// cut appends those of n keys whose row is before end.
KERNEL cut(const u64* from, u64 n, u32 end, u64 capacity, u64* kept, u64* keys) {
  u64 step = threadInGrid() / 32 * STEP;
  for (; step < n; step += threadsInGrid() * TOGETHER) {
    u64 key[TOGETHER];
    u32 bits[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u64 i = step + 32 * j + laneIndex();
      key[j] = i < n ? __ldg(from + i) : ~(u64)0;
    }
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) bits[j] = __ballot_sync(ALL, highHalf(key[j]) < end);
    append(key, bits, capacity, kept, keys);
  }
}

// writeLists writes the columns of n sorted edges, and the lengths of the rows
// from `first` on, which are 0 before: of each row with an edge, where it ends
// less where it begins. A length has 32 bits, and so may be what it is added up
// from.
KERNEL writeLists(const u64* edges, u64 n, u32 first, u32* lengths, u32* neighbors) {
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u64 edge = __ldg(edges + i);
    u32 row = highHalf(edge);
    neighbors[i] = lowHalf(edge);
    if (i == 0 || highHalf(__ldg(edges + i - 1)) != row) atomicAdd(lengths + (row - first), (u32)(0 - i));
    if (i + 1 == n || highHalf(__ldg(edges + i + 1)) != row) atomicAdd(lengths + (row - first), (u32)(i + 1));
  }
}
