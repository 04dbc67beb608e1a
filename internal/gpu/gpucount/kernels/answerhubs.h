// Triangles whose middle corner is a hub, for each vertex or edge: by the bit matrix of
// the hubs, as in hubs.cu. The share of a hub in a row u are the triangles of the row on
// the edge to it, whichever of v and w it is.
#pragma once
#include "credits.h"
#include "hubs.h"

// pairsShared tests all pairs of up to LANES hubs, one in each of k lanes side by
// side, as testPairs does. It returns the share of the lane's hub.
template <u32 LANES>
DEVICE u32 pairsShared(const u32* bits, u32 words, u32 h, u32 k, u32 most) {
  u32 lane = threadIdx.x % 32, mine = lane % LANES, group = lane - mine, share = 0;
  for (u32 first = 1; 2 * first <= most; first += 4) {
    bool hit[4];
#pragma unroll
    for (u32 j = 0; j < 4; j++) {
      u32 s = first + j, other = mine + s < k ? mine + s : mine + s - k;
      u32 g = __shfl_sync(~0u, h, group + other % LANES), low = min(g, h), high = max(g, h);
      hit[j] = mine < k && (2 * s < k || (2 * s == k && mine < s)) && (__ldg(bits + high * words + low / 32) >> low % 32 & 1);
    }
#pragma unroll
    for (u32 j = 0; j < 4; j++) {
      // The pair is the other one's, too, which is s lanes further on.
      u32 s = first + j, hits = __ballot_sync(~0u, hit[j]) >> group;
      share += hit[j];
      if (mine < k && 2 * s <= k) share += hits >> (mine < s ? mine + k - s : mine - s) & 1;
    }
  }
  return share;
}

// Planes are 64 counters side by side: plane j has bit j of each.
struct Planes {
  static const u32 COUNT = 10, MOST = (1 << COUNT) - 1;
  u64 of[COUNT];

  MEMBER_DEVICE void clear() {
#pragma unroll
    for (u32 j = 0; j < COUNT; j++) of[j] = 0;
  }
  // full adds a and b to a plane, and returns what is carried.
  static MEMBER_DEVICE u64 full(u64& plane, u64 a, u64 b) {
    u64 carried = (plane & a) | (plane & b) | (a & b);
    plane ^= a ^ b;
    return carried;
  }
  // add adds one to the counters of the bits of each.
  MEMBER_DEVICE void add(u64 a, u64 b, u64 c, u64 d) {
    u64 first = full(of[0], a, b), second = full(of[0], c, d), carried = full(of[1], first, second);
#pragma unroll
    for (u32 j = 2; j < COUNT; j++) {
      if (carried == 0) break;
      u64 next = of[j] & carried;
      of[j] ^= carried;
      carried = next;
    }
  }
  MEMBER_DEVICE u32 counter(u32 bit) const {
    u32 n = 0;
#pragma unroll
    for (u32 j = 0; j < COUNT; j++) n |= (u32)(of[j] >> bit & 1) << j;
    return n;
  }
  MEMBER_DEVICE u64 any() const {
    u64 bits = 0;
#pragma unroll
    for (u32 j = 0; j < COUNT; j++) bits |= of[j];
    return bits;
  }
};

// wordsShared ANDs a row's packed hubs with the matrix row of each of them, as andWords
// does, in groups of WIDTH lanes that take four entries at a time. A lane keeps to one of
// the row's words for all entries that have something before them in it: what it finds
// are the shares of entries as middle corners, and, bit by bit, of the word's as third
// ones. It returns the lane's part of the row's triangles.
template <u32 WIDTH, class To>
DEVICE u32 wordsShared(const u64* bits, u32 all, const u32* row, u64 begin, Packed packed, const u64* words, const u8* index, To& to) {
  const u32 stride = 32 / WIDTH;
  u32 lane = threadIdx.x % 32, sum = 0, start = 0; // entries before those of these words
  bool upper = lane & WIDTH / 2;
  Planes planes;
  for (u32 slot = 0; slot < packed.used; slot += WIDTH) {
    bool has = slot + lane % WIDTH < packed.used;
    u32 at = has ? index[slot + lane % WIDTH] : ~0u;
    u64 word = has ? words[slot + lane % WIDTH] : 0;
    u32 own = __popc(word), before = own; // entries in this word, and in those up to it
#pragma unroll
    for (u32 by = 1; by < WIDTH; by *= 2) {
      u32 other = __shfl_up_sync(~0u, before, by);
      if (lane % WIDTH >= by) before += other;
    }
    u32 last = __shfl_sync(~0u, before, WIDTH - 1);
    planes.clear();
    u32 added = 0;
    for (u32 base = start; base < packed.entries; base += 32) {
      u32 mine = base + lane < packed.entries ? row[base + lane] : 0, some = min(32, packed.entries - base);
      for (u32 t = lane / WIDTH; t - lane / WIDTH < some; t += 4 * stride) {
        u32 h0 = __shfl_sync(~0u, mine, t), h1 = __shfl_sync(~0u, mine, t + stride);
        u32 h2 = __shfl_sync(~0u, mine, t + 2 * stride), h3 = __shfl_sync(~0u, mine, t + 3 * stride);
        // Behind the last entry is hub 0, whose row is empty.
        if (t + stride >= 32) h1 = 0;
        if (t + 2 * stride >= 32) h2 = 0;
        if (t + 3 * stride >= 32) h3 = 0;
        u64 a = at <= h0 / 64 ? word & __ldg(bits + h0 * all + at) : 0, b = at <= h1 / 64 ? word & __ldg(bits + h1 * all + at) : 0;
        u64 c = at <= h2 / 64 ? word & __ldg(bits + h2 * all + at) : 0, d = at <= h3 / 64 ? word & __ldg(bits + h3 * all + at) : 0;
        planes.add(a, b, c, d);
        // A share is of fewer than 2^16 hubs. One half of the group adds up two of the
        // four, the other half the others.
        u32 low = __popc(a) | __popc(b) << 16, high = __popc(c) | __popc(d) << 16;
        u32 kept = (upper ? high : low) + __shfl_xor_sync(~0u, upper ? low : high, WIDTH / 2);
#pragma unroll
        for (u32 by = WIDTH / 4; by > 0; by /= 2) kept += __shfl_xor_sync(~0u, kept, by);
        u32 second = lane % (WIDTH / 2), e = t + (2 * upper + second) * stride;
        u32 h = __shfl_sync(~0u, mine, e), share = second ? kept >> 16 : kept & 0xffff;
        if (second < 2 && e < some && share > 0) {
          to.share(begin + base + e, h, share);
          sum += share;
        }
        __syncwarp();
        added += 4;
      }
      if (added + 32 > Planes::MOST || base + 32 >= packed.entries) {
        for (u64 left = planes.any(); left != 0; left &= left - 1) {
          u32 bit = __popc((left & (0 - left)) - 1);
          to.share(begin + start + before - own + __popc(word & ((1ull << bit) - 1)), at * 64 + bit, planes.counter(bit));
        }
        planes.clear();
        added = 0;
        __syncwarp();
      }
    }
    start += last;
  }
  return sum;
}

// eachShare hands over the shares of all rows: see the kernel hubs, which takes
// them so, too.
template <class To>
DEVICE void eachShare(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits, u64* next, To to) {
  extern __shared__ u64 dynamic[];
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, all = hubs / 64;
  u64* words = dynamic + warp * all;
  u8* index = (u8*)(dynamic + blockDim.x / 32 * all) + warp * all;
  for (Rows taken; (taken = grabRows(next, rows, most)).first < rows;) {
    u32 some = (u32)(taken.last - taken.first);
    u64 begins = offsets[min64(taken.first + lane, taken.last)];
    u32 lengths = (u32)(shfl64(begins, min(lane + 1, 31)) - begins);
    if (lane >= some) lengths = 0;
    if (!__any_sync(~0u, lengths > 8)) {
      for (u32 i = 0; i < some; i += 4) {
        u64 begin = shfl64(begins, i + lane / 8);
        u32 length = __shfl_sync(~0u, lengths, i + lane / 8);
        u32 h = lane % 8 < length ? neighbors[begin + lane % 8] : ~0u;
        u32 k = __popc(__ballot_sync(~0u, h < hubs) >> (lane & 24) & 0xff);
        u32 share = pairsShared<8>(bits, hubs / 32, h, k, 8), sum = sumOver<8>(share);
        if (share > 0) to.share(begin + lane % 8, h, share);
        if (lane % 8 == 0 && sum > 0) to.row(taken.first + i + lane / 8, sum / 2); // it is v's and w's
      }
      continue;
    }
    for (u32 i = 0; i < some; i++) {
      u64 begin = shfl64(begins, i);
      const u32* row = neighbors + begin;
      u32 length = __shfl_sync(~0u, lengths, i), sum;
      u32 h = lane < length ? row[lane] : ~0u, first = __popc(__ballot_sync(~0u, h < hubs));
      if (first < 2) continue;
      if (first < 32) {
        u32 share = pairsShared<32>(bits, hubs / 32, h, first, first);
        if (share > 0) to.share(begin + lane, h, share);
        sum = sumOver<32>(share) / 2;
      } else {
        Packed packed = packRow(row, length, hubs, words, index);
        const u64* matrix = (const u64*)bits;
        sum = packed.used > 16 ? wordsShared<32>(matrix, all, row, begin, packed, words, index, to)
              : packed.used > 8 ? wordsShared<16>(matrix, all, row, begin, packed, words, index, to)
                                : wordsShared<8>(matrix, all, row, begin, packed, words, index, to);
        sum = sumOver<32>(sum);
      }
      if (lane == 0 && sum > 0) to.row(taken.first + i, sum);
      __syncwarp();
    }
  }
}
