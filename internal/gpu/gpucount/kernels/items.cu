// What the rows that hold a vertex need: room for them, its segments, and items of them.
#include "columns.h"

// indegrees counts, for every lower row, the upper rows that hold its vertex.
static const u32 COUNTED_HERE = 8192;
KERNEL indegrees(const u32* neighbors, u64 edges, u32 first, u32 span, u32* in) {
  __shared__ u32 counts[COUNTED_HERE];
  for (u32 i = threadIdx.x; i < COUNTED_HERE; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 p = blockIdx.x * (u64)blockDim.x + threadIdx.x; p < edges; p += 4 * step) {
    u32 v[4];
#pragma unroll
    for (u32 i = 0; i < 4; i++) v[i] = p + i * step < edges ? neighbors[p + i * step] : 0;
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
      u32 row = v[i] - first; // large for what is before the first
      if (row >= span || p + i * step >= edges) continue;
      if (row < COUNTED_HERE) atomicAdd(counts + row, 1);
      else atomicAdd(in + row, 1);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < COUNTED_HERE; i += blockDim.x)
    if (counts[i] > 0) atomicAdd(in + i, counts[i]);
}

// segmentsOf returns how many segments a lower row has: those of all rows that hold its vertex, or
// none where too few do, or the row is empty.
DEVICE u32 segmentsOf(const u64* offsets, u32 many, u32 held, u64 row) {
  return held < many || offsets[row + 1] == offsets[row] ? 0 : held;
}

// Segments of a vertex come in about the order of their rows. So that items at work at one time look
// at the same rows, which then stay in the cache, items are in the order of their place among those of
// their vertex: of LEVELS levels, behind which those follow that a vertex has alone. Within a level
// they are in the order of the vertices, chunk by chunk: vertices close by are held by rows close by.
HOST_CONST u32 LEVELS = 16;
DEVICE u32 levelOf(u32 part, u32 parts) { return parts == 1 ? LEVELS : part * LEVELS / parts; }
DEVICE u32 endOfLevel(u32 level, u32 parts) { return level == LEVELS ? 1 : ((level + 1) * parts + LEVELS - 1) / LEVELS; }

// A chunk is so many lower rows, which a block takes at a time. NEEDS is how many numbers tell what it
// needs: the items of each level, those of vertices that have one, and all segments.
HOST_CONST u32 ITEM_ROWS = 4096;
HOST_CONST u32 NEEDS = LEVELS + 2;

// chunksOf returns how many chunks so many rows are, which may be nearly 2 to the power of 32.
DEVICE u32 chunksOf(u32 rows) { return rows / ITEM_ROWS + (rows % ITEM_ROWS > 0); }

// Needs is what a chunk needs.
struct Needs {
  u32 items[LEVELS + 1];
  u64 segments;
};

// addNeeds adds up what the rows of a chunk need.
DEVICE void addNeeds(Needs& needs, const u64* offsets, u64 base, u32 span, u32 many, u32 size, const u32* in) {
  for (u64 first = base + threadIdx.x / 32 * 32; first < min64(base + ITEM_ROWS, span); first += blockDim.x) {
    u64 row = first + threadIdx.x % 32;
    u32 n = row < span ? segmentsOf(offsets, many, in[row], row) : 0, parts = (n + size - 1) / size;
    u32 single = __popc(__ballot_sync(~0u, parts == 1));
    for (u32 i = parts == 1 ? 1 : 0, end; i < parts; i = end) {
      u32 level = levelOf(i, parts);
      end = endOfLevel(level, parts);
      atomicAdd(needs.items + level, end - i);
    }
    u64 segments = n;
    for (u32 by = 16; by > 0; by /= 2) segments += __shfl_xor_sync(~0u, segments, by);
    if (threadIdx.x % 32 > 0 || segments == 0) continue;
    if (single > 0) atomicAdd(needs.items + LEVELS, single);
    atomicAdd(&needs.segments, segments);
  }
}

// countItems writes what each chunk needs: number i of chunk c goes to counts[i * chunks + c].
KERNEL countItems(const u64* offsets, u32 span, u32 many, u32 size, const u32* in, u64* counts) {
  __shared__ Needs needs;
  u32 chunks = chunksOf(span);
  for (u32 chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
    if (threadIdx.x <= LEVELS) needs.items[threadIdx.x] = 0;
    if (threadIdx.x == 0) needs.segments = 0;
    __syncthreads();
    addNeeds(needs, offsets, (u64)chunk * ITEM_ROWS, span, many, size, in);
    __syncthreads();
    if (threadIdx.x < NEEDS) counts[(u64)threadIdx.x * chunks + chunk] = threadIdx.x <= LEVELS ? needs.items[threadIdx.x] : needs.segments;
    __syncthreads();
  }
}

// scanBefore puts the sum of the numbers before it in the place of each, and returns the sum of all. One block.
DEVICE u64 scanBefore(u64* numbers, u64 n) {
  static const u32 OWN = 8;
  __shared__ u64 sums[32];
  u64 before = 0;
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (u64 base = 0; base < n; base += OWN * blockDim.x) {
    u64 at = base + OWN * threadIdx.x, own[OWN], sum = 0;
#pragma unroll
    for (u32 i = 0; i < OWN; i++) sum += own[i] = at + i < n ? numbers[at + i] : 0;
    u64 upTo = sum;
    for (u32 by = 1; by < 32; by *= 2) {
      u64 other = shflUp64(upTo, by);
      if (lane >= by) upTo += other;
    }
    if (lane == 31) sums[warp] = upTo;
    __syncthreads();
    u64 mine = before + upTo - sum;
    for (u32 w = 0; w < blockDim.x / 32; w++) {
      if (w < warp) mine += sums[w];
      before += sums[w];
    }
#pragma unroll
    for (u32 i = 0; i < OWN; i++) {
      if (at + i < n) numbers[at + i] = mine;
      mine += own[i];
    }
    __syncthreads();
  }
  return before;
}

HOST_CONST u32 SCAN_THREADS = 1024;

// scanItems makes of what the chunks need the place where each begins: items level by level, and segments by
// themselves. used[0] and used[1] become the segments and the items of all.
KERNEL __launch_bounds__(SCAN_THREADS) scanItems(u64* counts, u32 span, u64* used) {
  u64 chunks = chunksOf(span), items = scanBefore(counts, (NEEDS - 1) * chunks);
  u64 segments = scanBefore(counts + (NEEDS - 1) * chunks, chunks);
  if (threadIdx.x == 0) used[0] = segments, used[1] = items;
}

// allotItems gives every lower row that at least `many` rows hold room for its segments, and makes items of
// up to `size` of them. Where each chunk begins is in counts. Where there are no counts, there are no levels:
// warps take places as they come, and used[0] and used[1], which are zero before, count segments and items. Where it is
// wanted, roomy tells the rows that have room, a bit each, and few those that are held by too few: so much of all
// rows stays in the first-level caches.
KERNEL allotItems(const u64* offsets, u32 span, u32 many, u32 size, const u32* in, const u64* counts, u64* start, u64* items, u64* used,
                  u32* roomy, u32* few) {
  __shared__ u64 begins[NEEDS]; // where items of each level begin, and segments
  __shared__ u32 taken[LEVELS + 1];
  u32 lane = threadIdx.x % 32, chunks = chunksOf(span), rows = counts == nullptr ? blockDim.x : ITEM_ROWS;
  for (u64 base = (u64)blockIdx.x * rows; base < span; base += (u64)gridDim.x * rows) {
    if (counts != nullptr) {
      if (threadIdx.x < NEEDS) begins[threadIdx.x] = counts[(u64)threadIdx.x * chunks + base / ITEM_ROWS];
      if (threadIdx.x <= LEVELS) taken[threadIdx.x] = 0;
      __syncthreads();
    }
    for (u64 first = base + threadIdx.x / 32 * 32; first < min64(base + rows, span); first += blockDim.x) {
      u64 row = first + lane;
      u32 held = row < span ? in[row] : 0, n = row < span ? segmentsOf(offsets, many, held, row) : 0, parts = (n + size - 1) / size;
      u32 has = __ballot_sync(~0u, n > 0), lacks = __ballot_sync(~0u, held < many);
      if (roomy != nullptr && lane == 0) roomy[first / 32] = has, few[first / 32] = lacks;
      u64 upTo = n, partsUpTo = parts, at = 0, place = 0;
      for (u32 by = 1; by < 32; by *= 2) {
        u64 a = shflUp64(upTo, by), b = shflUp64(partsUpTo, by);
        if (lane >= by) upTo += a, partsUpTo += b;
      }
      if (lane == 31 && upTo > 0) {
        at = atomicAdd(counts == nullptr ? used : begins + NEEDS - 1, upTo);
        if (counts == nullptr) place = atomicAdd(used + 1, partsUpTo);
      }
      at = shfl64(at, 31) + upTo - n;
      place = shfl64(place, 31) + partsUpTo - parts;
      if (row < span) start[row] = at;
      for (u32 i = 0, end; i < parts; i = end) { // of a level at a time: a vertex may have thousands of items
        end = parts;
        if (counts != nullptr) {
          u32 level = levelOf(i, parts);
          end = endOfLevel(level, parts);
          place = begins[level] + atomicAdd(taken + level, end - i);
        }
        u64 begin = offsets[row];
        for (u32 k = i; k < end; k++)
          ((Item*)items)[place + (k - i)] = {at + (u64)k * size, begin, (u32)row, (u32)(offsets[row + 1] - begin), min(size, n - k * size), 0};
      }
    }
    if (counts != nullptr) __syncthreads();
  }
}
