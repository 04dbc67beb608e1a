// The kernels of the method bitmap.
#include "lists.h"
#include "pieces.h"

// BITMAP_ROW is the longest row that a warp takes.
HOST_CONST u64 BITMAP_ROW = 512;

// bitmap counts by testing: a warp sets the bits of a row in its bit array over
// all vertices, `words` words of it, tests the rows of all its entries, and
// clears the bits. It takes `many` rows at a time, and puts long ones off.
KERNEL FULL bitmap(const u64* offsets, const u32* neighbors, u32 rows, u32 many, u32* bitmaps, u64 words, u64* next, u64* pieces, u64* count,
              u64* total) {
  __shared__ Lists lists[WARPS];
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  u32* bits = bitmaps + (blockIdx.x * (u64)WARPS + warp) * words;
  u64 triangles = 0;
  for (u64 first; (first = grab(next, many)) < rows;) {
    for (u64 u = first, last = min64(first + many, rows); u < last; u++) {
      u64 begin = offsets[u], end = offsets[u + 1];
      if (end - begin < 2) continue;
      if (end - begin > BITMAP_ROW) {
        if (lane == 0) putOff(u, end - begin, pieces, count);
        continue;
      }
      for (u64 p = begin + lane; p < end; p += 32) atomicOr(bits + neighbors[p] / 32, 1u << neighbors[p] % 32);
      __syncwarp();
      for (u64 p = begin; p < end; p += 32)
        eachNeighbor(lists[warp], offsets, neighbors, p, end, next, [&](u32 x) { triangles += bits[x / 32] >> x % 32 & 1; });
      for (u64 p = begin + lane; p < end; p += 32) bits[neighbors[p] / 32] = 0;
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}

// bitmapLong counts the rows that were put off, with a bit array for each block.
KERNEL FULL bitmapLong(const u64* offsets, const u32* neighbors, u32* bitmaps, u64 words, u64* next, const u64* pieces, const u64* count,
                  u64* total) {
  __shared__ Lists lists[WARPS];
  __shared__ u32 nextBatch;
  u32 warp = threadIdx.x / 32;
  u32* bits = bitmaps + blockIdx.x * words;
  u64 triangles = 0;
  for (u64 taken; (taken = blockGrab(next, 1)) < *count;) {
    Piece piece = pieceOf(offsets, pieces[taken]);
    // What stands behind the piece is in none of its lists.
    for (u64 p = piece.begin + threadIdx.x; p < piece.last; p += blockDim.x) atomicOr(bits + neighbors[p] / 32, 1u << neighbors[p] % 32);
    if (threadIdx.x == 0) nextBatch = 0;
    __syncthreads();
    for (u64 p; (p = piece.first + grabBatch(&nextBatch)) < piece.last && !__any_sync(ALL, stopped(next));)
      eachNeighbor(lists[warp], offsets, neighbors, p, piece.last, next, [&](u32 x) { triangles += bits[x / 32] >> x % 32 & 1; });
    __syncthreads();
    for (u64 p = piece.begin + threadIdx.x; p < piece.last; p += blockDim.x) bits[neighbors[p] / 32] = 0;
  }
  addTotal(total, triangles);
}
