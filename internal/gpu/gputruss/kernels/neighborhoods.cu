// Oriented lists become the whole neighbourhood of each vertex, ascending, with the
// edge of each entry: its row, whose neighbours are smaller, and behind it those that
// are larger. An edge is known by its position in the oriented lists. There are fewer
// than 2^31, and so fewer than 2^32 entries.
#include "warp.h"

// columnKeys makes a key for each edge: its column above, the edge below.
KERNEL columnKeys(const u32* neighbors, u32 edges, u64* keys) {
  for (u32 e = threadInGrid(); e < edges; e += threadsInGrid()) keys[e] = (u64)neighbors[e] << 32 | e;
}

// rowsOfEdges writes the row of each edge, a warp a row.
KERNEL rowsOfEdges(const u64* offsets, u32 rows, u32* source) {
  for (u32 u = threadInGrid() / 32; u < rows; u += threadsInGrid() / 32)
    for (u64 p = offsets[u] + laneIndex(); p < offsets[u + 1]; p += 32) source[p] = u;
}

// beginNeighborhoods writes where each vertex's neighbourhood begins, and where the last
// ends: as many entries behind its row's as there are sorted keys of smaller columns.
KERNEL beginNeighborhoods(const u64* offsets, u32 rows, const u64* keys, u32 edges, u32* begin, u32* end) {
  for (u32 v = threadInGrid(); v <= rows; v += threadsInGrid()) {
    u32 low = 0;
    for (u32 length = edges; length > 0;) {
      u32 half = length / 2;
      bool smaller = keys[low + half] >> 32 < v;
      low = smaller ? low + half + 1 : low;
      length = smaller ? length - half - 1 : half;
    }
    begin[v] = (u32)offsets[v] + low;
    if (v > 0) end[v - 1] = begin[v];
  }
}

// fillNeighborhoods writes the entries. The i-th key is that of an entry upwards; those
// of its column before it are as many as in all smaller columns less than i.
KERNEL fillNeighborhoods(const u64* offsets, const u32* neighbors, u32 edges, const u64* keys, const u32* source, const u32* begin,
                         u32* adjacent, u32* edge) {
  for (u32 i = threadInGrid(); i < edges; i += threadsInGrid()) {
    u32 u = source[i], down = begin[u] + (i - (u32)offsets[u]);
    adjacent[down] = neighbors[i];
    edge[down] = i;
    u64 key = keys[i];
    // begin[v] is offsets[v] and the keys of smaller columns.
    u32 v = (u32)(key >> 32), e = (u32)key, up = (u32)offsets[v + 1] + i;
    adjacent[up] = source[e];
    edge[up] = e;
  }
}
