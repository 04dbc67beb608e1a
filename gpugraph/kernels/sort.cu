// Least significant digit radix sort of 64-bit keys, by reduction, scan and
// scatter: each block takes a range of consecutive tiles, counts its digits,
// and, once the counts are scanned, moves its tiles in order. It is stable.
#include "key.h"

#define THREADS 256
#define WARPS (THREADS / 32)
#define ITEMS 12
#define TILE (THREADS * ITEMS)
#define DIGITS 256

// Digit is where a digit is found in a key: bits of the low half, below bits of
// the high half.
struct Digit {
  u32 lowShift, lowMask, highRight, highLeft, highMask;
};

DEVICE u32 digitOf(u64 key, Digit d) {
  return (lowHalf(key) >> d.lowShift & d.lowMask) | (highHalf(key) >> d.highRight << d.highLeft & d.highMask);
}

// countDigits writes how often each digit stands in the tiles of each block:
// counts[digit * blocks + block].
extern "C" __global__ void __launch_bounds__(THREADS)
    countDigits(const u64* keys, u64 n, u64 tiles, u32 lowShift, u32 lowMask, u32 highRight, u32 highLeft, u32 highMask, u64* counts) {
  __shared__ u32 histogram[WARPS][DIGITS];
  Digit place = {lowShift, lowMask, highRight, highLeft, highMask};
  u32* mine = histogram[threadIdx.x / 32];
  for (u32 w = 0; w < WARPS; w++) histogram[w][threadIdx.x] = 0;
  __syncthreads();
  u64 end = min((blockIdx.x + 1) * tiles * TILE, n);
  for (u64 tile = blockIdx.x * tiles * TILE; tile < end; tile += TILE) {
    u64 key[ITEMS];
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
      u64 i = tile + j * THREADS + threadIdx.x;
      key[j] = i < end ? __ldg(keys + i) : 0;
    }
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++)
      if (tile + j * THREADS + threadIdx.x < end) atomicAdd(mine + digitOf(key[j], place), 1u);
  }
  __syncthreads();
  u64 sum = 0;
  for (u32 w = 0; w < WARPS; w++) sum += histogram[w][threadIdx.x];
  counts[threadIdx.x * (u64)gridDim.x + blockIdx.x] = sum;
}

// scanBlock replaces one value a thread by the sum of those of the threads
// before it, and returns the sum of all.
DEVICE u64 scanBlock(u64& value, u64* shared) {
  u32 t = threadIdx.x;
  u64 sum = value;
  shared[t] = sum;
  __syncthreads();
  for (u32 by = 1; by < THREADS; by *= 2) {
    u64 before = t >= by ? shared[t - by] : 0;
    __syncthreads();
    sum += before;
    shared[t] = sum;
    __syncthreads();
  }
  u64 total = shared[THREADS - 1];
  __syncthreads();
  value = sum - value;
  return total;
}

// scanRows replaces each value of a row, of which each block has one, by the
// sum of those before it, and writes the sum of the row to totals.
extern "C" __global__ void __launch_bounds__(THREADS) scanRows(u64* values, u64 length, u64* totals) {
  __shared__ u64 shared[THREADS];
  u64* row = values + blockIdx.x * length;
  u64 carry = 0;
  for (u64 begin = 0; begin < length; begin += THREADS) {
    u64 i = begin + threadIdx.x;
    u64 value = i < length ? row[i] : 0;
    u64 total = scanBlock(value, shared);
    if (i < length) row[i] = carry + value;
    carry += total;
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = carry;
}

// Blocks of moveKeys that a multiprocessor has registers for: it waits for
// memory and barriers most of the time.
#define RESIDENT 4

// moveKeys writes the keys in the order of their digits. counts and totals are
// what scanRows made of countDigits.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)
    moveKeys(const u64* keys, u64 n, u64 tiles, u32 lowShift, u32 lowMask, u32 highRight, u32 highLeft, u32 highMask, const u64* counts, const u64* totals, u64* sorted) {
  __shared__ u64 staged[TILE];
  __shared__ u32 counters[WARPS][DIGITS];  // of a warp and digit: keys so far, then keys of the warps before
  __shared__ u32 start[DIGITS];            // of a digit in the tile
  __shared__ u64 target[DIGITS];           // of a digit's next key in sorted
  __shared__ u32 warpTotal[WARPS];
  Digit place = {lowShift, lowMask, highRight, highLeft, highMask};
  u32 t = threadIdx.x, lane = laneIndex(), warp = t / 32;

  u64 before = totals[t];
  scanBlock(before, staged);
  target[t] = before + counts[t * (u64)gridDim.x + blockIdx.x];

  u64 end = min((blockIdx.x + 1) * tiles * TILE, n);
  for (u64 tile = blockIdx.x * tiles * TILE; tile < end; tile += TILE) {
    u64 key[ITEMS];
    u32 rank[ITEMS / 2] = {};  // among the warp's keys of the digit; two in a word
    u32 count = (u32)min(end - tile, (u64)TILE);
    for (u32 w = 0; w < WARPS; w++) counters[w][t] = 0;
    u32 first = warp * (32 * ITEMS) + lane;  // a warp's keys are consecutive, so that order is kept
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) key[j] = first + 32 * j < count ? __ldg(keys + tile + first + 32 * j) : 0;
    __syncthreads();
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
      u32 digit = digitOf(key[j], place);
      bool valid = first + 32 * j < count;
      // The lanes with the same digit.
      u32 same = __nvvm_match_any_sync_i32(ALL, valid ? digit : DIGITS);
      u32 sofar = counters[warp][digit];
      __syncwarp();
      if (valid && (same & lanesBelow()) == 0) counters[warp][digit] = sofar + __popc(same);
      __syncwarp();
      rank[j / 2] |= (sofar + __popc(same & lanesBelow())) << 16 * (j % 2);
    }
    __syncthreads();
    u32 total = 0;
    for (u32 w = 0; w < WARPS; w++) {
      u32 c = counters[w][t];
      counters[w][t] = total;
      total += c;
    }
    u32 sum = total;
    for (u32 by = 1; by < 32; by *= 2) {
      u32 other = __shfl_up_sync(ALL, sum, by);
      if (lane >= by) sum += other;
    }
    if (lane == 31) warpTotal[warp] = sum;
    __syncthreads();
    for (u32 w = 0; w < warp; w++) sum += warpTotal[w];
    start[t] = sum - total;
    __syncthreads();
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
      u32 digit = digitOf(key[j], place);
      if (first + 32 * j < count) staged[start[digit] + counters[warp][digit] + (rank[j / 2] >> 16 * (j % 2) & 0xffff)] = key[j];
    }
    __syncthreads();
#pragma unroll 4
    for (u32 i = t; i < count; i += THREADS) {
      u64 moved = staged[i];
      u32 digit = digitOf(moved, place);
      sorted[target[digit] + (i - start[digit])] = moved;
    }
    __syncthreads();
    target[t] += total;
  }
}
