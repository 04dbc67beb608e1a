// The kernels of the method shared.
#include "intersect.h"
#include "pieces.h"

// SHARED_TILE is how many entries a block holds in shared memory.
HOST_CONST u32 SHARED_TILE = 4096;

// MOST_COLUMNS is how many rows it takes at once, at most.
HOST_CONST u32 MOST_COLUMNS = 256;

DEVICE void load(u32* tile, const u32* from, u32 size) {
  for (u32 i = threadIdx.x; i < size; i += blockDim.x) tile[i] = from[i];
}

// shared counts by merging: a block takes `columns` rows into shared memory, a
// thread an entry of them, and merges what stands before it in its row with the
// list that it leads to. Rows that are too long together are taken fewer at a
// time; one that is too long alone is put off.
KERNEL shared(const u64* offsets, const u32* neighbors, u32 rows, u32 columns, u64* next, u64* pieces, u64* count, u64* total) {
  __shared__ u32 tile[SHARED_TILE];
  __shared__ u64 bounds[MOST_COLUMNS + 1];
  __shared__ u32 nextEntry;
  u64 triangles = 0;
  for (u64 first; (first = blockGrab(next, columns)) < rows;) {
    u32 all = (u32)min64(columns, rows - first);
    for (u32 i = threadIdx.x; i <= all; i += blockDim.x) bounds[i] = offsets[first + i];
    __syncthreads();
    for (u32 c = 0, d; c < all; c = d) {
      d = all;
      while (d > c && bounds[d] - bounds[c] > SHARED_TILE) d--;
      if (d == c) {
        if (threadIdx.x == 0) putOff(first + c, bounds[c + 1] - bounds[c], pieces, count);
        d++;
        continue;
      }
      if (c > 0 && anyOfBlock(stopped(next))) break;
      u32 size = (u32)(bounds[d] - bounds[c]);
      load(tile, neighbors + bounds[c], size);
      if (threadIdx.x == 0) nextEntry = 0;
      __syncthreads();
      for (u32 batch; (batch = grabBatch(&nextEntry)) < size;) {
        u32 j = batch + threadIdx.x % 32;
        if (j >= size) continue;
        u32 low = c, length = d - c;
        while (length > 1) {
          u32 half = length / 2;
          low += bounds[low + half] <= bounds[c] + j ? half : 0;
          length -= half;
        }
        u32 begin = (u32)(bounds[low] - bounds[c]), v = tile[j];
        const u32 *b = neighbors + offsets[v], *bEnd = neighbors + offsets[v + 1];
        if (begin < j && b < bEnd) triangles += intersect(tile + begin, tile + j, b, bEnd);
      }
      __syncthreads();
    }
  }
  addTotal(total, triangles);
}

// sharedLong counts the rows that were put off. They go through shared memory a
// tile at a time, while each thread goes on in the list of its entry.
KERNEL sharedLong(const u64* offsets, const u32* neighbors, u64* next, const u64* pieces, const u64* count, u64* total) {
  __shared__ u32 tile[SHARED_TILE];
  u64 triangles = 0;
  for (u64 taken; (taken = blockGrab(next, 1)) < *count;) {
    Piece piece = pieceOf(offsets, pieces[taken]);
    for (u64 step = piece.first; step < piece.last; step += blockDim.x) {
      u64 p = step + threadIdx.x, before = 0; // entries before it in the row
      const u32 *b = neighbors, *bEnd = neighbors;
      if (p < piece.last) {
        u32 v = neighbors[p];
        before = p - piece.begin;
        b = neighbors + offsets[v];
        bEnd = neighbors + offsets[v + 1];
      }
      for (u64 at = 0; anyOfBlock(at < before && b < bEnd); at += SHARED_TILE) {
        u32 size = (u32)min64(SHARED_TILE, piece.length - at);
        const u32* row = neighbors + piece.begin + at;
        bool meets = at < before && b < bEnd && *b <= row[size - 1];
        if (!anyOfBlock(meets)) continue;
        load(tile, row, size);
        __syncthreads();
        if (meets) triangles += intersect(tile, tile + min64(size, before - at), b, bEnd);
      }
      if (anyOfBlock(stopped(next))) break;
    }
  }
  addTotal(total, triangles);
}
