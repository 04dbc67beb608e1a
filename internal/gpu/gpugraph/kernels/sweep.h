// Least significant digit radix sort of 64-bit keys, one sweep a pass, after
// Adinets and Merrill, "Onesweep" (2022): the digits of all passes are counted
// at once; then, pass by pass, each block takes the next tile, and learns from
// the tiles before it, by decoupled look-back (Merrill and Garland, 2016),
// where the keys of each digit go. It is stable.
//
// Keys are whatever keyAt reads and put writes.
#pragma once
#include "key.h"

HOST_CONST u32 TILE_KEYS = THREADS * 18;  // keys that a block moves
static const u32 ITEMS = TILE_KEYS / THREADS;
HOST_CONST u32 COUNTED_KEYS = 8;             // keys that a thread counts at once
HOST_CONST u32 DIGITS = 256;
HOST_CONST u32 PASSES = 8;  // at most

// Field is what keys are sorted by: the high half above its lowest skipHigh bits, then
// `width` bits of the low half above its lowest skipLow.
struct Field {
  u32 skipLow, width, skipHigh;
};

// countDigitsOf adds how often each digit of each pass stands in the keys, 8 bits of
// the field: counts[pass * DIGITS + digit]. It reads each key once, even with no pass:
// relabel writes keys as they are read.
template <class Keys>
DEVICE void countDigitsOf(Keys keys, u64 n, Field by, u32 passes, u64* counts) {
  __shared__ u32 histogram[PASSES][DIGITS];
  for (u32 p = 0; p < PASSES; p++) histogram[p][threadIdx.x] = 0;
  __syncthreads();
  u32 mask = (u32)(((u64)1 << by.width) - 1);
  for (u64 begin = blockIdx.x * (u64)(THREADS * COUNTED_KEYS); begin < n; begin += gridDim.x * (u64)(THREADS * COUNTED_KEYS)) {
    u64 key[COUNTED_KEYS];
#pragma unroll
    for (u32 j = 0; j < COUNTED_KEYS; j++) {
      u64 i = begin + j * THREADS + threadIdx.x;
      key[j] = i < n ? keyAt(keys, i) : 0;
    }
#pragma unroll
    for (u32 j = 0; j < COUNTED_KEYS; j++) {
      if (begin + j * THREADS + threadIdx.x >= n) break;
      u64 field = (u64)(highHalf(key[j]) >> by.skipHigh) << by.width | (lowHalf(key[j]) >> by.skipLow & mask);
#pragma unroll
      for (u32 p = 0; p < PASSES; p++)
        if (p < passes) atomicAdd(&histogram[p][(u32)(field >> 8 * p) % DIGITS], 1u);
    }
  }
  __syncthreads();
  for (u32 p = 0; p < passes; p++)
    if (histogram[p][threadIdx.x] > 0) atomicAdd(counts + p * DIGITS + threadIdx.x, (u64)histogram[p][threadIdx.x]);
}

// Digit is where a digit is found in a key: bits of the low half, below bits of
// the high half.
struct Digit {
  u32 lowShift, lowMask, highRight, highLeft, highMask;
};

DEVICE u32 digitOf(u64 key, Digit d) {
  return (lowHalf(key) >> d.lowShift & d.lowMask) | (highHalf(key) >> d.highRight << d.highLeft & d.highMask);
}

// What a tile has made known of a digit, in the low bits of a word whose other
// bits are a number of keys: of the tile, or of it and all before it.
#define OF_TILE 1
#define OF_ALL 2
#define LOOKBACK 4  // tiles looked at together

// keysBefore returns how many keys of this thread's digit stand in the tiles
// before `tile`.
DEVICE u64 keysBefore(const volatile u64* known, u64 tile) {
  u64 sum = 0;
  while (tile > 0) {
    u64 word[LOOKBACK];
#pragma unroll
    for (u32 i = 0; i < LOOKBACK; i++) word[i] = tile > i ? known[(tile - 1 - i) * DIGITS + threadIdx.x] : OF_ALL;
#pragma unroll
    for (u32 i = 0; i < LOOKBACK; i++) {
      u32 state = word[i] & 3;
      if (state == 0) break;
      sum += word[i] >> 2;
      if (state == OF_ALL) return sum;
      tile--;
    }
  }
  return sum;
}

// sameDigit returns the lanes that have the same digit. A ballot for each bit
// takes less time than match.any, which loops over the digits that there are.
DEVICE u32 sameDigit(u32 digit) {
  u32 same = ALL;
#pragma unroll
  for (u32 bit = 0; bit < 8; bit++) {
    bool set = digit >> bit & 1;
    u32 with = __ballot_sync(ALL, set);
    same &= set ? with : ~with;
  }
  return same;
}

// Blocks of moveKeys that a multiprocessor has registers and shared memory for.
#define RESIDENT 4

// renew hides from the compiler what it knows of a key, so that it computes
// digits again where they are needed: kept, they would not fit the registers.
DEVICE void renew(u64& key) { asm volatile("" : "+l"(key)); }

// moveKeysOf writes the keys in the order of their digits. first is how many keys
// have a smaller digit, for each; known is zero, a word for each tile and
// digit, and the number of the next tile behind them, at `ticket`.
template <class Keys>
DEVICE void moveKeysOf(Keys keys, u64 n, Digit place, const u64* first, u64* known, u64* ticket) {
  __shared__ u64 staged[TILE_KEYS];             // in the order of their digits
  __shared__ u32 counters[WARPS][DIGITS];  // keys of a digit in a warp; then where the next one goes
  __shared__ u32 start[DIGITS];            // of a digit in the tile
  __shared__ u64 target[DIGITS];           // of a digit's first key in sorted, less start
  __shared__ u32 warpTotal[WARPS];
  __shared__ u64 drawn;
  u32 t = threadIdx.x, lane = laneIndex(), warp = t / 32;

  if (t == 0) drawn = atomicAdd(ticket, (u64)1);
  for (u32 w = 0; w < WARPS; w++) counters[w][t] = 0;
  __syncthreads();
  u64 tile = drawn, begin = tile * TILE_KEYS;
  u32 count = (u32)min(n - begin, (u64)TILE_KEYS);
  u32 own = warp * (32 * ITEMS) + lane;  // a warp's keys are consecutive, so that order is kept
  u64 source = begin + own;
  u64 key[ITEMS];
  if (count == TILE_KEYS) {
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) key[j] = keyAt(keys, source + 32 * j);
  } else {
    // What is behind the end has the last digit, and stays behind all else.
#pragma unroll
    for (u32 j = 0; j < ITEMS; j++) key[j] = own + 32 * j < count ? keyAt(keys, source + 32 * j) : ~(u64)0;
  }

  // The tile's counts are made known before its keys are ranked: the tiles
  // behind it wait for them.
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) atomicAdd(&counters[warp][digitOf(key[j], place)], 1u);
#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) renew(key[j]);
  __syncthreads();
  u32 total = 0;
#pragma unroll 4
  for (u32 w = 0; w < WARPS; w++) {
    u32 c = counters[w][t];
    counters[w][t] = total;
    total += c;
  }
  volatile u64* mine = known + tile * DIGITS + t;
  *mine = (u64)total << 2 | (tile > 0 ? OF_TILE : OF_ALL);
  u32 sum = total;
  for (u32 by = 1; by < 32; by *= 2) {
    u32 other = __shfl_up_sync(ALL, sum, by);
    if (lane >= by) sum += other;
  }
  if (lane == 31) warpTotal[warp] = sum;
  __syncthreads();
#pragma unroll 1
  for (u32 w = 0; w < warp; w++) sum += warpTotal[w];
  start[t] = sum - total;
#pragma unroll 4
  for (u32 w = 0; w < WARPS; w++) counters[w][t] += sum - total;
  __syncthreads();

#pragma unroll
  for (u32 j = 0; j < ITEMS; j++) {
    u32 digit = digitOf(key[j], place);
    u32 same = sameDigit(digit);
    u32 last = 31 - __clz(same), at = 0;
    if (lane == last) at = atomicAdd(&counters[warp][digit], __popc(same));
    staged[__shfl_sync(ALL, at, last) + __popc(same & lanesBelow())] = key[j];
  }
  u64 before = keysBefore(known, tile);
  if (tile > 0) *mine = (before + total) << 2 | OF_ALL;
  target[t] = first[t] + before - start[t];
  __syncthreads();
#pragma unroll 4
  for (u32 i = t; i < count; i += THREADS) {
    u64 moved = staged[i];
    put(keys, target[digitOf(moved, place)] + i, moved);
  }
}

