// The triangles of each vertex.
#include "answercolumns.h"
#include "answerflat.h"
#include "answerhubs.h"
#include "answermerge.h"

// ToVertices adds up at the corners.
template <u32 HOT>
struct ToVertices {
  Hot<HOT>* hot;
  u64* at;

  MEMBER_DEVICE void third(u32 w, u64, u64) { hot->add(at, w, 1); }
  MEMBER_DEVICE void enter(const u32*, u32) {}
  MEMBER_DEVICE void near(const u32*, u32 w, u64, u64) { hot->add(at, w, 1); }
  MEMBER_DEVICE void leave(u64, u32) {}
  MEMBER_DEVICE void lower(u64) {}
  MEMBER_DEVICE void pair(u64 u, u64, u32 n) { atomicAdd(at + u, (u64)n); }
  MEMBER_DEVICE void middle(u32 v, u32 n) { hot->add(at, v, n); }
  MEMBER_DEVICE void share(u64, u32 x, u32 n) { hot->add(at, x, n); }
  MEMBER_DEVICE void row(u64 u, u32 n) { atomicAdd(at + u, (u64)n); }
};

KERNEL FULL mergeVertices(const u64* offsets, const u32* neighbors, u32 rows, u64 edges, u32 many, u64* next, u64* counts) {
  mergeEach(offsets, neighbors, rows, edges, many, next, ToVertices<0>{nullptr, counts});
}

#define HASHED(longest, slots, blocks)                                                                                \
  KERNEL __launch_bounds__(FLAT_THREADS, blocks)                                                                      \
      hashedVertices##longest(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u64* next, u64* counts) { \
    hashedShares<longest, slots>(offsets, neighbors, rows, most, next, ToVertices<0>{nullptr, counts});               \
  }
HASHED(32, 512, 12)
HASHED(64, 512, 12)
HASHED(128, 512, 12)
HASHED(256, 1024, 7)

// hubVertices takes what the kernel hubs does.
KERNEL __launch_bounds__(256, 4) hubVertices(const u64* offsets, const u32* neighbors, u32 rows, u32 most, u32 hubs, const u32* bits,
                                             u64* next, u64* counts) {
  __shared__ Hot<2048> hot;
  hot.clear();
  __syncthreads();
  eachShare(offsets, neighbors, rows, most, hubs, bits, next, ToVertices<2048>{&hot, counts});
  __syncthreads();
  hot.flush(counts);
}

// Beside the bits of columns there is room for few counters, if many blocks are to run
// at once.
static const u32 HOT = 1024;

KERNEL transposeVertices(const u64* offsets, const u32* neighbors, u32 rows, u32 first, u32 chunk, u32 many, const u32* in,
                         u64* start, u16* low, u32* nears, u64* segments, u64* next, u64* counts) {
  __shared__ Hot<HOT> hot;
  hot.clear();
  __syncthreads();
  transposeEach(offsets, neighbors, rows, first, chunk, many, in, start, low, nears, segments, next, ToVertices<HOT>{&hot, counts});
  __syncthreads();
  hot.flush(counts);
}

KERNEL __launch_bounds__(128, 12) columnVertices(const u64* offsets, const u32* neighbors, u32 first, const u16* low,
                                             const u32* nears, const u64* segments, const u64* items, const u64* used,
                                             u64* next, u64* counts) {
  __shared__ Hot<HOT> hot;
  hot.clear();
  columnsEach(offsets, neighbors, first, low, nears, segments, items, used, next, ToVertices<HOT>{&hot, counts});
  __syncthreads();
  hot.flush(counts);
}
