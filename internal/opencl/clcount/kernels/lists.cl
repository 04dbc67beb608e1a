// rowAfter returns the row that holds entry p: row low, or one behind it.
u64 rowAfter(global const u64* offsets, u64 rows, u64 low, u64 p) {
  u64 step = 1;
  while (low + step < rows && offsets[low + step] <= p) {
    low += step;
    step *= 2;
  }
  while (step > 1) {
    step /= 2;
    if (low + step < rows && offsets[low + step] <= p) low += step;
  }
  return low;
}

// below returns how many entries of an ascending list are less than w.
u64 below(global const u32* list, u64 length, u32 w) {
  u64 low = 0;
  while (low < length) {
    u64 middle = low + (length - low) / 2;
    if (list[middle] < w) low = middle + 1;
    else length = middle;
  }
  return low;
}

// lastUpTo returns where the last entry of an ascending list is that is not above w, or 0.
u32 lastUpTo(global const u32* list, u32 length, u32 w) {
  u32 low = 0;
  while (length > 1) {
    u32 by = length / 2;
    low += list[low + by] <= w ? by : 0;
    length -= by;
  }
  return low;
}

// rowOf returns the row that holds entry p: row low, or one far behind it.
u64 rowOf(global const u64* offsets, u64 rows, u64 low, u64 p) {
  while (rows - low > 1) {
    u64 middle = low + (rows - low) / 2;
    if (offsets[middle] <= p) low = middle;
    else rows = middle;
  }
  return low;
}

// lowerBound returns the first entry of an ascending list that is not below w, or the end.
global const u32* lowerBound(global const u32* list, global const u32* end, u32 w) { return list + below(list, end - list, w); }
