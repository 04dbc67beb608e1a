// The part of CUDA C++ that the kernels use, in terms of the compiler's own
// builtins, so that clang alone compiles them: no CUDA toolkit, no C library.
#pragma once

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ __attribute__((always_inline)) inline
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define KERNEL extern "C" __global__ void
#define DEVICE static __device__ __forceinline__

// HOST_CONST declares a constant that the host knows, too: ptxgen writes it in
// Go. Its value is a sum or a product of numbers and other such constants.
#define HOST_CONST [[maybe_unused]] static const

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

// Read and written 16 bytes at a time.
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef u64 u64x2 __attribute__((ext_vector_type(2)));

// threadIdx, blockIdx, blockDim and gridDim: reading a member reads a register.
#define MEMBER(name, axis)                         \
  __declspec(property(get = get_##axis)) u32 axis; \
  DEVICE u32 get_##axis() { return __nvvm_read_ptx_sreg_##name##_##axis(); }
#define REGISTERS(type, variable, name) \
  struct type {                         \
    MEMBER(name, x)                     \
    MEMBER(name, y)                     \
    MEMBER(name, z)                     \
  };                                    \
  extern const __device__ type variable
REGISTERS(ThreadIndex, threadIdx, tid);
REGISTERS(BlockIndex, blockIdx, ctaid);
REGISTERS(BlockSize, blockDim, ntid);
REGISTERS(GridSize, gridDim, nctaid);
#undef REGISTERS
#undef MEMBER

// Warps. __syncthreads is a builtin already.
DEVICE void __syncwarp(u32 mask = ~0u) { __nvvm_bar_warp_sync(mask); }
DEVICE u32 __ballot_sync(u32 mask, bool p) { return __nvvm_vote_ballot_sync(mask, p); }
DEVICE bool __any_sync(u32 mask, bool p) { return __nvvm_vote_any_sync(mask, p); }
DEVICE bool __all_sync(u32 mask, bool p) { return __nvvm_vote_all_sync(mask, p); }
DEVICE u32 __activemask() {
  u32 mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
DEVICE u32 __shfl_sync(u32 mask, u32 v, u32 lane) { return __nvvm_shfl_sync_idx_i32(mask, v, lane, 31); }
DEVICE u32 __shfl_up_sync(u32 mask, u32 v, u32 by) { return __nvvm_shfl_sync_up_i32(mask, v, by, 0); }
DEVICE u32 __shfl_down_sync(u32 mask, u32 v, u32 by) { return __nvvm_shfl_sync_down_i32(mask, v, by, 31); }
DEVICE u32 __shfl_xor_sync(u32 mask, u32 v, u32 by) { return __nvvm_shfl_sync_bfly_i32(mask, v, by, 31); }
DEVICE u64 __shfl_xor_sync(u32 mask, u64 v, u32 by) {
  u32 low = __shfl_xor_sync(mask, (u32)v, by), high = __shfl_xor_sync(mask, (u32)(v >> 32), by);
  return (u64)high << 32 | low;
}

// Atomics: relaxed, for the whole device; the old value is returned.
DEVICE u32 atomicAdd(u32* p, u32 v) { return __nvvm_atom_add_gen_i((i32*)p, v); }
DEVICE u64 atomicAdd(u64* p, u64 v) { return __nvvm_atom_add_gen_ll((i64*)p, v); }
DEVICE u32 atomicOr(u32* p, u32 v) { return __nvvm_atom_or_gen_i((i32*)p, v); }
DEVICE u64 atomicOr(u64* p, u64 v) { return __nvvm_atom_or_gen_ll((i64*)p, v); }
DEVICE u32 atomicMin(u32* p, u32 v) { return __nvvm_atom_min_gen_ui(p, v); }
DEVICE u32 atomicMax(u32* p, u32 v) { return __nvvm_atom_max_gen_ui(p, v); }
DEVICE u32 atomicExch(u32* p, u32 v) { return __nvvm_atom_xchg_gen_i((i32*)p, v); }
DEVICE u32 atomicCAS(u32* p, u32 expected, u32 v) { return __nvvm_atom_cas_gen_i((i32*)p, expected, v); }
DEVICE void __threadfence() { __nvvm_membar_gl(); }

// Bits, and loads through the read-only cache.
DEVICE u32 __popc(u32 v) { return __builtin_popcount(v); }
DEVICE u32 __popc(u64 v) { return __builtin_popcountll(v); }
DEVICE u32 __ffs(u32 v) { return __builtin_ffs(v); }
DEVICE u32 __clz(u32 v) { return v ? __builtin_clz(v) : 32; }
DEVICE u32 __ldg(const u32* p) { return __nvvm_ldg_ui(p); }
DEVICE u64 __ldg(const u64* p) { return __nvvm_ldg_ull(p); }

DEVICE u32 min(u32 a, u32 b) { return a < b ? a : b; }
DEVICE u32 max(u32 a, u32 b) { return a > b ? a : b; }
