// All triangles by a product of bit matrices. Row u of the lists, as bits over all vertices, is
// row u of the matrix L; the entry (u, v) of L Lᵀ is how many bits rows u and v have in common,
// and its sum over the edges (u, v) is the count. The tensor cores multiply bits, 16 rows by 8
// by 256 columns an instruction, which they have since compute capability 8.0.
//
// Compiled for sm_80.
//
// The matrix is in tiles of TILE_ROWS rows and TILE_COLUMNS columns, those below the diagonal:
// of block row r the first r / 2 + 1, as many as its rows have columns. A tile is 16 bytes of a row,
// 128 columns, side by side with those of seven rows more, which is what an instruction loads at
// once: of each group of 16 rows the first eight, both halves of the columns, and then the others.
#include "rowbits.h"

HOST_CONST u32 TILE_ROWS = 128;
HOST_CONST u32 TILE_COLUMNS = 256;
HOST_CONST u32 TILE_WORDS = 1024;
static const u32 GROUP_WORDS = 128, GROUPS = TILE_WORDS / GROUP_WORDS;

// tileStart returns how many tiles the block rows before r have.
DEVICE u64 tileStart(u32 r) { return (u64)((r + 1) / 2) * ((r + 2) / 2); }

// bitTiles writes the tiles. A block takes a group of 16 rows, a warp a row of it, PAGE tiles at a
// time: their bits come together in shared memory.
HOST_CONST u32 BIT_TILES_THREADS = 512;
static const u32 PAGE = PAGE_BITS / TILE_COLUMNS;
KERNEL __launch_bounds__(BIT_TILES_THREADS, 3) bitTiles(const u64* offsets, const u32* neighbors, u32 rows, u32* tiles) {
  __shared__ u32x4 page[16][2 * PAGE + 1]; // one more, so that rows begin in different banks
  u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, groups = (rows + TILE_ROWS - 1) / TILE_ROWS * GROUPS;
  for (u32 turn = blockIdx.x; turn < groups; turn += gridDim.x) {
    u32 group = groups - 1 - turn, columns = group / GROUPS / 2 + 1; // the longest rows first
    RowBits row = rowBits(offsets, neighbors, rows, 16 * group + warp);
    u32x4* out = (u32x4*)tiles + (tileStart(group / GROUPS) * TILE_WORDS + group % GROUPS * GROUP_WORDS) / 4;
    for (u32 first = 0; first < columns; first += PAGE) {
      u32 some = min(PAGE, columns - first);
      for (u32 i = lane; i < 2 * some; i += 32) page[warp][i] = 0;
      __syncwarp();
      markPage(row, neighbors, first * TILE_COLUMNS, (u32*)page[warp]);
      __syncthreads();
      for (u32 i = threadIdx.x; i < 32 * some; i += BIT_TILES_THREADS) {
        u32 inside = i % 32; // as the group has it: half of the rows, half of the columns, row
        out[(first + i / 32) * (u64)(TILE_WORDS / 4) + inside] = page[inside / 16 * 8 + inside % 8][i / 32 * 2 + inside / 8 % 2];
      }
      __syncthreads();
    }
  }
}

// Copies from global to shared memory that go on while others count.
DEVICE void copyAsync(u32 to, const u32x4* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to), "l"(from) : "memory"); }
DEVICE void endCopies() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <u32 LEFT>
DEVICE void awaitCopies() { asm volatile("cp.async.wait_group %0;" : : "n"(LEFT) : "memory"); }

// loadFour loads four pieces of eight rows by 128 columns: lane l names where row l % 8 of piece
// l / 8 is, and gets 32 columns of row l / 4 of each.
DEVICE void loadFour(u32 (&to)[4], u32 address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(address)
               : "memory");
}

// multiplyBits adds the product of 16 and 8 rows to the lane's part of it: of row lane / 4 columns
// 2 (lane % 4) and the next, and the same of the row 8 on.
DEVICE void multiplyBits(u32 (&sum)[4], const u32 (&a)[4], u32 b0, u32 b1) {
  asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// addWhere adds to a sum where the bit is set. Left to itself the compiler makes a mask of the bit,
// in twice as many instructions.
DEVICE void addWhere(u32& sum, u32 bits, u32 bit, u32 value) {
  asm("{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.b32 p, t, 0; @p add.u32 %0, %0, %3; }"
      : "+r"(sum)
      : "r"(bits), "n"(bit), "r"(value));
}

// A Pair is two block rows i >= j. Pairs are numbered from the one with the most columns, in bands
// of BAND block rows j, so that the pairs that are multiplied at the same time have few block
// rows. A number may stand for no pair: then i < j or i is too large.
static const u32 BAND = 16;
struct Pair {
  u32 i, j;
};
DEVICE u64 pairNumbers(u64 bands) { return bands * (bands + 1) / 2 * BAND * BAND; }
DEVICE Pair pairOf(u64 number, u32 bands) {
  u32 behind = 0; // bands of larger j
  while (pairNumbers(behind + 1) <= number) behind++;
  u32 inside = (u32)(number - pairNumbers(behind)), j = (bands - 1 - behind) * BAND;
  return {j + inside / BAND, j + inside % BAND};
}

// product counts. A block of four warps takes pairs of block rows in turn, a warp 64 rows by 64;
// the next tiles are on their way to shared memory while some are multiplied. A sum is at most
// the number of vertices, so that 32 bits hold it, and also 32 of them.
HOST_CONST u32 PRODUCT_THREADS = 128;
static const u32 STAGES = 4, TILE_BYTES = 4 * TILE_WORDS, GROUP_BYTES = 4 * GROUP_WORDS, COPY_BYTES = 16 * PRODUCT_THREADS;
KERNEL __launch_bounds__(PRODUCT_THREADS, 2) product(const u32* tiles, u32 blocks, u64* next, u64* total) {
  __shared__ u32x4 staged[STAGES * 2 * TILE_BYTES / 16];
  __shared__ u64 taken[2];
  u32 lane = threadIdx.x % 32, upper = threadIdx.x / 64, lower = threadIdx.x / 32 % 2, stages = sharedAddress(staged);
  // Of 16 rows i an instruction takes the halves of the rows first, of rows j those of the columns.
  u32 fromI = stages + upper * 4 * GROUP_BYTES + (lane / 8 % 2 * 16 + lane / 16 * 8 + lane % 8) * 16;
  u32 fromJ = stages + lower * 4 * GROUP_BYTES + lane * 16 + TILE_BYTES;
  u32 bands = (blocks + BAND - 1) / BAND;
  u64 pairs = pairNumbers(bands), triangles = 0;
  if (threadIdx.x == 0) taken[0] = atomicAdd(next, 1ull);
  __syncthreads();
  for (u32 turn = 0; taken[turn] < pairs; turn ^= 1) {
    Pair pair = pairOf(taken[turn], bands);
    if (threadIdx.x == 0) taken[turn ^ 1] = atomicAdd(next, 1ull);
    u32 steps = pair.i < blocks && pair.j <= pair.i ? pair.j / 2 + 1 : 0;
    const u32x4* rowI = (const u32x4*)tiles + tileStart(pair.i) * (TILE_BYTES / 16) + threadIdx.x;
    const u32x4* rowJ = (const u32x4*)tiles + tileStart(pair.j) * (TILE_BYTES / 16) + threadIdx.x;
    auto copy = [&](u32 step) {
      if (step < steps) {
        u32 to = stages + step % STAGES * 2 * TILE_BYTES + threadIdx.x * 16;
#pragma unroll
        for (u32 p = 0; p < TILE_BYTES; p += COPY_BYTES) {
          copyAsync(to + p, rowI + (step * (u64)TILE_BYTES + p) / 16);
          copyAsync(to + p + TILE_BYTES, rowJ + (step * (u64)TILE_BYTES + p) / 16);
        }
      }
      endCopies();
    };
#pragma unroll
    for (u32 s = 0; s < STAGES - 1; s++) copy(s);
    u32 sums[4][8][4] = {};
    for (u32 step = 0; step < steps; step++) {
      awaitCopies<STAGES - 2>();
      __syncthreads();
      copy(step + STAGES - 1);
      u32 stage = step % STAGES * 2 * TILE_BYTES, a[4][4];
#pragma unroll
      for (u32 i = 0; i < 4; i++) loadFour(a[i], fromI + stage + i * GROUP_BYTES);
#pragma unroll
      for (u32 j = 0; j < 4; j++) {
        u32 b[4];
        loadFour(b, fromJ + stage + j * GROUP_BYTES);
#pragma unroll
        for (u32 i = 0; i < 4; i++) {
          multiplyBits(sums[i][2 * j], a[i], b[0], b[1]);
          multiplyBits(sums[i][2 * j + 1], a[i], b[2], b[3]);
        }
      }
    }
    if (steps > 0) {
      // The bits of the edges: the last tile of rowJ has the columns of its own rows, one half or the
      // other, and so has that tile of rowI.
      const u32* edges = tiles + (tileStart(pair.i) + pair.j / 2) * TILE_WORDS + upper * 4 * GROUP_WORDS + pair.j % 2 * 32 + lane / 4 * 4 + 2 * lower;
#pragma unroll
      for (u32 i = 0; i < 4; i++) {
        u32 found[2] = {};
#pragma unroll
        for (u32 h = 0; h < 2; h++) {
          u64 both = *(const u64*)(edges + i * GROUP_WORDS + 64 * h);
#pragma unroll
          for (u32 w = 0; w < 2; w++) {
            u32 bits = (u32)(both >> (32 * w)) >> (2 * (lane % 4));
            addWhere(found[0], bits, 1, sums[i][4 * w][2 * h]);
            addWhere(found[1], bits, 1 << 1, sums[i][4 * w][2 * h + 1]);
            addWhere(found[0], bits, 1 << 8, sums[i][4 * w + 1][2 * h]);
            addWhere(found[1], bits, 1 << 9, sums[i][4 * w + 1][2 * h + 1]);
            addWhere(found[0], bits, 1 << 16, sums[i][4 * w + 2][2 * h]);
            addWhere(found[1], bits, 1 << 17, sums[i][4 * w + 2][2 * h + 1]);
            addWhere(found[0], bits, 1 << 24, sums[i][4 * w + 3][2 * h]);
            addWhere(found[1], bits, 1 << 25, sums[i][4 * w + 3][2 * h + 1]);
          }
        }
        triangles += found[0] + found[1];
      }
    }
    __syncthreads(); // all have read what is staged, and taken is written
  }
  addTotal(total, triangles);
}
