// All triangles of graphs that are dense enough for bits and too sparse to be multiplied: for every
// edge (u, v) row u and row v, as bits over all vertices, are ANDed, and what they share is counted.
//
// The rows are cut into chunks of CHUNK_BITS columns, and the vertices v into stretches of
// STRETCH: a block has one chunk of all rows of a stretch in shared memory. Each warp takes rows
// u, whose own chunk is in its registers, 16 bytes a lane, and goes through the entries of row u
// in the stretch.
#include "rowbits.h"

HOST_CONST u32 CHUNK_BITS = 4096;
static const u32 CHUNK_WORDS = CHUNK_BITS / 32, CHUNK_BYTES = CHUNK_BITS / 8;

// bitRows writes the bits of all rows, `words` 32-bit words each: a warp a row. What lies more than
// a stretch behind the diagonal is not read, and not written.
KERNEL __launch_bounds__(256) bitRows(const u64* offsets, const u32* neighbors, u32 rows, u32 words, u32 stretch, u32* bits) {
  __shared__ u32x4 pages[8][PAGE_WORDS / 4];
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (u32 turn = blockIdx.x * 8 + warp; turn < rows; turn += gridDim.x * 8) {
    u32 u = rows - 1 - turn, used = min(words, (u + stretch) / CHUNK_BITS * CHUNK_WORDS + CHUNK_WORDS); // the longest rows first
    RowBits row = rowBits(offsets, neighbors, rows, u);
    for (u32 first = 0; first < used; first += PAGE_WORDS) {
      for (u32 i = lane; i < PAGE_WORDS / 4; i += 32) pages[warp][i] = 0;
      __syncwarp();
      markPage(row, neighbors, first * 32, (u32*)pages[warp]);
      __syncwarp();
      u32x4* out = (u32x4*)(bits + u * (u64)words + first);
      for (u32 i = lane; i < min(PAGE_WORDS, used - first) / 4; i += 32) out[i] = pages[warp][i];
      __syncwarp();
    }
  }
}

// cutRows finds where each stretch begins in each row: at cuts[s * rows + u] in the lists, of which there
// are fewer than 2^32 - 32 entries. Those before the last stretch of all have a cut behind them. A warp a row.
KERNEL cutRows(const u64* offsets, const u32* neighbors, u32 rows, u32 stretch, u32 stretches, u32* cuts) {
  u32 lane = threadIdx.x % 32;
  for (u32 u = (blockIdx.x * blockDim.x + threadIdx.x) / 32; u < rows; u += gridDim.x * blockDim.x / 32) {
    u32 begin = (u32)offsets[u], end = (u32)offsets[u + 1], next = 0; // the first stretch without a cut
    for (u32 base = begin; base < end; base += 32) {
      u32 at = base + lane, in = at < end ? neighbors[at] / stretch : 0, before = __shfl_up_sync(~0u, in, 1) + 1;
      if (at < end)
        for (u32 s = lane == 0 ? next : before; s <= in; s++) cuts[s * (u64)rows + u] = at;
      next = __shfl_sync(~0u, in, min(31, end - 1 - base)) + 1;
    }
    for (u32 s = next + lane; s <= stretches; s += 32) cuts[s * (u64)rows + u] = end;
  }
}

// A Part is a stretch, a chunk of its rows, and a slab of rows u. Parts are numbered from the
// last slab, which has the most of the other two. A number may stand for no part.
struct Part {
  u32 slab, stretch, chunk;
};
DEVICE Part partOf(u64 number, u32 slabs, u32 stretches, u32 chunks) {
  u64 each = (u64)stretches * chunks;
  return {slabs - 1 - (u32)(number / each), (u32)(number % each / chunks), (u32)(number % chunks)};
}

// Three bits each, in one instruction: whether most are set, and whether an odd number is.
DEVICE u32 majority(u32 a, u32 b, u32 c) {
  u32 most;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(most) : "r"(a), "r"(b), "r"(c));
  return most;
}
DEVICE u32 parity(u32 a, u32 b, u32 c) {
  u32 odd;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(odd) : "r"(a), "r"(b), "r"(c));
  return odd;
}

// Shares is how many bits rows share: ones has the lowest bit of it for each bit of the four words,
// and twos half of the rest.
struct Shares {
  u32 ones[4];
  u32 twos;
};

// addPair adds what two rows share with row u. What is carried out of ones is counted, so that two rows
// take one count of bits. one is 1, which the compiler must not know: it multiplies then, in
// other units than those that are busy here.
DEVICE void addPair(Shares& sum, u32x4 x, u32x4 a, u32x4 b, u32 one) {
#pragma unroll
  for (u32 i = 0; i < 4; i++) {
    u32 p = x[i] & a[i], q = x[i] & b[i];
    sum.twos += __popc(majority(p, q, sum.ones[i])) * one;
    sum.ones[i] = parity(p, q, sum.ones[i]);
  }
}

// addFour adds what four rows share with row u.
DEVICE void addFour(Shares& sum, u32x4 x, u32x4 a, u32x4 b, u32x4 c, u32x4 d, u32 one) {
#pragma unroll
  for (u32 i = 0; i < 4; i++) {
    u32 p = x[i] & parity(a[i], b[i], c[i]), q = x[i] & d[i];
    sum.twos += __popc(x[i] & majority(a[i], b[i], c[i])) * one;
    sum.twos += __popc(majority(p, q, sum.ones[i])) * one;
    sum.ones[i] = parity(p, q, sum.ones[i]);
  }
}

// sideBySide tells how many rows of so many columns fit side by side where a row has CHUNK_BITS, as a
// power of two, with 4 lanes a row at least.
DEVICE u32 sideBySide(u32 columns) {
  u32 power = 0;
  while (power < 3 && columns <= CHUNK_BITS >> (power + 1)) power++;
  return power;
}

// andRows counts. shared is the dynamic shared memory: the rows of a stretch, a row of zeros, and for
// each warp where the rows of 32 entries are, in pieces of 16 bytes.
HOST_CONST u32 AND_ROWS_THREADS = 1024;
static const u32 PIECES = CHUNK_BYTES / 16;
KERNEL __launch_bounds__(AND_ROWS_THREADS, 1) andRows(const u32* neighbors, u32 rows, const u32* bits, u32 words, u32 stretch, u32 stretches, u32 slab,
                                                      const u32* cuts, u32 one, u64* next, u64* total) {
  extern __shared__ u32x4 shared[];
  __shared__ u64 taken;
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, chunks = words / CHUNK_WORDS, slabs = (rows + slab - 1) / slab, stride = words / 4;
  u32* places = (u32*)(shared + (stretch + 1) * PIECES) + warp * 32;
  if (threadIdx.x < PIECES) shared[stretch * PIECES + threadIdx.x] = 0;
  u64 triangles = 0, parts = (u64)slabs * stretches * chunks;
  for (;;) {
    __syncthreads(); // all are through with the last part
    if (threadIdx.x == 0) taken = atomicAdd(next, 1ull);
    __syncthreads();
    if (taken >= parts) break;
    Part part = partOf(taken, slabs, stretches, chunks);
    u32 v = part.stretch * stretch, behind = min(v + stretch, rows);
    u32 from = max(part.slab * slab, v + 1), to = min(part.slab * slab + slab, rows);
    if (from >= to || part.chunk * CHUNK_BITS >= behind) continue;
    const u32x4* chunk = (const u32x4*)(bits + part.chunk * CHUNK_WORDS);
    for (u32 i = threadIdx.x; i < (behind - v) * PIECES; i += AND_ROWS_THREADS) shared[i] = chunk[(v + i / PIECES) * (u64)stride + i % PIECES];
    __syncthreads();

    // Rows of the stretch have no columns from its end on. Where the chunk begins close before it, fewer
    // lanes take a row, and the warp takes several side by side.
    u32 side = sideBySide(behind - part.chunk * CHUNK_BITS), width = 32 >> side;
    const u32x4 *mine = shared + lane % width, *own = (const u32x4*)(places + lane / width * width);
    u32* place = places + (lane & ((1 << side) - 1)) * width + (lane >> side);

    Shares sum = {};
    const u32 none = v + stretch; // whose row is the one of zeros
    const u32* cut = cuts + part.stretch * (u64)rows;
    for (u32 u = from + 32 * warp; u < to; u += AND_ROWS_THREADS) {
      u32 begins = u + lane < to ? cut[u + lane] : 0, ends = u + lane < to ? cut[rows + u + lane] : 0;
      const u32x4* at = chunk + u * (u64)stride + lane % width;
      // What the next row needs is on its way while one is counted: its chunk, and an entry a lane.
      u32 begin = 0, end = 0, head = 0;
      u32x4 x = 0;
      auto load = [&](u32 i) {
        begin = __shfl_sync(~0u, begins, i);
        end = __shfl_sync(~0u, ends, i);
        if (begin < end) x = at[i * (u64)stride];
        head = begin + lane < end ? neighbors[begin + lane] : none;
      };
      load(0);
      for (u32 i = 0; i < 32; i++) {
        u32 entry = begin, last = end, w = head;
        u32x4 row = x;
        if (i < 31) load(i + 1);
        while (entry < last) {
          *place = (w - v) * PIECES;
          __syncwarp();
          u32 some = (min(32, last - entry) + (1 << side) - 1) >> side;
          for (u32 j = 0; j < some; j += 4) {
            u32x4 four = own[j / 4];
            if (j + 2 < some) addFour(sum, row, mine[four.x], mine[four.y], mine[four.z], mine[four.w], one);
            else addPair(sum, row, mine[four.x], mine[four.y], one);
          }
          __syncwarp();
          entry += 32;
          if (entry < last) w = entry + lane < last ? neighbors[entry + lane] : none;
        }
      }
    }
    triangles += 2 * (u64)sum.twos;
#pragma unroll
    for (u32 i = 0; i < 4; i++) triangles += __popc(sum.ones[i]);
  }
  addTotal(total, triangles);
}
