// Triangles whose middle corner is a hub, for each vertex or edge. The hubs of a row
// u are ANDed with whole rows of a symmetric bit matrix: what a hub among them shares
// with them are the triangles of the row on the edge to it, whichever of v and w it
// is; and half the sum of the shares are the row's.
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
      u32 g = __shfl_sync(~0u, h, group + other % LANES);
      hit[j] = mine < k && (2 * s < k || (2 * s == k && mine < s)) && (__ldg(bits + g * words + h / 32) >> h % 32 & 1);
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

// wordsShared ANDs a row's packed hubs with the matrix row of each of them, in
// groups of WIDTH lanes that take four entries at a time, and hands over the share of
// each. It returns the lane's part of the sum.
template <u32 WIDTH, class To>
DEVICE u32 wordsShared(const u64* bits, u32 all, const u32* row, u64 begin, Packed packed, const u64* words, const u8* index, To& to) {
  const u32 stride = 32 / WIDTH;
  u32 lane = threadIdx.x % 32, sum = 0;
  bool upper = lane & WIDTH / 2;
  for (u32 base = 0; base < packed.entries; base += 32) {
    u32 mine = base + lane < packed.entries ? row[base + lane] : 0, some = min(32, packed.entries - base);
    for (u32 t = lane / WIDTH; t - lane / WIDTH < some; t += 4 * stride) {
      // What is behind the last entry is some hub, whose share nobody takes.
      const u64 *r0 = bits + __shfl_sync(~0u, mine, t) * all, *r1 = bits + __shfl_sync(~0u, mine, t + stride) * all;
      const u64 *r2 = bits + __shfl_sync(~0u, mine, t + 2 * stride) * all, *r3 = bits + __shfl_sync(~0u, mine, t + 3 * stride) * all;
      u32 a = 0, b = 0, c = 0, d = 0;
      for (u32 i = lane % WIDTH; i < packed.used; i += WIDTH) {
        u32 at = index[i];
        u64 word = words[i];
        a += __popc(word & __ldg(r0 + at));
        b += __popc(word & __ldg(r1 + at));
        c += __popc(word & __ldg(r2 + at));
        d += __popc(word & __ldg(r3 + at));
      }
      // A share is less than the hubs, which 16 bits hold. One half of the group
      // adds up two of the four, the other half the others.
      u32 low = a | b << 16, high = c | d << 16;
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
    }
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
        if (lane % 8 == 0 && sum > 0) to.row(taken.first + i + lane / 8, sum / 2);
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
        sum = pairsShared<32>(bits, hubs / 32, h, first, first);
        if (sum > 0) to.share(begin + lane, h, sum);
      } else {
        Packed packed = packRow(row, length, hubs, words, index);
        const u64* matrix = (const u64*)bits;
        sum = packed.used > 16 ? wordsShared<32>(matrix, all, row, begin, packed, words, index, to)
              : packed.used > 8 ? wordsShared<16>(matrix, all, row, begin, packed, words, index, to)
                                : wordsShared<8>(matrix, all, row, begin, packed, words, index, to);
      }
      sum = sumOver<32>(sum);
      if (lane == 0 && sum > 0) to.row(taken.first + i, sum / 2);
      __syncwarp();
    }
  }
}
