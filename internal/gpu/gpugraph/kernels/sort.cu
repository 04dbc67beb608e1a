// Keys in arrays are sorted.
#include "sweep.h"

// Keys as they are in memory.
struct Stored {
  const u64* keys;
  u64* sorted;
};

DEVICE u64 keyAt(Stored of, u64 i) { return __ldg(of.keys + i); }
DEVICE void put(Stored to, u64 i, u64 key) { to.sorted[i] = key; }

// countDigits is countDigitsOf the keys in an array.
extern "C" __global__ void __launch_bounds__(THREADS)
    countDigits(const u64* keys, u64 n, u32 skipLow, u32 width, u32 skipHigh, u32 passes, u64* counts) {
  countDigitsOf(Stored{keys, 0}, n, {skipLow, width, skipHigh}, passes, counts);
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

// moveKeys is moveKeysOf the keys in an array.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)
    moveKeys(const u64* keys, u64 n, u32 lowShift, u32 lowMask, u32 highRight, u32 highLeft, u32 highMask, const u64* first,
             u64* known, u64* ticket, u64* sorted) {
  moveKeysOf(Stored{keys, sorted}, n, {lowShift, lowMask, highRight, highLeft, highMask}, first, known, ticket);
}
