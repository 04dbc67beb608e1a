// The support of each edge: the triangles that hold it.
#include "answercolumns.h"
#include "answerflat.h"
#include "answerhubs.h"
#include "answermerge.h"
#include "answerpairs.h"

// PLACES is how many of the first entries of a column's row a block adds to in shared
// memory.
static const u32 PLACES = 1024;

// Column is what a block knows of the row of a column beside its bits: the place of the
// first entry of each word of these, and how much was found at each place.
struct Column {
  u16 firsts[NEAR / 32];
  u32 sums[PLACES];
};

// ToEdges adds up at the edges.
struct ToEdges {
  u32* at;
  Column* column; // where there is one

  MEMBER_DEVICE void third(u32, u64 uw, u64 vw) {
    atomicAdd(at + uw, 1u);
    atomicAdd(at + vw, 1u);
  }
  MEMBER_DEVICE void lower(u64 vw) { atomicAdd(at + vw, 1u); }
  MEMBER_DEVICE void pair(u64, u64 uv, u32 n) { atomicAdd(at + uv, n); }
  MEMBER_DEVICE void middle(u32, u32) {}
  MEMBER_DEVICE void share(u64 p, u32, u32 n) { atomicAdd(at + p, n); }
  MEMBER_DEVICE void row(u64, u32) {}

  // enter takes a near entry of the column's row, leave one of whatever is in it.
  MEMBER_DEVICE void enter(const u32* row, u32 i) {
    if (i == 0 || row[i - 1] / 32 != row[i] / 32) column->firsts[row[i] / 32] = (u16)i;
  }
  MEMBER_DEVICE void near(const u32* bits, u32 w, u64 uw, u64 head) {
    u32 place = column->firsts[w / 32] + __popc(bits[w / 32] & ((1u << w % 32) - 1));
    atomicAdd(at + uw, 1u);
    if (place < PLACES) atomicAdd(column->sums + place, 1u);
    else atomicAdd(at + head + place, 1u);
  }
  MEMBER_DEVICE void leave(u64 head, u32 i) {
    if (i >= PLACES || column->sums[i] == 0) return;
    atomicAdd(at + head + i, column->sums[i]);
    column->sums[i] = 0;
  }
};

KERNEL FULL mergeSupport(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, u32* support) {
  mergeEach(offsets, neighbors, rows, edges, many, next, ToEdges{support, nullptr});
}

#define HASHED(longest, slots, blocks)                                                                                \
  KERNEL __launch_bounds__(FLAT_THREADS, blocks)                                                                      \
      hashedSupport##longest(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, u32* support) { \
    hashedShares<longest, slots>(offsets, neighbors, rows, most, next, ToEdges{support, nullptr});                    \
  }
HASHED(32, 512, 10)
HASHED(64, 512, 10)
HASHED(128, 512, 10)
HASHED(256, 1024, 6)

// hubShares takes what the kernel hubs does. It adds to the edges from rows to their hubs.
KERNEL __launch_bounds__(256, 4) hubShares(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits,
                                           u64* next, u32* support) {
  eachShare(offsets, neighbors, rows, most, hubs, bits, next, ToEdges{support, nullptr});
}

// columnsOfHubs sets bit u of the column of w for every hub w in one of the first `dense`
// rows u, and bit w of row u where u is no hub itself: the rows of hubs are there. A warp a
// row; both are zero before.
KERNEL columnsOfHubs(const u64* offsets, const u32* neighbors, u32 hubs, u32 dense, u32* bits, u32* columns) {
  for (u32 u = (blockIdx.x * blockDim.x + threadIdx.x) / 32; u < dense; u += gridDim.x * blockDim.x / 32)
    for (u64 p = offsets[u] + threadIdx.x % 32; p < offsets[u + 1]; p += 32) {
      u32 w = neighbors[p];
      if (w >= hubs) break;
      if (u >= hubs) atomicOr(bits + (u64)u * (hubs / 32) + w / 32, 1u << w % 32);
      atomicOr(columns + (u64)w * (dense / 32) + u / 32, 1u << u % 32);
    }
}

// hubPairs adds to the edges between hubs the triangles whose largest corner has one of the
// first `dense` rows.
KERNEL __launch_bounds__(256, 4) hubPairs(const u64* offsets, const u32* neighbors, u32 hubs, u32 dense, const u32* bits, const u32* columns,
                                          u64* next, u32* support) {
  eachPair(offsets, neighbors, hubs, dense, (const u64*)bits, (const u64*)columns, next, [=](u64 e, u32 n) { atomicAdd(support + e, n); });
}

// packHubs packs the hubs of the rows from `first` on, each row's words where its entries
// begin, and writes for every hub the segments that hold it: where the words begin, and how many
// there are up to the hub's, 16 bits. start moves to the end of a hub's segments. The
// block's shared memory is that of the kernel hubs.
KERNEL __launch_bounds__(256, 5) packHubs(const u64* offsets, const u32* neighbors, u32 first, u32 rows, u32 most, u32 hubs, u64* start,
                                          u64* words, u32* numbers, u64* segments, u64* next) {
  extern __shared__ u64 dynamic[];
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, all = hubs / 64;
  u64* own = dynamic + warp * all;
  u8* index = (u8*)(dynamic + blockDim.x / 32 * all) + warp * all;
  u8* numbersOfAll = (u8*)numbers;
  for (Rows taken; (taken = grabRows(next, rows - first, most)).first < rows - first;) {
    for (u64 u = first + taken.first; u < first + taken.last; u++) {
      u64 begin = offsets[u];
      u32 length = (u32)(offsets[u + 1] - begin);
      const u32* row = neighbors + begin;
      if (length == 0 || row[0] >= hubs) continue;
      Packed packed = packRow(row, length, hubs, own, index);
      for (u32 i = lane; i < packed.used; i += 32) {
        words[begin + i] = own[i];
        numbersOfAll[begin + i] = index[i];
      }
      u32 before = 0; // words that begin before
      for (u32 p = 0; p < packed.entries; p += 32) {
        bool is = p + lane < packed.entries;
        u32 v = is ? row[p + lane] : 0;
        bool opens = is && (p + lane == 0 || row[p + lane - 1] / 64 != v / 64);
        u32 opening = __ballot_sync(~0u, opens), used = before + __popc(opening & (~0u >> (31 - lane)));
        // Before the first there is none to close a triangle with.
        if (is && offsets[v + 1] > offsets[v]) segments[atomicAdd(start + v, 1ull)] = begin << 16 | (p + lane == 0 ? 0 : used);
        before += __popc(opening);
      }
      __syncwarp();
    }
  }
}

static const u32 HUB_LANES = 8;

// hubEdges adds to the edges between hubs the triangles whose largest corner is one
// of the rows that are packed: the words of those that hold a hub v are ANDed with the row of v in the matrix,
// and each bit is counted. A block an item of v, whose counters have 16 bits; it has 2
// bytes a hub, and an eighth for the row, of dynamic shared memory.
KERNEL __launch_bounds__(256) hubEdges(const u32* neighbors, u32 hubs, const u32* bits,
                                       const u64* words, const u32* numbers, const u64* segments, const u64* items, const u64* used,
                                       u64* next, u32* support) {
  extern __shared__ u64 lower[];
  __shared__ u64 taken;
  u32 all = hubs / 64;
  u32* sums = (u32*)(lower + all);
  const u8* numbersOfAll = (const u8*)numbers;
  for (u32 i = threadIdx.x; i < hubs / 2; i += blockDim.x) sums[i] = 0;
  u64 count = used[1];
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) taken = atomicAdd(next, 1ull);
    __syncthreads();
    if (taken >= count) break;
    Item item = ((const Item*)items)[taken];
    u32 v = item.row;
    const u64* whole = (const u64*)bits + (u64)v * all;
    for (u32 i = threadIdx.x; i <= v / 64; i += blockDim.x) lower[i] = i < v / 64 ? whole[i] : whole[i] & ((1ull << v % 64) - 1);
    u64 last = item.first + item.count;
    __syncthreads();
    for (u64 s = item.first + threadIdx.x / HUB_LANES; s < last; s += blockDim.x / HUB_LANES) {
      u64 begin = segments[s] >> 16, n = segments[s] & 0xffff;
      for (u32 i = threadIdx.x % HUB_LANES; i < n; i += HUB_LANES) {
        u32 number = numbersOfAll[begin + i];
        u64 x = words[begin + i] & lower[number];
        // The halves in one loop: a lane need not wait for the first half of another.
        u32 half = (u32)x == 0, y = (u32)(half ? x >> 32 : x);
        while (y != 0) {
          u32 w = number * 64 + half * 32 + __ffs(y) - 1;
          atomicAdd(sums + w / 2, 1u << w % 2 * 16);
          y &= y - 1;
          if (y == 0 && half == 0) {
            half = 1;
            y = (u32)(x >> 32);
          }
        }
      }
    }
    __syncthreads();
    u64 head = item.begin;
    u32 length = item.length;
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      u32 w = neighbors[head + i], sum = sums[w / 2] >> w % 2 * 16 & 0xffff;
      if (sum > 0) atomicAdd(support + head + i, sum);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) sums[neighbors[head + i] / 2] = 0;
  }
}

KERNEL transposeSupport(const u64* offsets, const u32* neighbors, u32 rows, u32 first, u32 chunk, u32 many, const u32* in,
                        u64* start, u16* low, u32* nears, u64* segments, u64* next, u32* support) {
  transposeEach(offsets, neighbors, rows, first, chunk, many, in, start, low, nears, segments, next, ToEdges{support, nullptr});
}

KERNEL __launch_bounds__(128, 10) columnSupport(const u64* offsets, const u32* neighbors, u32 first, const u16* low,
                                            const u32* nears, const u64* segments, const u64* items, const u64* used,
                                            u64* next, u32* support) {
  __shared__ Column column;
  for (u32 i = threadIdx.x; i < PLACES; i += blockDim.x) column.sums[i] = 0;
  columnsEach(offsets, neighbors, first, low, nears, segments, items, used, next, ToEdges{support, &column});
}
