// Edges over ids become rows over ranks.
#include "key.h"

// byDegree makes a key for each vertex whose high half rises as its degree
// falls.
KERNEL byDegree(const u32* degree, u64 n, u32 largest, u64* keys) {
  u64 v = threadInGrid();
  if (v < n) keys[v] = pair(largest - degree[v], (u32)v);
}

// byID makes a key for each vertex whose high half is 0 where it has an edge,
// and 1 where it has none.
KERNEL byID(const u32* degree, u64 n, u64* keys) {
  u64 v = threadInGrid();
  if (v < n) keys[v] = pair(degree[v] == 0, (u32)v);
}

// invert writes the place of each vertex among the sorted keys.
KERNEL invert(const u64* keys, u64 n, u32* rank) {
  u64 i = threadInGrid();
  if (i < n) rank[lowHalf(keys[i])] = (u32)i;
}

// relabel puts ranks in the place of ids.
KERNEL relabel(const u64* edges, u64 n, const u32* rank, u64* keys) {
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u64 edge = __ldg(edges + i);
    u32 a = __ldg(rank + highHalf(edge)), b = __ldg(rank + lowHalf(edge));
    keys[i] = pair(max(a, b), min(a, b));
  }
}

// findRows writes where each of the rows begins among the sorted keys, and
// behind the last one their number.
KERNEL findRows(const u64* keys, u64 n, u64 rows, u64* offsets) {
  u64 row = threadInGrid();
  if (row > rows) return;
  u64 low = 0, high = n;
  while (low < high) {
    u64 middle = low + (high - low) / 2;
    if (highHalf(__ldg(keys + middle)) < row) low = middle + 1;
    else high = middle;
  }
  offsets[row] = low;
}

// longestRow raises *longest, which is 0, to the length of the longest row.
KERNEL longestRow(const u64* offsets, u64 rows, u64* longest) {
  u32 own = 0;
  for (u64 row = threadInGrid(); row < rows; row += threadsInGrid()) own = max(own, (u32)(__ldg(offsets + row + 1) - __ldg(offsets + row)));
  own = warpMax(own);
  if (laneIndex() == 0 && own > 0) atomicMax((u32*)longest, own);
}

// takeLow writes the low halves.
KERNEL takeLow(const u64* keys, u64 n, u32* low) {
#pragma unroll 4
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) low[i] = lowHalf(__ldg(keys + i));
}
