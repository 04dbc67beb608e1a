// Ids are sorted by their counts, in less memory than pairs of both would take.
#include "sweep.h"

// Ids, and nothing else in memory: a key is made of an id and its count when it is
// looked at, and rises as the count falls. Null ids are 0, 1, 2 and so on.
struct Counted {
  const u32 *ids, *counts;
  u32 largest;  // count
  u32* sorted;
};

DEVICE u64 keyAt(Counted of, u64 i) {
  u32 id = of.ids ? __ldg(of.ids + i) : (u32)i;
  return pair(of.largest - __ldg(of.counts + id), id);
}
DEVICE void put(Counted to, u64 i, u64 key) { to.sorted[i] = lowHalf(key); }

// countIDDigits is countDigitsOf the ids below n, by the high half.
extern "C" __global__ void __launch_bounds__(THREADS)
    countIDDigits(const u32* counts, u64 n, u32 largest, u32 passes, u64* digits) {
  countDigitsOf(Counted{0, counts, largest, 0}, n, {}, passes, digits);
}

// moveIDs is moveKeysOf ids, by the digit of the high half that begins at bit
// `shift`. In the first pass ids is null.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)
    moveIDs(const u32* ids, const u32* counts, u64 n, u32 largest, u32 shift, const u64* first, u64* known, u64* ticket,
            u32* sorted) {
  moveKeysOf(Counted{ids, counts, largest, sorted}, n, {0, 0, shift, 0, DIGITS - 1}, first, known, ticket);
}

// rankIDs writes the rank of each id, its place among the sorted ids; null ids are
// 0, 1, 2 and so on.
KERNEL rankIDs(const u32* ids, u64 n, u32* rank) {
  u64 i = threadInGrid();
  if (i < n) rank[ids ? ids[i] : (u32)i] = (u32)i;
}

// countRanks replaces ids by their counts.
KERNEL countRanks(u32* ids, u64 n, const u32* counts) {
  u64 i = threadInGrid();
  if (i < n) ids[i] = counts[ids[i]];
}
