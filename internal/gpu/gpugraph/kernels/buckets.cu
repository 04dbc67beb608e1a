// Keys that are sorted by buckets, 1 << bits rows one after the other, become rows in order.
#include "index.h"
#include "key.h"

// findBuckets writes where the keys of each bucket begin, and where those of the last one end.
KERNEL findBuckets(const u64* keys, u64 n, u32 bits, u64 buckets, u64* begins) {
  u64 bucket = threadInGrid(), low = 0;
  if (bucket > buckets) return;
  for (u64 size = n; size > 0;) {
    u64 half = size / 2;
    bool before = highHalf(keys[low + half]) >> bits < bucket;
    low += before ? half + 1 : 0;
    size = before ? size - half - 1 : half;
  }
  begins[bucket] = low;
}

HOST_CONST u32 BUCKET_KEYS = THREADS * 15;  // keys of a bucket that fits a block's shared memory
HOST_CONST u32 BUCKET_ROWS = THREADS * 4;   // rows of a bucket, at most
HOST_CONST u32 BLOCK_ROW = THREADS * 47;    // entries of the longest row that fits a block's shared memory
HOST_CONST u32 WARP_ROW = 128;              // entries of the longest row that a warp orders, a multiple of its lanes

// smallerIn returns how many entries from begin to end are smaller than one of them: its place (enumeration sort).
DEVICE u32 smallerIn(const u32* entries, u32 begin, u32 end, u32 entry) {
  u32 smaller = 0;
#pragma unroll 4
  for (u32 i = begin; i < end; i++) smaller += entries[i] < entry;
  return smaller;
}

// startRows replaces the lengths of up to BUCKET_ROWS rows by where they start, and returns the longest that the thread had.
// It calls take with each row, its start and its length.
template <class Take>
DEVICE u32 startRows(u32* rows, u32 count, Take take) {
  __shared__ u32 warpTotal[WARPS];
  u32 t = threadIdx.x, own = (count + THREADS - 1) / THREADS, total = 0, longest = 0;
  for (u32 row = own * t; row < own * (t + 1) && row < count; row++) total += rows[row];
  u32 at = total;
  for (u32 by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(ALL, at, by);
    if (laneIndex() >= by) at += other;
  }
  if (laneIndex() == 31) warpTotal[t / 32] = at;
  __syncthreads();
  at -= total;
  for (u32 w = 0; w < t / 32; w++) at += warpTotal[w];
  for (u32 row = own * t; row < own * (t + 1) && row < count; row++) {
    u32 length = rows[row];
    take(row, at, length);
    rows[row] = at;
    longest = max(longest, length);
    at += length;
  }
  return longest;
}

// orderBuckets is writeRows and measureRows of keys that are sorted by buckets. A block takes a bucket, and puts the entries of
// each row together and in order. Of a bucket with more than BUCKET_KEYS it does so in memory, a warp a row, and leaves rows that
// are longer than WARP_ROW to orderLongRows: it adds them to longRows, of which *longCount, zero before, is the number.
KERNEL __launch_bounds__(THREADS, 8) orderBuckets(const u64* keys, const u64* begins, u32 rows, u32 bits, u64* offsets, u32* neighbors,
                                                  u64* longest, u32* degrees, u32* index, u64* longRows, u64* longCount) {
  __shared__ u32 entries[BUCKET_KEYS];
  __shared__ unsigned short rowOf[BUCKET_KEYS];
  __shared__ u32 next[BUCKET_ROWS + 1];  // behind a 0, of each row: its length, then where its next entry goes, in the end where it ends
  __shared__ u32 longestHere;
  u32 t = threadIdx.x, mask = (1u << bits) - 1, first = blockIdx.x << bits;
  u64 begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  u32 count = (u32)(end - begin);
  keys += begin, neighbors += begin;
  if (t == 0) longestHere = 0;
  for (u32 row = t; row <= mask + 1; row += THREADS) next[row] = 0;
  __syncthreads();
  for (u32 i = t; i < count; i += THREADS) atomicAdd(&next[1 + (highHalf(keys[i]) & mask)], 1u);
  __syncthreads();
  u32 most = startRows(next + 1, mask + 1, [=](u32 row, u32 start, u32 length) {
    if (first + row >= rows) return;
    offsets[first + row] = begin + start;
    indexRow(index, first + row, begin + start, length);
    if (degrees) atomicAdd(degrees + first + row, 0 - length);  // an atomic, so that nothing waits for what was there
  });
  most = warpMax(most);
  if (laneIndex() == 0 && most > 0) atomicMax(&longestHere, most);
  if (blockIdx.x + 1 == gridDim.x && t == 0) offsets[rows] = end;
  __syncthreads();
  if (t == 0 && count > 0) atomicMax((u32*)longest, longestHere);

  if (count <= BUCKET_KEYS) {
    for (u32 i = t; i < count; i += THREADS) {
      u64 key = keys[i];
      u32 row = highHalf(key) & mask, to = atomicAdd(&next[1 + row], 1u);
      entries[to] = lowHalf(key);
      rowOf[to] = row;
    }
    __syncthreads();
    for (u32 i = t; i < count; i += THREADS) {
      u32 entry = entries[i], row = rowOf[i], start = next[row];
      neighbors[start + smallerIn(entries, start, next[row + 1], entry)] = entry;
    }
    return;
  }
  for (u32 i = t; i < count; i += THREADS) {
    u64 key = keys[i];
    neighbors[atomicAdd(&next[1 + (highHalf(key) & mask)], 1u)] = lowHalf(key);
  }
  __syncthreads();
  for (u32 row = t / 32; row <= mask; row += WARPS) {
    u32 start = next[row], stop = next[row + 1];
    if (stop - start > WARP_ROW) {
      if (laneIndex() == 0) longRows[atomicAdd(longCount, (u64)1)] = first + row;
      continue;
    }
    static const u32 OWN = WARP_ROW / 32;
    u32 entry[OWN], place[OWN];
#pragma unroll
    for (u32 j = 0; j < OWN; j++) {
      u32 i = start + 32 * j + laneIndex();
      if (i >= stop) continue;
      entry[j] = neighbors[i];
      place[j] = start + smallerIn(neighbors, start, stop, entry[j]);
    }
    __syncwarp();
#pragma unroll
    for (u32 j = 0; j < OWN; j++)
      if (start + 32 * j + laneIndex() < stop) neighbors[place[j]] = entry[j];
  }
}

// orderLongRows puts rows of up to BLOCK_ROW entries in order, a block each.
KERNEL orderLongRows(const u64* longRows, const u64* longCount, const u64* offsets, u32* neighbors) {
  __shared__ u32 entries[BLOCK_ROW];
  u64 count = *longCount;
  for (u64 k = blockIdx.x; k < count; k += gridDim.x) {
    u64 begin = offsets[longRows[k]];
    u32 length = (u32)(offsets[longRows[k] + 1] - begin);
    __syncthreads();
    for (u32 i = threadIdx.x; i < length; i += THREADS) entries[i] = neighbors[begin + i];
    __syncthreads();
    for (u32 i = threadIdx.x; i < length; i += THREADS) neighbors[begin + smallerIn(entries, 0, length, entries[i])] = entries[i];
  }
}
