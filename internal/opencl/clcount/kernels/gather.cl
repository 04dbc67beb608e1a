// Lists are those that the items of a group bring, a list each, which all of them go through
// together: they are busy however short each is, and items that stand side by side read what does.
typedef struct {
  local u64* from;  // entry t of all short lists is at from[l] + t, where it is in list l
  local u32 *size, *before, *hits; // before: entries of the short lists before this one
  u32 all;          // entries of the short lists
  u64 longOnes;     // a bit for each list that is gone through alone
} Lists;

// MOST_LISTS is how many items a group has at most that does so.
#define MOST_LISTS 64

// LONG_LIST is from how many entries on a list is gone through alone.
#define LONG_LIST 256

// gather begins to go through lists: an item brings so many entries from a place on. What else it
// left in local memory before is there for all then. A barrier has to be between that and those before.
void gather(Lists* lists, u64 from, u32 size) {
  u32 item = get_local_id(0), items = get_local_size(0), before = 0;
  lists->size[item] = size;
  lists->hits[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  lists->all = 0, lists->longOnes = 0;
  for (u32 l = 0; l < items; l++) {
    u32 of = lists->size[l];
    lists->longOnes |= (u64)(of >= LONG_LIST) << l;
    of = of >= LONG_LIST ? 0 : of;
    before += l < item ? of : 0;
    lists->all += of;
  }
  lists->from[item] = size >= LONG_LIST ? from : from - before;
  lists->before[item] = before;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// takeLong takes the next list that is gone through alone.
u32 takeLong(Lists* lists) {
  u32 l = 63 - (u32)clz(lists->longOnes & -lists->longOnes);
  lists->longOnes &= lists->longOnes - 1;
  return l;
}

// listOf says which list entry t of all short ones is in.
u32 listOf(const Lists* lists, u32 t) {
  u32 l = 0;
  for (u32 by = get_local_size(0) / 2; by > 0; by /= 2) l += lists->before[l + by] <= t ? by : 0;
  return l;
}

// hit counts a triangle that was found in a list, for what close says of it.
void hit(const Lists* lists, u32 l) {
#if defined OF_ROWS || defined OF_ENTRIES
  atomic_inc(lists->hits + l);
#endif
}
