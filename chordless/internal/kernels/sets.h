// Sets of the vertices of an atom, as bits. A kernel is written once for both:
// Narrow sets, each in the registers of a thread, and Wide ones, in those of a
// warp. The methods that say so are for the whole warp where the set is Wide:
// all its lanes call them together and get the same answer.
#pragma once
#include "device.h"

#define METHOD __device__ __forceinline__

DEVICE u32 lowest(u64 bits) { return (u32)__builtin_ctzll(bits); }

// Narrow is a set of the numbers below 64 W.
template <u32 W>
struct Narrow {
  static const bool WIDE = false;
  static const u32 WORDS = W;  // in memory
  u64 words[W];

  METHOD static Narrow load(const u64* from) {
    Narrow s;
    if constexpr (W == 1) {
      s.words[0] = from[0];
    } else {
#pragma unroll
      for (u32 i = 0; i < W; i += 2) {
        u64x2 pair = *(const u64x2*)(from + i);
        s.words[i] = pair.x, s.words[i + 1] = pair.y;
      }
    }
    return s;
  }
  METHOD void store(u64* to) const {
    if constexpr (W == 1) {
      to[0] = words[0];
    } else {
#pragma unroll
      for (u32 i = 0; i < W; i += 2) *(u64x2*)(to + i) = u64x2{words[i], words[i + 1]};
    }
  }

  METHOD Narrow operator&(const Narrow& b) const {
    Narrow s;
#pragma unroll
    for (u32 i = 0; i < W; i++) s.words[i] = words[i] & b.words[i];
    return s;
  }
  METHOD Narrow without(const Narrow& b) const {
    Narrow s;
#pragma unroll
    for (u32 i = 0; i < W; i++) s.words[i] = words[i] & ~b.words[i];
    return s;
  }

  // The whole warp.
  METHOD bool empty() const {
    u64 any = 0;
#pragma unroll
    for (u32 i = 0; i < W; i++) any |= words[i];
    return any == 0;
  }
  // The whole warp; the set is not empty.
  METHOD u32 first() const {
    u32 v = 64 * (W - 1) + lowest(words[W - 1]);
#pragma unroll
    for (u32 i = W - 1; i-- > 0;)
      if (words[i] != 0) v = 64 * i + lowest(words[i]);
    return v;
  }
  // The whole warp.
  METHOD bool smallerThan(const Narrow& b) const { return count() < b.count(); }
  METHOD void add(u32 v) {
#pragma unroll
    for (u32 i = 0; i < W; i++)
      if (v / 64 == i) words[i] |= 1ull << v % 64;
  }
  METHOD void drop(u32 v) {
#pragma unroll
    for (u32 i = 0; i < W; i++)
      if (v / 64 == i) words[i] &= ~(1ull << v % 64);
  }

  // What follows is of the lane's own part of the set, which here is all of it.
  METHOD u32 count() const {
    u32 sum = 0;
#pragma unroll
    for (u32 i = 0; i < W; i++) sum += __popc(words[i]);
    return sum;
  }
  // each calls body with every element.
  template <class Body>
  METHOD void each(Body body) const {
#pragma unroll
    for (u32 i = 0; i < W; i++)
      for (u64 left = words[i]; left != 0; left &= left - 1) body(64 * i + lowest(left));
  }
};

// Wide is a set of the numbers below 2048, 64 of them in each lane of a warp.
struct Wide {
  static const bool WIDE = true;
  static const u32 WORDS = 32;
  u64 word;

  METHOD static u32 lane() { return threadIdx.x % 32; }
  METHOD static Wide load(const u64* from) { return {from[lane()]}; }
  METHOD void store(u64* to) const { to[lane()] = word; }

  METHOD Wide operator&(const Wide& b) const { return {word & b.word}; }
  METHOD Wide without(const Wide& b) const { return {word & ~b.word}; }

  METHOD bool empty() const { return !__any_sync(~0u, word != 0); }
  METHOD u32 first() const {
    u32 owner = __ffs(__ballot_sync(~0u, word != 0)) - 1;
    return __shfl_sync(~0u, 64 * lane() + (word != 0 ? lowest(word) : 0), owner);
  }
  METHOD bool smallerThan(const Wide& b) const {
    u32 sizes = count() << 16 | b.count();
    for (u32 by = 16; by > 0; by /= 2) sizes += __shfl_xor_sync(~0u, sizes, by);
    return sizes >> 16 < (sizes & 0xffff);
  }
  METHOD void add(u32 v) {
    if (v / 64 == lane()) word |= 1ull << v % 64;
  }
  METHOD void drop(u32 v) {
    if (v / 64 == lane()) word &= ~(1ull << v % 64);
  }

  METHOD u32 count() const { return __popc(word); }
  template <class Body>
  METHOD void each(Body body) const {
    for (u64 left = word; left != 0; left &= left - 1) body(64 * lane() + lowest(left));
  }
};
