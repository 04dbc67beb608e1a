// The kernels of the method bitslice. A slice is 2^shift bits of a row, read as
// bits over all vertices; `words` 32-bit words of memory hold it. Slices are
// numbered by the ids in them, and those of zeros do not exist.
#include "entries.h"

// A block makes slices of so many entries at a time; `marks` has a bit for each
// entry that is the first of a slice.
HOST_CONST u32 SLICE_TILE = 8192;

// markRows sets the bit of the first entry of each row.
KERNEL markRows(const u64* offsets, u32 rows, u32* marks) {
  for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u < rows; u += gridDim.x * (u64)blockDim.x)
    if (offsets[u] < offsets[u + 1]) atomicOr(marks + offsets[u] / 32, 1u << offsets[u] % 32);
}

// markSlices sets the bits of the other first entries, and counts the slices
// that begin in each tile.
KERNEL markSlices(const u32* neighbors, u64 edges, u32 shift, u32* marks, u64* tiles) {
  __shared__ u32 sum;
  u32 lane = threadIdx.x % 32;
  for (u64 tile = blockIdx.x; tile * SLICE_TILE < edges; tile += gridDim.x) {
    __syncthreads();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    u64 begin = tile * SLICE_TILE, end = min64(begin + SLICE_TILE, edges);
    u32 found = 0;
    for (u64 step = begin + threadIdx.x / 32 * 32; step < end; step += blockDim.x) {
      u64 p = step + lane;
      bool first = p < end && p > 0 && neighbors[p] >> shift != neighbors[p - 1] >> shift;
      u32 word = __ballot_sync(ALL, first);
      if (lane == 0) {
        word |= marks[step / 32];
        marks[step / 32] = word;
        found += __popc(word);
      }
      __syncwarp();
    }
    if (lane == 0) atomicAdd(&sum, found);
    __syncthreads();
    if (threadIdx.x == 0) tiles[tile] = sum;
  }
}

// blockScan returns the sum of v over the threads before this one, and of all in
// sum.
DEVICE u64 blockScan(u64 v, u64& sum) {
  __shared__ u64 sums[WARPS];
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  u64 upTo = v;
  for (u32 by = 1; by < 32; by *= 2) {
    u64 other = shflUp64(upTo, by);
    if (lane >= by) upTo += other;
  }
  __syncthreads();
  if (lane == 31) sums[warp] = upTo;
  __syncthreads();
  u64 before = 0;
  sum = 0;
  for (u32 w = 0; w < WARPS; w++) {
    if (w < warp) before += sums[w];
    sum += sums[w];
  }
  return before + upTo - v;
}

// scanTiles replaces n counts by the sums of those before; tiles[n] becomes the
// sum of all. It is one block.
KERNEL scanTiles(u64* tiles, u64 n) {
  u64 before = 0;
  for (u64 step = 0; step < n; step += blockDim.x) {
    u64 i = step + threadIdx.x, sum, v = i < n ? tiles[i] : 0;
    u64 scanned = before + blockScan(v, sum);
    if (i < n) tiles[i] = scanned;
    before += sum;
  }
  if (threadIdx.x == 0) tiles[n] = before;
}

// fillSlices writes the numbers of all slices and sets their bits, which are
// zero. ranks becomes the number of slices of the tile that begin before each
// word of marks.
KERNEL fillSlices(const u32* neighbors, u64 edges, u32 shift, u32 words, const u32* marks, const u64* tiles, u32* ranks, u32* numbers,
                  u32* bits) {
  __shared__ u32 before[SLICE_TILE / 32];
  for (u64 tile = blockIdx.x; tile * SLICE_TILE < edges; tile += gridDim.x) {
    u64 begin = tile * SLICE_TILE, end = min64(begin + SLICE_TILE, edges), word = begin / 32 + threadIdx.x, sum;
    bool inside = word * 32 < end;
    u32 rank = (u32)blockScan(inside ? __popc(marks[word]) : 0, sum);
    before[threadIdx.x] = rank;
    if (inside) ranks[word] = rank;
    __syncthreads();
    for (u64 p = begin + threadIdx.x; p < end; p += blockDim.x) {
      u32 mark = marks[p / 32], bit = 1u << p % 32, v = neighbors[p], in = v & ((1u << shift) - 1);
      u64 slice = tiles[tile] + before[(p - begin) / 32] + __popc(mark & (bit - 1 | bit)) - 1;
      if (mark & bit) numbers[slice] = v >> shift;
      atomicOr(bits + slice * words + in / 32, 1u << in % 32);
    }
    __syncthreads();
  }
}

// startSlices writes the first slice of each row, and all slices behind the
// last.
KERNEL startSlices(const u64* offsets, u32 rows, u64 edges, const u32* marks, const u64* tiles, const u32* ranks, u64* starts) {
  for (u64 u = blockIdx.x * (u64)blockDim.x + threadIdx.x; u <= rows; u += gridDim.x * (u64)blockDim.x) {
    u64 p = offsets[u];
    if (p == edges)
      starts[u] = tiles[(edges + SLICE_TILE - 1) / SLICE_TILE];
    else
      starts[u] = tiles[p / SLICE_TILE] + ranks[p / 32] + __popc(marks[p / 32] & ((1u << p % 32) - 1));
  }
}

// countSlices intersects slices made before: a thread an entry merges the
// numbers of its two rows, and where they have the same, INTERSECT is AND and
// popcount.
template <class Word>
DEVICE void countSlices(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, const u64* starts, const u32* numbers,
                        const Word* bits, u32 words, u64* next, u64* total) {
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + threadIdx.x % 32; p < taken.last; p += 32) {
      u = rowAfter(offsets, rows, u, p);
      u32 v = neighbors[p];
      u64 i = starts[u], iEnd = starts[u + 1], j = starts[v], jEnd = starts[v + 1];
      if (j == jEnd) continue;
      u32 x = numbers[i], y = numbers[j];
      for (;;) {
        bool down = x <= y, right = y <= x;
        if (x == y)
          for (u32 w = 0; w < words; w++) triangles += __popc(bits[i * words + w] & bits[j * words + w]);
        i += down;
        j += right;
        if (i == iEnd || j == jEnd) break;
        if (down) x = numbers[i];
        if (right) y = numbers[j];
      }
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}

// bitslice is for slices of up to 32 bits, bitsliceWide for those of 64 and
// more, in 64-bit words.
KERNEL bitslice(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, const u64* starts, const u32* numbers,
                const u32* bits, u64* next, u64* total) {
  countSlices(offsets, neighbors, rows, edges, many, starts, numbers, bits, 1, next, total);
}
KERNEL bitsliceWide(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, const u64* starts, const u32* numbers,
                    const u32* bits, u32 words, u64* next, u64* total) {
  countSlices(offsets, neighbors, rows, edges, many, starts, numbers, (const u64*)bits, words, next, total);
}

// fill returns the entries of a list from base on as bits, as far as they fit a
// word of so many bits, and goes on behind them.
DEVICE u64 fill(const u32*& list, const u32* end, u32 base, u32 width) {
  u64 word = 0;
  for (; list < end && *list - base < width; list++) word |= (u64)1 << (*list - base);
  return word;
}

// bitsliceOnTheFly makes the slices of both rows anew for every entry, and only
// those that exist on both sides.
KERNEL bitsliceOnTheFly(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u32 shift, u64* next, u64* total) {
  u32 width = shift < 6 ? 1u << shift : 64, words = shift < 6 ? 1 : 1u << (shift - 6);
  u64 triangles = 0;
  for (Entries taken; (taken = grabEntries(next, many, offsets, rows, edges)).first < edges;) {
    u64 u = taken.row;
    for (u64 p = taken.first + threadIdx.x % 32; p < taken.last; p += 32) {
      u = rowAfter(offsets, rows, u, p);
      u32 v = neighbors[p];
      const u32 *a = neighbors + offsets[u], *aEnd = neighbors + p, *b = neighbors + offsets[v], *bEnd = neighbors + offsets[v + 1];
      while (a < aEnd && b < bEnd) {
        u32 x = *a >> shift, y = *b >> shift;
        if (x == y) {
          for (u32 w = 0; w < words; w++) {
            u32 base = (x << shift) + w * 64;
            u64 aWord = fill(a, aEnd, base, width);
            triangles += __popc(aWord & fill(b, bEnd, base, width));
          }
        } else {
          a += x < y;
          b += y < x;
        }
      }
    }
    __syncwarp();
  }
  addTotal(total, triangles);
}
