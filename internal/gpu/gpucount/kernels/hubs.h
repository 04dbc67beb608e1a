// What counting and crediting by the hubs' bit matrix have in common.
#pragma once
#include "rows.h"

// packRow packs the hubs of a row from entry `from` on, a multiple of 32, into the words that are not
// zero, of as many bits as Word has, while there is room for `most` of them, 32 at least. It returns how
// many words are used, how many hubs the row has, and the entry after the last that is packed.
struct Packed {
  u32 used, entries, end;
};
template <class Word, class Index>
DEVICE Packed packRow(const u32* row, u32 length, u32 hubs, Word* words, Index* index, u32 from = 0, u32 most = ~0u) {
  const u32 bits = 8 * sizeof(Word);
  u32 lane = threadIdx.x % 32, last = ~0u;
  bool room = true;
  Packed packed = {0, from, from};
  for (u32 p = from; p < length; p += 32) {
    u32 h = p + lane < length ? row[p + lane] : ~0u;
    bool hub = h < hubs;
    u32 x = hub ? h / bits : ~0u, before = __shfl_up_sync(~0u, x, 1);
    bool opens = hub && x != (lane == 0 ? last : before);
    u32 opening = __ballot_sync(~0u, opens), some = __popc(__ballot_sync(~0u, hub));
    if (some == 0) break;
    packed.entries += some;
    room = room && packed.used + __popc(opening) <= most;
    if (!room) {
      if (some < 32) break;
      continue;
    }
    packed.end = packed.entries;
    u32 slot = packed.used + __popc(opening & (~0u >> (31 - lane))) - 1;
    if (opens) {
      index[slot] = (Index)x;
      words[slot] = 0;
    }
    __syncwarp();
    if (hub) atomicOr((u32*)(words + slot) + h % bits / 32, 1u << h % 32);
    packed.used += __popc(opening);
    last = __shfl_sync(~0u, x, some - 1);
    if (some < 32) break;
  }
  __syncwarp();
  return packed;
}

// HUB_WORD_BYTES is the dynamic shared memory that a warp has for each 64 hubs: a
// word and its number.
HOST_CONST u32 HUB_WORD_BYTES = 9;
