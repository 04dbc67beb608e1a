// Entries of oriented lists become edges in the order of their vertices.
#include "key.h"

// invertRows writes the row of each vertex that has one.
KERNEL invertRows(const u32* vertexOf, u64 rows, u32* rowOf) {
  u64 row = threadInGrid();
  if (row < rows) rowOf[vertexOf[row]] = (u32)row;
}

// pairVertices writes the vertices of each entry, the smaller one above. A warp takes a
// row.
KERNEL pairVertices(const u64* offsets, const u32* neighbors, u64 rows, const u32* vertexOf, u64* keys) {
  for (u64 row = threadInGrid() / 32; row < rows; row += threadsInGrid() / 32) {
    u32 u = vertexOf[row];
    for (u64 p = offsets[row] + laneIndex(), end = offsets[row + 1]; p < end; p += 32) {
      u32 v = __ldg(vertexOf + neighbors[p]);
      keys[p] = pair(min(u, v), max(u, v));
    }
  }
}

// placeIn returns the position of x in a row that has it.
DEVICE u64 placeIn(const u32* neighbors, u64 begin, u64 end, u32 x) {
  while (end - begin > 1) {
    u64 middle = begin + (end - begin) / 2;
    if (__ldg(neighbors + middle) <= x) begin = middle;
    else end = middle;
  }
  return begin;
}

// valueEdges turns the keys of pairVertices, in any order, into the larger vertex of each
// edge above and a value of its entry below. Where there are other values, it writes those
// of the entries, too.
KERNEL valueEdges(const u64* offsets, const u32* neighbors, const u32* rowOf, u64* keys, u64 n, const u32* values, const u32* others, u32* written) {
#pragma unroll 2
  for (u64 i = threadInGrid(); i < n; i += threadsInGrid()) {
    u64 key = keys[i];
    u32 a = __ldg(rowOf + highHalf(key)), b = __ldg(rowOf + lowHalf(key)), row = max(a, b);
    u64 place = placeIn(neighbors, __ldg(offsets + row), __ldg(offsets + row + 1), min(a, b));
    keys[i] = pair(lowHalf(key), __ldg(values + place));
    if (written) written[i] = __ldg(others + place);
  }
}
