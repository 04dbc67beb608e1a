// Graphs of some million edges whose rows are short, counted whole by one kernel, which needs nothing
// but the lists and their index. A block takes a chunk of the entries, side by side, and keeps their rows in a hash
// table in shared memory. All entries of the rows that these lead to, its items, are looked up
// there, as one list that the threads share evenly, however unlike the rows are.
#include "columns.h"
#include "index.h"

// CHUNK and SMALL_CHUNK are how many entries a block takes, a thread each, the latter of graphs
// whose chunks all run at once. CHUNK_ROW is the longest row.
HOST_CONST u32 CHUNK = 128;
HOST_CONST u32 SMALL_CHUNK = 256;
HOST_CONST u32 CHUNK_ROW = 256;

// A key is an entry with the place in the chunk where its row begins, which is 0 for the row that
// may have begun before. CHUNK_VERTICES is how many vertices leave room for that.
HOST_CONST u32 CHUNK_VERTICES = 8388607;
static const u32 PLACE_SHIFT = 23;

// The table has buckets of two slots. What finds both taken goes to the next bucket, and is told by
// a bit of those that it passed.
static const u32 FREE = 0x7fffffff, PASSED = 0x80000000;

// ITEMS is how many items are marked at a time.
static const u32 ITEMS = 16384;

typedef u32 u32x2 __attribute__((ext_vector_type(2)));

template <u32 SIZE, u32 BUCKETS> struct Chunk {
  u32x4 table[BUCKETS / 2];
  u32x4 marks[ITEMS / 128];    // a bit for each item with which a row begins
  u32x2 owners[SIZE + 1];      // of each such row, in order: its position less that of its first item, and its key
  u32 rowMarks[SIZE / 32];     // a bit for each entry with which a row of the chunk begins
  u32 sums[SIZE / 32];         // items and rows of each warp
  u32 count;                   // triangles

  static __device__ __forceinline__ u32 bucketOf(u32 key) { return key * 2654435769u / (~0u / BUCKETS + 1); }

  __device__ __forceinline__ void clearMarks() {
    for (u32 i = threadIdx.x; i < ITEMS / 128; i += SIZE) marks[i] = (u32x4){0, 0, 0, 0};
  }

  __device__ __forceinline__ void put(u32 key) {
    u32* slots = (u32*)table;
    for (u32 b = bucketOf(key);; b = (b + 1) % BUCKETS) {
      if (atomicCAS(slots + 2 * b, FREE, key) == FREE || atomicCAS(slots + 2 * b + 1, FREE, key) == FREE) return;
      atomicOr(slots + 2 * b + 1, PASSED);
    }
  }

  // find counts a key in a bucket. It reports whether the key may have passed it.
  __device__ __forceinline__ bool find(u32 bucket, u32 key, u32& count) const {
    u32x2 both = ((const u32x2*)table)[bucket];
    bool hit = both.x == key || (both.y & ~PASSED) == key;
    count += hit;
    return !hit && (both.y & PASSED) != 0;
  }

  // lookUp counts so many items, those marked, of which the first is the from-th of the chunk.
  // So many rows begin before.
  __device__ __forceinline__ u32 lookUp(const u32* neighbors, u32 from, u32 items, u32 before) const {
    u32 lane = threadIdx.x % 32, count = 0;
    // A warp has 128 items at a time, of four words of marks: its loads are under way at once.
    u32 quads = (items + 127) / 128, share = (quads + SIZE / 32 - 1) / (SIZE / 32);
    u32 quad = threadIdx.x / 32 * share, end = min(quad + share, quads);
    if (quad >= end) return 0;
    before += marked(4 * quad);
    for (; quad < end; quad++) {
      u32x4 four = marks[quad];
      u32 x[4], keys[4], left = 0;
#pragma unroll
      for (u32 k = 0; k < 4; k++) {
        u32x2 owner = owners[before + __popc(four[k] & ~0u >> (31 - lane)) - 1];
        before += __popc(four[k]);
        keys[k] = owner.y;
        x[k] = __ldg(neighbors + (owner.x + (from + 128 * quad + 32 * k + lane)));
      }
#pragma unroll
      for (u32 k = 0; k < 4; k++) {
        keys[k] |= x[k];
        if (find(bucketOf(keys[k]), keys[k], count)) left |= 1u << k;
      }
      for (u32 step = 1; __any_sync(~0u, left != 0); step++)
#pragma unroll
        for (u32 k = 0; k < 4; k++)
          if ((left >> k & 1) != 0 && !find((bucketOf(keys[k]) + step) % BUCKETS, keys[k], count)) left &= ~(1u << k);
    }
    return count;
  }

  // marked returns how many marks there are in so many words. All lanes of a warp call it.
  __device__ __forceinline__ u32 marked(u32 words) const {
    u32 some = 0;
    for (u32 i = threadIdx.x % 32; i < words; i += 32) some += __popc(((const u32*)marks)[i]);
    for (u32 by = 16; by > 0; by /= 2) some += __shfl_xor_sync(~0u, some, by);
    return some;
  }

  // mark sets the mark of an item, if it is among those from `from` on.
  __device__ __forceinline__ void mark(u32 item, u32 from) {
    if (item >= from && item - from < ITEMS) atomicOr((u32*)marks + (item - from) / 32, 1u << item % 32);
  }
};

// countChunk counts the chunk of a block. There are CHUNK_VERTICES rows at most, and SMALL_CHUNK to
// 2^31 entries. A loop over the chunks of a block takes registers, and so 15% longer.
template <u32 SIZE, u32 BUCKETS> DEVICE void countChunk(const u64* offsets, const u32* neighbors, const u32* index, u32 rows, u32 edges, u64* total) {
  static_assert(SIZE % INDEX_STEP == 0, "a chunk begins at an entry of the index");
  __shared__ Chunk<SIZE, BUCKETS> c;
  u32 thread = threadIdx.x, lane = thread % 32, warp = thread / 32, from = blockIdx.x * SIZE;
  u32 some = min(edges - from, SIZE), to = from + some;
  bool mine = thread < some;
  u32 v = mine ? neighbors[from + thread] : 0, head = 0, size = 0;
  // The row that holds the first entry. What it has before this chunk is asked for here, so that it is there when the table is filled.
  u32 row = index[blockIdx.x * (SIZE / INDEX_STEP)], first = (u32)offsets[row];
  u32 earlier = first + thread < from ? neighbors[first + thread] : 0;
  for (u32 i = thread; i < BUCKETS / 2; i += SIZE) c.table[i] = (u32x4){FREE, FREE, FREE, FREE};
  c.clearMarks();
  if (thread < SIZE / 32) c.rowMarks[thread] = 0;
  if (thread == 0) c.count = 0;
  __syncwarp();
  // The first warp finds the rows, while the others load what their entries lead to.
  if (warp == 0) {
    for (row += 1 + lane;; row += 64) {
      u64 begin = offsets[min(row, rows)], begin2 = offsets[min(row + 32, rows)];
      if (begin < to) atomicOr(c.rowMarks + (begin - from) / 32, 1u << (begin - from) % 32);
      if (begin2 < to) atomicOr(c.rowMarks + (begin2 - from) / 32, 1u << (begin2 - from) % 32);
      if (__any_sync(~0u, begin2 >= to)) break;
      if (__all_sync(~0u, begin == begin2)) row = rowOf(offsets, rows, begin) - 63 + lane; // all are empty, as millions may be
    }
  }
  if (mine) {
    head = (u32)offsets[v];
    size = (u32)offsets[v + 1] - head;
  }
  __syncthreads();
  u32 key = 0;
  for (u32 i = first + thread; i < from; i += SIZE) c.put(i < first + SIZE ? earlier : neighbors[i]); // whose place is 0
  if (mine) {
    u32 word = warp, here = c.rowMarks[word], begins = here & ~0u >> (31 - lane), begin = first;
    while (begins == 0 && word > 0) begins = c.rowMarks[--word];
    if (begins != 0) {
      u32 place = 32 * word + 31 - __clz(begins);
      begin = from + place;
      key = place << PLACE_SHIFT;
    }
    if ((here >> 1 >> lane & 1) == 0) c.put(key | v); // nothing looks for the last of a row
    if (begin == from + thread) size = 0;             // nothing stands before it
  }
  // The items and the rows with items before this thread's, and of all threads.
  u32 own = size > 0 ? size << 9 | 1 : 0, sum = own, all = 0;
  for (u32 by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(~0u, sum, by);
    if (lane >= by) sum += other;
  }
  if (lane == 31) c.sums[warp] = sum;
  __syncthreads();
  sum -= own;
#pragma unroll
  for (u32 w = 0; w < SIZE / 32; w++) {
    u32 those = c.sums[w];
    if (w < warp) sum += those;
    all += those;
  }
  u32 items = all >> 9, item = sum >> 9;
  if (size > 0) {
    c.owners[sum % 512] = {head - item, key};
    c.mark(item, 0);
  }
  if (thread == 0) { // what is beyond the last item is found nowhere
    c.owners[all % 512] = {0 - items, PASSED};
    c.mark(items, 0);
  }
  __syncthreads();
  u32 count = c.lookUp(neighbors, 0, min(items, ITEMS), 0);
  for (u32 done = ITEMS, before = 0; done < items; done += ITEMS) { // which is rare
    before += c.marked(ITEMS / 32);
    __syncthreads();
    c.clearMarks();
    __syncthreads();
    if (size > 0) c.mark(item, done);
    if (thread == 0) c.mark(items, done);
    __syncthreads();
    count += c.lookUp(neighbors, done, min(items - done, ITEMS), before);
  }
  for (u32 by = 16; by > 0; by /= 2) count += __shfl_xor_sync(~0u, count, by);
  if (lane == 0 && count > 0) atomicAdd(&c.count, count);
  __syncthreads();
  if (thread == 0 && c.count > 0) atomicAdd(total, (u64)c.count);
}

KERNEL __launch_bounds__(CHUNK, 16) chunks(const u64* offsets, const u32* neighbors, const u32* index, u32 rows, u32 edges, u64* total) {
  countChunk<CHUNK, 4 * CHUNK>(offsets, neighbors, index, rows, edges, total);
}

KERNEL __launch_bounds__(SMALL_CHUNK, 6) smallChunks(const u64* offsets, const u32* neighbors, const u32* index, u32 rows, u32 edges, u64* total) {
  countChunk<SMALL_CHUNK, 8 * SMALL_CHUNK>(offsets, neighbors, index, rows, edges, total);
}
