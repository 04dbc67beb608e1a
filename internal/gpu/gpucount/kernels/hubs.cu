// Triangles whose middle corner is a hub: the bit matrix of the hubs, and each
// row's hubs against it.
#include "hubs.h"

// matrix sets the bits of the hubs' rows: bit w of row h for each neighbour
// w < h. A warp a row; the matrix is zero before.
KERNEL matrix(const u64* offsets, const u32* neighbors, u32 rows, u32 hubs, u32* bits) {
  u32 words = hubs / 32;
  for (u32 h = (blockIdx.x * blockDim.x + threadIdx.x) / 32; h < hubs && h < rows; h += gridDim.x * blockDim.x / 32) {
    u32* row = bits + h * words;
    for (u64 p = offsets[h] + threadIdx.x % 32; p < offsets[h + 1]; p += 32) {
      u32 w = neighbors[p];
      atomicOr(row + w / 32, 1u << w % 32);
    }
  }
}

// testPairs tests all pairs of up to LANES hubs, one in each of k lanes side by
// side: in step s a lane pairs its hub with that of the lane s further on, round
// the k, so that every pair comes up once and nearly all lanes work. most is the
// largest k in the warp. It returns the lane's share of the count.
template <u32 LANES>
DEVICE u32 testPairs(const u32* bits, u32 words, u32 h, u32 k, u32 most) {
  u32 lane = threadIdx.x % 32, mine = lane % LANES, group = lane - mine, count = 0;
  for (u32 first = 1; 2 * first <= most; first += 4) {
#pragma unroll
    for (u32 s = first; s < first + 4; s++) {
      u32 other = mine + s < k ? mine + s : mine + s - k;
      u32 g = __shfl_sync(~0u, h, group + other % LANES);
      if (mine < k && (2 * s < k || (2 * s == k && mine < s))) {
        u32 low = min(g, h), high = max(g, h);
        count += __ldg(bits + high * words + low / 32) >> low % 32 & 1;
      }
    }
  }
  return count;
}

// andWords ANDs a row's packed hubs with the matrix row of each of them, in
// groups of WIDTH lanes that take four entries at a time. An entry that is none
// is hub 0, whose row is empty. It returns the lane's share of the count.
template <u32 WIDTH>
DEVICE u32 andWords(const u64* bits, u32 all, const u32* row, Packed packed, const u64* words, const u8* index) {
  const u32 stride = 32 / WIDTH;
  u32 lane = threadIdx.x % 32, count = 0;
  for (u32 base = 0; base < packed.entries; base += 32) {
    u32 mine = base + lane < packed.entries ? row[base + lane] : 0, some = min(32, packed.entries - base);
    for (u32 t = lane / WIDTH; t - lane / WIDTH < some; t += 4 * stride) {
      u32 h0 = __shfl_sync(~0u, mine, t), h1 = __shfl_sync(~0u, mine, t + stride);
      u32 h2 = __shfl_sync(~0u, mine, t + 2 * stride), h3 = __shfl_sync(~0u, mine, t + 3 * stride);
      if (t + stride >= 32) h1 = 0;
      if (t + 2 * stride >= 32) h2 = 0;
      if (t + 3 * stride >= 32) h3 = 0;
      u32 most = max(max(h0, h1), max(h2, h3)) / 64;
      const u64 *r0 = bits + h0 * all, *r1 = bits + h1 * all, *r2 = bits + h2 * all, *r3 = bits + h3 * all;
      for (u32 i = lane % WIDTH; i < packed.used; i += WIDTH) {
        u32 at = index[i];
        if (at > most) break;
        u64 word = words[i];
        u64 a = at <= h0 / 64 ? __ldg(r0 + at) : 0, b = at <= h1 / 64 ? __ldg(r1 + at) : 0;
        u64 c = at <= h2 / 64 ? __ldg(r2 + at) : 0, d = at <= h3 / 64 ? __ldg(r3 + at) : 0;
        count += __popc(word & a) + __popc(word & b) + __popc(word & c) + __popc(word & d);
      }
      __syncwarp();
    }
  }
  return count;
}

// hubs counts. A warp takes rows in turn, `most` of them at a time at most: up
// to 8 entries, four rows side by side; up to 32 hubs, all pairs; more, as words.
KERNEL __launch_bounds__(256, 5) hubs(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits,
                                      u64* next, u64* total) {
  extern __shared__ u64 dynamic[];
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, all = hubs / 64;
  u64* words = dynamic + warp * all;
  u8* index = (u8*)(dynamic + blockDim.x / 32 * all) + warp * all;
  u64 triangles = 0;
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
        triangles += testPairs<8>(bits, hubs / 32, h, k, 8);
      }
      continue;
    }
    for (u32 i = 0; i < some; i++) {
      const u32* row = neighbors + shfl64(begins, i);
      u32 length = __shfl_sync(~0u, lengths, i);
      u32 h = lane < length ? row[lane] : ~0u, first = __popc(__ballot_sync(~0u, h < hubs));
      if (first < 2) continue;
      if (first < 32) {
        triangles += testPairs<32>(bits, hubs / 32, h, first, first);
        continue;
      }
      Packed packed = packRow(row, length, hubs, words, index);
      const u64* matrix = (const u64*)bits;
      triangles += packed.used > 16 ? andWords<32>(matrix, all, row, packed, words, index)
                   : packed.used > 8 ? andWords<16>(matrix, all, row, packed, words, index)
                                     : andWords<8>(matrix, all, row, packed, words, index);
      __syncwarp();
    }
  }
  addTotal(total, triangles);
}
