// The index of lists is the row of every INDEX_STEP-th entry.
#pragma once
#include "device.h"

HOST_CONST u32 INDEX_STEP = 128;

// indexRow writes a row to the index, for those of its entries that the index has.
DEVICE void indexRow(u32* index, u32 row, u64 begin, u64 length) {
  for (u64 i = (begin + INDEX_STEP - 1) / INDEX_STEP; i * INDEX_STEP < begin + length; i++) index[i] = row;
}
