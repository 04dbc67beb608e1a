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

DEVICE u32 shflWord(u32 v, u32 lane) { return __shfl_sync(~0u, v, lane); }
DEVICE u64 shflWord(u64 v, u32 lane) { return shfl64(v, lane); }

// Planes are counters side by side, one for each bit of a Word: plane j has bit j of each.
template <class Word>
struct Planes {
  static const u32 COUNT = 10, MOST = (1 << COUNT) - 1;
  Word of[COUNT];

  MEMBER_DEVICE void clear() {
#pragma unroll
    for (u32 j = 0; j < COUNT; j++) of[j] = 0;
  }
  // full adds a and b to a plane, and returns what is carried.
  static MEMBER_DEVICE Word full(Word& plane, Word a, Word b) {
    Word carried = (plane & a) | (plane & b) | (a & b);
    plane ^= a ^ b;
    return carried;
  }
  // add adds one to the counters of the bits of each of eight words.
  MEMBER_DEVICE void add(const Word* x) {
    Word a = full(of[0], x[0], x[1]), b = full(of[0], x[2], x[3]), c = full(of[0], x[4], x[5]), d = full(of[0], x[6], x[7]);
    Word e = full(of[1], a, b), f = full(of[1], c, d), carried = full(of[2], e, f);
    if (carried == 0) return;
#pragma unroll
    for (u32 j = 3; j < COUNT; j++) {
      Word next = of[j] & carried;
      of[j] ^= carried;
      carried = next;
    }
  }
  // counterOf returns the counter of a bit in the planes of lane `from`, where none is
  // above most. All of the warp call it together.
  MEMBER_DEVICE u32 counterOf(u32 from, u32 bit, u32 most) const {
    const u32 few = 6; // planes, which often suffice
    u32 n = 0;
#pragma unroll
    for (u32 j = 0; j < few; j++) n |= (u32)(shflWord(of[j], from) >> bit & 1) << j;
    if (most >> few != 0)
#pragma unroll
      for (u32 j = few; j < COUNT; j++) n |= (u32)(shflWord(of[j], from) >> bit & 1) << j;
    return n;
  }
};

// Staged is 32 hubs of a row, and where their matrix rows begin, which the lanes of a warp
// read eight at a time.
struct Staged {
  u32x4 begins[8];
  u32 hubs[32];
};

// wordsShared ANDs WIDTH words of a row's packed hubs, from `slot` on, with the matrix row
// of each hub, in groups of WIDTH lanes that take eight entries at a time. A lane keeps to
// one word for all entries that have something before them in these words, the first of
// which is at place start: what it finds are the shares of entries as middle corners, and,
// bit by bit, of the word's as third ones. It adds the lane's part of the row's triangles
// to sum, and moves start on to the first entry behind these words.
template <u32 WIDTH, class To>
DEVICE void wordsShared(const u32* bits, u32 all, const u32* row, u64 begin, Packed packed, const u32* words, const u16* index, u32 slot,
                        Staged& staged, u32& start, u32& sum, To& to) {
  const u32 stride = 32 / WIDTH;
  u32 lane = threadIdx.x % 32;
  bool has = slot + lane % WIDTH < packed.used;
  u32 at = has ? index[slot + lane % WIDTH] : ~0u, word = has ? words[slot + lane % WIDTH] : 0;
  u32 least = has ? at * 32 * all : ~0u; // where the row of the word's first hub begins: none before it has anything there
  u32 last = sumOver<WIDTH>(__popc(word)), added = 0; // entries in these words
  Planes<u32> planes;
  planes.clear();
  for (u32 base = start; base < packed.entries; base += 32) {
    // Behind the last entry is hub 0, whose row is empty.
    u32 mine = base + lane < packed.entries ? row[base + lane] : 0;
    staged.hubs[lane] = mine;
    ((u32*)staged.begins)[lane] = mine * all;
    __syncwarp();
    for (u32 turn = 0; turn < min(32, packed.entries - base); turn += 8 * stride) {
      u32 t = turn + lane / WIDTH * 8;
      u32x4 low = staged.begins[t / 4], high = staged.begins[t / 4 + 1];
      u32 rows[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}, x[8];
#pragma unroll
      for (u32 j = 0; j < 8; j++) x[j] = rows[j] >= least ? __ldg(bits + at + rows[j]) : 0;
#pragma unroll
      for (u32 j = 0; j < 8; j++) x[j] &= word;
      planes.add(x);
      // A share is of fewer than 2^16 hubs. A quarter of the group adds up two of the eight.
      u32 two[4];
#pragma unroll
      for (u32 j = 0; j < 4; j++) two[j] = __popc(x[2 * j]) | __popc(x[2 * j + 1]) << 16;
      bool upper = lane & WIDTH / 2, odd = lane & WIDTH / 4;
      u32 a = (upper ? two[2] : two[0]) + __shfl_xor_sync(~0u, upper ? two[0] : two[2], WIDTH / 2);
      u32 b = (upper ? two[3] : two[1]) + __shfl_xor_sync(~0u, upper ? two[1] : two[3], WIDTH / 2);
      u32 kept = (odd ? b : a) + __shfl_xor_sync(~0u, odd ? a : b, WIDTH / 4);
#pragma unroll
      for (u32 by = WIDTH / 8; by > 0; by /= 2) kept += __shfl_xor_sync(~0u, kept, by);
      u32 second = lane % (WIDTH / 4), e = t + 4 * upper + 2 * odd + second, share = second ? kept >> 16 : kept & 0xffff;
      if (second < 2 && share > 0) {
        to.share(begin + base + e, staged.hubs[e], share);
        sum += share;
      }
      __syncwarp();
      added += 8;
    }
    if (added + 32 > Planes<u32>::MOST || base + 32 >= packed.entries) {
      // The entries in these words, side by side: `of` is the lane with the word.
      u32 passed = 0;
      for (u32 r = 0; r < last; r += 32) {
        const u32* entry = row + start + r + lane;
        bool is = r + lane < last;
        u32 h = is ? *entry : 0;
        bool opens = is && (r + lane == 0 || entry[-1] / 32 != h / 32);
        u32 opening = __ballot_sync(~0u, opens), of = passed + __popc(opening & (~0u >> (31 - lane))) - 1, n = 0;
        passed += __popc(opening);
#pragma unroll
        for (u32 group = 0; group < stride; group++) n += planes.counterOf(group * WIDTH + of, h % 32, added);
        if (is && n > 0) to.share(begin + start + r + lane, h, n);
        __syncwarp();
      }
      planes.clear();
      added = 0;
    }
  }
  start += last;
}

// SHARE_WORD_BYTES is the dynamic shared memory that a warp has for each 32 hubs: a
// word and its number.
HOST_CONST u32 SHARE_WORD_BYTES = 6;

// eachShare hands over the shares of all rows: see the kernel hubs, which takes
// them so, too.
template <class To>
DEVICE void eachShare(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits, u64* next, To to) {
  extern __shared__ u32 packing[];
  __shared__ Staged staging[8];
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, all = hubs / 32;
  u32* words = packing + warp * all;
  u16* index = (u16*)(packing + blockDim.x / 32 * all) + warp * all;
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
        u32 share = pairsShared<8>(bits, all, h, k, 8), sum = sumOver<8>(share);
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
        u32 share = pairsShared<32>(bits, all, h, first, first);
        if (share > 0) to.share(begin + lane, h, share);
        sum = sumOver<32>(share) / 2;
      } else {
        Packed packed = packRow(row, length, hubs, words, index);
        sum = 0;
        for (u32 slot = 0, start = 0; slot < packed.used;) {
          u32 left = packed.used - slot;
          if (left > 16) {
            wordsShared<32>(bits, all, row, begin, packed, words, index, slot, staging[warp], start, sum, to);
            slot += 32;
          } else if (left > 8) {
            wordsShared<16>(bits, all, row, begin, packed, words, index, slot, staging[warp], start, sum, to);
            slot += 16;
          } else {
            wordsShared<8>(bits, all, row, begin, packed, words, index, slot, staging[warp], start, sum, to);
            slot += 8;
          }
        }
        sum = sumOver<32>(sum);
      }
      if (lane == 0 && sum > 0) to.row(taken.first + i, sum);
      __syncwarp();
    }
  }
}
