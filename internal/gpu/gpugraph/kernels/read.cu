// Raw records become keys where they lie, batch by batch, while the next
// records are copied.
#include "key.h"

// pack turns n records (first id in the low half, second in the high half)
// into keys: the larger id, the smaller id, and in the lowest bit whether the
// first id was the smaller. Ids are below 2^31. It raises facts[0] to the
// largest id and adds the self-loops to facts[1].
KERNEL pack(u64* records, u64 n, u64* facts) {
  u32 largest = 0, loops = 0;
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u32 first = lowHalf(records[i]), second = highHalf(records[i]);
    u32 high = max(first, second), low = min(first, second);
    records[i] = pair(high, low << 1 | (first < second));
    largest = max(largest, high);
    loops += first == second;
  }
  largest = warpMax(largest);
  u64 sum = warpSum(loops);
  if (laneIndex() > 0) return;
  atomicMax((u32*)facts, largest);
  if (sum > 0) atomicAdd(facts + 1, sum);
}

// TOGETHER is how many keys a lane loads before it looks at the first.
#define TOGETHER 4

// countRuns adds n keys to the degrees of their larger or their smaller ends,
// but for self-loops. Keys of one end are in runs, most of them: the first lane
// of each run adds for all.
KERNEL countRuns(const u64* keys, u64 n, u32 larger, u32* degree) {
  u64 begin = threadInGrid() / 32 * (32 * TOGETHER) + laneIndex();
  for (; begin - laneIndex() < n; begin += threadsInGrid() * TOGETHER) {
    u64 key[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) key[j] = begin + 32 * j < n ? __ldg(keys + begin + 32 * j) : 0;
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++) {
      u32 high = highHalf(key[j]), low = lowHalf(key[j]) >> 1, end = larger ? high : low;
      u32 edges = __ballot_sync(ALL, high != low);
      u32 previous = __shfl_up_sync(ALL, end, 1);
      bool first = laneIndex() == 0 || end != previous;
      u32 later = __ballot_sync(ALL, first) & ~lanesBelow() & ~(1u << laneIndex());
      u32 run = later ? (later & -later) - 1 : ALL;  // and the lanes below
      u32 length = __popc(edges & run & ~lanesBelow());
      if (first && length > 0) atomicAdd(degree + end, length);
    }
  }
}
