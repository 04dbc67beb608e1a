// Kernels that test the runtime: each uses one thing that later kernels need,
// and computes what the host can check.
#include "device.h"

// fill writes value to all n elements.
KERNEL fill(u32* values, u32 value, u64 n) {
  u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x;
  if (i < n) values[i] = value;
}

// add writes a[i] + b[i], through the read-only cache.
KERNEL add(const u32* a, const u32* b, u32* sum, u32 n) {
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum[i] = __ldg(a + i) + __ldg(b + i);
}

// reduce adds the sum of n values to *total: by shuffles in a warp, through
// dynamic shared memory in a block, by an atomic in the grid. A block has 8
// bytes of shared memory a warp, at the end of `shared` bytes.
KERNEL reduce(const u32* values, u64 n, u64* total, u32 shared) {
  extern __shared__ u64 dynamic[];
  u32 warps = blockDim.x / 32;
  u64* partial = dynamic + shared / sizeof(u64) - warps;
  u64 sum = 0;
  for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x) sum += values[i];
  for (u32 by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (u32 w = 1; w < warps; w++) sum += partial[w];
  atomicAdd(total, sum);
}

// count adds to counts[0] the bits of the values, and to counts[1] the number
// of odd values, by a ballot in each warp.
KERNEL count(const u32* values, u32 n, u64* counts) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  u32 value = i < n ? values[i] : 0;
  u32 odd = __ballot_sync(~0u, value & 1);
  atomicAdd(counts, (u64)__popc(value));
  if (threadIdx.x % 32 == 0) atomicAdd(counts + 1, (u64)__popc(odd));
}

// fault writes where nothing is.
KERNEL fault() { *(volatile u32*)16 = 1; }
