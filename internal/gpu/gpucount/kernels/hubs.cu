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

// andWords ANDs up to WIDTH words of a row, one in each of WIDTH lanes side by side, with the matrix row of each hub that
// is no smaller than what these words hold: other hubs have nothing there. The groups of lanes take one hub after the
// other, four at a time. A lane whose word lies beyond a hub reads row 0, which is empty. Hubs before entry `from`, a multiple
// of 32, are smaller than all these words; it is moved up for the words that follow. It returns the lane's share of the count.
template <u32 WIDTH>
DEVICE u32 andWords(const u64* bits, u32 all, const u32* row, u32 entries, u32& from, const u64* words, const u8* index, u32 some) {
  static const u32 AT_ONCE = 4, GROUPS = 32 / WIDTH;
  u32 lane = threadIdx.x % 32, mine = lane % WIDTH, at = mine < some ? index[mine] : 0, count = 0;
  u64 word = mine < some ? words[mine] : 0;
  u32 least = mine < some ? at * 64 : ~0u, first = __shfl_sync(~0u, least, 0);
  const u64* column = bits + at;
  bool began = false;
  for (u32 base = from; base < entries; base += 32) {
    u32 hub = base + lane < entries ? row[base + lane] : 0, which = __ballot_sync(~0u, hub >= first && base + lane < entries);
    if (which == 0) continue;
    if (!began) from = base;
    began = true;
    for (u32 t = (__ffs(which) - 1) & ~(AT_ONCE * GROUPS - 1); t < 32 - __clz(which); t += AT_ONCE * GROUPS) {
      u64 theirs[AT_ONCE];
#pragma unroll
      for (u32 i = 0; i < AT_ONCE; i++) {
        u32 h = __shfl_sync(~0u, hub, t + i * GROUPS + lane / WIDTH);
        theirs[i] = __ldg((const u64*)((const u8*)column + (least <= h ? h : 0) * 8 * all)); // the matrix is small
      }
#pragma unroll
      for (u32 i = 0; i < AT_ONCE; i++) count += __popc(theirs[i] & word);
    }
  }
  return count;
}

// A row of so many hubs is packed to words.
static const u32 PACKED = 16;

// So many words are packed at a time. With all words of a row in shared memory nothing was won by
// running beside what writes the lines of columns, which has next to none.
static const u32 PACKED_WORDS = 64;

// hubs counts. A warp takes rows in turn, `most` of them at a time at most: up
// to 8 entries, four rows side by side; fewer than PACKED hubs, all pairs; more, as words.
KERNEL __launch_bounds__(256, 5) hubs(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits,
                                      u64* next, u64* total) {
  __shared__ u64 allWords[8][PACKED_WORDS];
  __shared__ u8 allIndex[8][PACKED_WORDS];
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, all = hubs / 64;
  u64* words = allWords[warp];
  u8* index = allIndex[warp];
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
      if (first < PACKED) {
        triangles += testPairs<32>(bits, hubs / 32, h, first, first);
        continue;
      }
      const u64* matrix = (const u64*)bits;
      u32 count = 0, from = 0;
      for (Packed packed = {0, ~0u, 0}; packed.end < packed.entries;) {
        packed = packRow(row, length, hubs, words, index, packed.end, PACKED_WORDS);
        for (u32 w = 0; w < packed.used; w += 32) {
          u32 n = min(packed.used - w, 32);
          count += n > 16  ? andWords<32>(matrix, all, row, packed.entries, from, words + w, index + w, n)
                   : n > 8 ? andWords<16>(matrix, all, row, packed.entries, from, words + w, index + w, n)
                           : andWords<8>(matrix, all, row, packed.entries, from, words + w, index + w, n);
        }
        __syncwarp();
      }
      triangles += count;
    }
  }
  addTotal(total, triangles);
}
