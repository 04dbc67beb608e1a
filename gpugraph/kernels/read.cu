// Raw records become keys where they lie, chunk by chunk, while the next chunk
// is copied.
#include "key.h"

// countEnds adds a record to the degrees of its ends, unless it is a
// self-loop. All lanes of the warp call it.
DEVICE void countEnds(u32* degree, bool edge, u32 high, u32 low) {
  addFor(degree, high, edge, 1);
  addFor(degree, low, edge, 1);
}

// pack turns n records (first id in the low half, second in the high half)
// into keys: the larger id, the smaller id, and in the lowest bit whether the
// first id was the smaller. Ids are below 2^31. It raises facts[0] to the
// largest id and adds the self-loops to facts[1], and counts how many of the
// other records each id is an end of, duplicates included, where both ends are
// below `room`.
KERNEL pack(u64* records, u64 n, u64* facts, u32* degree, u64 room) {
  u32 largest = 0, loops = 0;
  for (u64 i = threadInGrid(); i - laneIndex() < n; i += threadsInGrid()) {
    bool inside = i < n;
    u64 record = inside ? records[i] : 0;
    u32 first = lowHalf(record), second = highHalf(record);
    u32 high = max(first, second), low = min(first, second);
    if (inside) records[i] = pair(high, low << 1 | (first < second));
    largest = max(largest, high);
    loops += inside && high == low;
    countEnds(degree, high != low && high < room, high, low);
  }
  largest = warpMax(largest);
  u64 sum = warpSum(loops);
  if (laneIndex() > 0) return;
  atomicMax((u32*)facts, largest);
  if (sum > 0) atomicAdd(facts + 1, sum);
}

// countAll counts as pack does, of n keys that are packed already.
KERNEL countAll(const u64* keys, u64 n, u32* degree) {
  for (u64 i = threadInGrid(); i - laneIndex() < n; i += threadsInGrid()) {
    u64 key = i < n ? __ldg(keys + i) : 0;
    u32 high = highHalf(key), low = lowHalf(key) >> 1;
    countEnds(degree, high != low, high, low);
  }
}
