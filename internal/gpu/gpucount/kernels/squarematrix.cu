// The symmetric bit matrix of the hubs.
#include "rows.h"

// squareMatrix sets the bits of the hubs' rows: for each edge between two, both. A
// warp a row; the matrix is zero before.
KERNEL squareMatrix(const u64* offsets, const u32* neighbors, u32 rows, u32 hubs, u32* bits) {
  u32 words = hubs / 32;
  for (u32 h = (blockIdx.x * blockDim.x + threadIdx.x) / 32; h < hubs && h < rows; h += gridDim.x * blockDim.x / 32) {
    for (u64 p = offsets[h] + threadIdx.x % 32; p < offsets[h + 1]; p += 32) {
      u32 w = neighbors[p];
      atomicOr(bits + h * words + w / 32, 1u << w % 32);
      atomicOr(bits + w * words + h / 32, 1u << h % 32);
    }
  }
}
