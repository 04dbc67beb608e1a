// What the kernels share.
#pragma once
#include "device.h"

static const u32 ALL = ~0u;

// The warps and the threads of a block.
HOST_CONST u32 WARPS = 8;
HOST_CONST u32 THREADS = 32 * WARPS;

DEVICE u32 laneIndex() { return threadIdx.x % 32; }
DEVICE u32 lanesBelow() { return (1u << laneIndex()) - 1; }
DEVICE u32 threadInGrid() { return blockIdx.x * blockDim.x + threadIdx.x; }
DEVICE u32 threadsInGrid() { return gridDim.x * blockDim.x; }
