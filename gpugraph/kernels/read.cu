// Raw records become keys where they lie, chunk by chunk, while the next chunk
// is copied.
#include "key.h"

// pack turns n records (first id in the low half, second in the high half)
// into keys: the larger id, the smaller id, and in the lowest bit whether the
// first id was the smaller. Ids are below 2^31. It raises facts[0] to the
// largest id and adds the self-loops to facts[1].
KERNEL pack(u64* records, u64 n, u64* facts) {
  u32 largest = 0, loops = 0;
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
