// Triangles whose middle corner v is beyond the hubs: the row of v as a bit
// array in shared memory, in which the rows that hold v are looked up, each as
// far as v (Karypis' order: Tom and Karypis, HPEC 2017). For that, every v needs
// the rows that hold it: its segments.
//
// The lists come as two: the upper rows, those of u, and the lower rows, those of
// the `span` vertices from `first` on, which v is one of. Each numbers its rows from
// 0; entries are ids. Of a graph in one piece the upper rows are all, and the lower
// rows are those beyond the hubs.
//
// What is looked up are the upper rows once more, as 16-bit entries in lines of 64
// bytes. An id below EXACT is its own entry; of another one, a far one, the entry is
// what a division leaves, behind those, so that the bits of row v are exact for the first and
// a filter for the others. A line is filled up with FILL, which no row v has. So a row can be looked
// up to the end of the line that v is in: what comes behind v is no entry of row v. In a
// line the exact entries come first, then far ones, then FILL.
#include "columns.h"

HOST_CONST u32 LINE = 32;
HOST_CONST u32 EXACT = 57344;
HOST_CONST u32 FAR_BITS = 8191;
static const u32 PLACES = 65536, FILL = EXACT + FAR_BITS;
DEVICE u32 shortOf(u32 v) { return v < EXACT ? v : EXACT + v % FAR_BITS; }

// Row u begins at line lineOf. Entry p of a line is number p / 4 of the eight that lane p % 4 reads: so the lanes look
// up at once entries that follow each other, which often share a word of the bits.
DEVICE u64 lineOf(u64 offset, u64 u) { return (offset + (LINE - 1) * u) / LINE; }
DEVICE u32 inLine(u32 p) { return (p & ~(LINE - 1)) | (p & 3) << 3 | (p >> 2 & 7); }

// A segment is what there is of a row u up to the line of v, in 32 or 64 bits: the line where the row begins, and in
// the lower `shift` bits how many lines there are, at least one, even where v comes first: so every segment has a
// line of its own to be marked. Lines are fewer than 2 to the power of 27 where it has 32 bits.

// COLUMN_ITEM is how many segments an item has at most.
HOST_CONST u32 COLUMN_ITEM = 1024;

// COLUMN_THREADS is the threads of a block that looks segments up.
HOST_CONST u32 COLUMN_THREADS = 64;

// Upper is the upper rows, Lower the lower ones.
struct Upper {
  const u64* offsets;
  const u32* neighbors;
};
struct Lower {
  const u64* offsets;
  const u32* neighbors;
};

// searchSome intersects the entries that the bits of todo tell: bit l is the
// entry of lane l, at position p of the upper row that begins at begin, which
// leads to that lower row. 8 lanes an entry look up the shorter list in the
// longer. It returns the lane's share of the count.
DEVICE u32 searchSome(Upper upper, Lower lower, u64 begin, u32 p, u32 row, u32 todo) {
  u32 lane = threadIdx.x % 32, count = 0;
  u64 from = 0;
  u32 size = 0;
  if (todo >> lane & 1) {
    from = lower.offsets[row];
    size = (u32)(lower.offsets[row + 1] - from);
  }
  while (todo != 0) {
    u32 mine = todo;
    for (u32 g = 0; g < lane / 8; g++) mine &= mine - 1;
    u32 source = mine == 0 ? 0 : __ffs(mine) - 1;
    const u32 *shorter = lower.neighbors + shfl64(from, source), *longer = upper.neighbors + shfl64(begin, source);
    u32 few = __shfl_sync(~0u, size, source), many = __shfl_sync(~0u, p, source);
    if (few > many) {
      const u32* list = shorter;
      shorter = longer;
      longer = list;
      u32 n = few;
      few = many;
      many = n;
    }
    if (mine != 0)
      for (u32 t = lane % 8; t < few; t += 8) count += contains(longer, many, shorter[t]);
    __syncwarp();
    for (u32 g = 0; g < 4; g++) todo &= todo - 1;
  }
  return count;
}

// transpose writes the lines of the upper rows; to begins, for lines with far entries, where among the neighbors they begin;
// and every entry of a vertex with room among its segments: start moves to the end of them. It counts the
// triangles of the entries of the vertices that few rows hold by binary
// search. A warp takes `chunk` entries in turn, of at least one. Line number `spare` is of no row.
template <class Segment>
DEVICE void transposeAs(Upper upper, u32 rows, Lower lower, u32 first, u32 span, u32 chunk, u32 many, const u32* roomy, const u32* few,
                        u64* start, u16* lines, Segment* begins, u64 spare, Segment* segments, u32 shift, u64* next, u64* total) {
  u32 lane = threadIdx.x % 32;
  u64 edges = upper.offsets[rows], triangles = 0;
  bool columns = many != NO_COLUMNS;
  if (columns && blockIdx.x == 0 && threadIdx.x < LINE) lines[spare * LINE + threadIdx.x] = FILL;
  for (u64 taken; (taken = grab(next, 1)) <= (edges - 1) / chunk;) {
    u64 from = taken * chunk;
    i32 some = (i32)min64(chunk, edges - from);
    u32 row = rowOf(upper.offsets, rows, from);
    // 31 rows at a time: their beginnings in the lanes, the end of the last
    // in lane 31. What is counted from `from` on fits 32 bits, as no row has 2 to the power of 31 entries.
    for (i32 e = 0; e < some; row += 31) {
      // The entries that come next are under way while the last are written.
      u32 ahead = e + (i32)lane < some ? upper.neighbors[from + e + lane] : 0;
      u64 begin = upper.offsets[min64((u64)row + lane, rows)], line = lineOf(begin, (u64)row + lane);
      i32 behind = (i32)(min64(begin, from + some + 1) - from), after = min((i32)__shfl_sync(~0u, behind, 31), some);
      for (; e < after; e += 32) {
        i32 at = e + lane;
        u32 which = 0, v = ahead;
        if (at + 32 < after) ahead = upper.neighbors[from + at + 32];
        for (u32 by = 16; by > 0; by /= 2)
          if ((i32)__shfl_sync(~0u, behind, which + by) <= at) which += by;
        i32 own = (i32)__shfl_sync(~0u, behind, which), end = (i32)__shfl_sync(~0u, behind, which + 1);
        u32 p = (u32)(at - own), below = v - first; // large for what is before the first
        u64 l = shfl64(line, which);
        bool search = false, ends = at < after && at + 1 == end;
        if (at < after) {
          if (columns) {
            lines[l * LINE + inLine(p)] = (u16)shortOf(v);
            if (v >= EXACT && (p % LINE == 0 || upper.neighbors[from + at - 1] < EXACT))
              begins[l + p / LINE] = (Segment)(from + (i64)(at - (i32)(p % LINE)));
          }
          if (below < span) {
            if (columns && (roomy[below / 32] >> below % 32 & 1))
              segments[atomicAdd(start + below, 1ull)] = (Segment)(l << shift | max(1, (p + LINE - 1) / LINE));
            else search = p > 0 && (!columns || (few[below / 32] >> below % 32 & 1));
          }
        }
        for (u32 todo = __ballot_sync(~0u, columns && ends); todo != 0; todo &= todo - 1) {
          u32 source = __ffs(todo) - 1, last = __shfl_sync(~0u, p, source) + 1;
          u64 lineAt = shfl64(l, source);
          if (lane >= last % LINE && last % LINE != 0) lines[lineAt * LINE + inLine(last / LINE * LINE + lane)] = FILL;
        }
        triangles += searchSome(upper, lower, from + (i64)own, p, below, __ballot_sync(~0u, search));
      }
      e = after;
    }
  }
  addTotal(total, triangles);
}

#define TRANSPOSE(name, Segment)                                                                                                     \
  KERNEL __launch_bounds__(256, 8)                                                                                                   \
      name(const u64* offsets, const u32* neighbors, u32 rows, const u64* lowerOffsets, const u32* lowerNeighbors, u32 first,        \
              u32 span, u32 chunk, u32 many, const u32* roomy, const u32* few, u64* start, u16* lines, Segment* begins, u64 spare,   \
              Segment* segments, u32 shift, u64* next, u64* total) {                                                                 \
    transposeAs({offsets, neighbors}, rows, {lowerOffsets, lowerNeighbors}, first, span, chunk, many, roomy, few, start, lines,      \
                begins, spare, segments, shift, next, total);                                                                        \
  }
TRANSPOSE(transpose, u32)
TRANSPOSE(transposeWide, u64)

// Found is the far entries that the filter let through, which a warp looks up in the row of v when it has 32 of
// them: that takes several loads one after the other, for which all its lanes would wait.
struct Found {
  u64 places[64]; // line and entry
  u32 rows[64];   // v, among the lower rows
};

// holds reports whether the lower row v has the far entry at a place of the lines.
template <class Segment> DEVICE bool holds(Upper upper, Lower lower, const Segment* begins, u32 v, u64 place) {
  u64 own = lower.offsets[v];
  u32 length = (u32)(lower.offsets[v + 1] - own), w = upper.neighbors[begins[place / LINE] + place % LINE];
  return contains(lower.neighbors + own, length, w);
}

// exactAmong returns how many of eight entries are exact, by a search: these come first, and not all are.
DEVICE u32 exactAmong(u32x4 e) {
  bool four = e[1] >> 16 < EXACT;
  u32 first = four ? e[2] : e[0], second = four ? e[3] : e[1];
  bool two = first >> 16 < EXACT;
  return 4 * four + 2 * two + (((two ? second : first) & 0xffff) < EXACT);
}

DEVICE u32 shfl(u32 v, u32 lane) { return __shfl_sync(~0u, v, lane); }
DEVICE u64 shfl(u64 v, u32 lane) { return shfl64(v, lane); }

// Scan is what looking up needs.
template <class Segment> struct Scan {
  Upper upper;
  Lower lower;
  u32 bits; // where they begin in shared memory
  const u16* lines;
  const Segment* begins;
  u64 spare;
  u32 shift;
  u32* batch;   // the first segment that no warp has
  Found* found; // the warp's
  u32 waiting;  // how many it has found

  // confirm returns how many of the last 32 that the warp found, or of all, are there: the lane's share.
  __device__ __forceinline__ u32 confirm() {
    u32 lane = threadIdx.x % 32, some = min(waiting, 32);
    __syncwarp();
    waiting -= some;
    u32 count = lane < some && holds(upper, lower, begins, found->rows[waiting + lane], found->places[waiting + lane]);
    __syncwarp();
    return count;
  }
};

// scan looks up n segments of a vertex, the lower row v. A warp takes 32 of them at a time, and goes through their
// lines as if they were one list, four lanes a line and STEPS of eight lines at once. The bits of `marks` tell
// which of 32 lines segments begin with, so that the bits up to a line tell its segment.
template <bool WITH_FAR, class Segment> DEVICE u32 scan(Scan<Segment>& s, const Segment* segments, u32 n, u32 v) {
  static const u32 STEPS = 4, GROUPS = 8;
  const u32 lane = threadIdx.x % 32, group = lane / 4, upToMine = (2u << group) - 1;
  u32 count = 0, at = threadIdx.x;
  Segment segment = segments[min(at, n - 1)]; // a load that nothing waits for until the last 32 are done
  while (at - lane < n) {
    u32 size = at < n ? (u32)(segment & (((Segment)1 << s.shift) - 1)) : 0, before = size;
    Segment line = segment >> s.shift;
    if (lane == 0) at = atomicAdd(s.batch, 32u);
    at = __shfl_sync(~0u, at, 0) + lane;
    segment = segments[min(at, n - 1)];
    for (u32 by = 1; by < 32; by *= 2) {
      u32 other = __shfl_up_sync(~0u, before, by);
      if (lane >= by) before += other;
    }
    u32 all = __shfl_sync(~0u, before, 31);
    before -= size;
    line -= before; // so that line t of all is at line + t
    for (u32 w = 0; w < all; w += STEPS * GROUPS) {
      u32 marks = size > 0 && before - w < 32 ? 1u << (before - w) : 0;
      for (u32 by = 16; by > 0; by /= 2) marks |= __shfl_xor_sync(~0u, marks, by);
      u32 index = __popc(__ballot_sync(~0u, size > 0 && before < w)) - 1;
      Segment lines[STEPS];
      u32x4 entries[STEPS];
#pragma unroll
      for (u32 i = 0; i < STEPS; i++) {
        u32 t = w + i * GROUPS + group;
        Segment l = shfl(line, index + __popc(marks & upToMine)) + t;
        index += __popc(marks & 0xff);
        marks >>= 8;
        lines[i] = t < all ? l : (Segment)s.spare;
        entries[i] = *(const u32x4*)((const u8*)s.lines + lane % 4 * 16 + (u64)lines[i] * (LINE * 2));
      }
#pragma unroll
      for (u32 i = 0; i < STEPS; i++) {
        u32 hits = lookUp(s.bits, entries[i]);
        if (WITH_FAR) {
          u32 far = hits != 0 && entries[i][3] >> 16 >= EXACT ? hits >> 24 & (0xff << exactAmong(entries[i])) : 0;
          hits &= ~(far << 24);
          for (u32 which; (which = __ballot_sync(~0u, far != 0)) != 0; far &= far - 1) {
            u32 slot = s.waiting + __popc(which & ((1u << lane) - 1));
            if (far != 0) {
              s.found->places[slot] = (u64)lines[i] * LINE + lane % 4 + 4 * (__ffs(far) - 1);
              s.found->rows[slot] = v;
            }
            s.waiting += __popc(which);
            if (s.waiting >= 32) count += s.confirm();
          }
        }
        count += __popc(hits);
      }
    }
  }
  return count;
}

// columnsAs counts the triangles of the vertices with segments. A block an item.
template <class Segment>
DEVICE void columnsAs(Upper upper, Lower lower, u32 first, const u16* lines, const Segment* begins, u64 spare, const Segment* segments,
                      u32 shift, const Item* items, const u64* used, u64* next, u64* total) {
  __shared__ u32 bits[PLACES / 32];
  __shared__ u64 taken;
  __shared__ u32 batch;
  __shared__ Found found[COLUMN_THREADS / 32];
  for (u32 i = threadIdx.x; i < PLACES / 32; i += blockDim.x) bits[i] = 0;
  if (threadIdx.x == 0) taken = atomicAdd(next, 1ull);
  __syncthreads();
  Scan<Segment> s = {upper, lower, sharedAddress(bits), lines, begins, spare, shift, &batch, found + threadIdx.x / 32, 0};
  u64 count = used[1], triangles = 0;
  for (u64 at; (at = taken) < count;) {
    Item item = items[at];
    u64 ahead = 0;
    if (threadIdx.x == 0) ahead = atomicAdd(next, 1ull), batch = blockDim.x;
    const u32* row = lower.neighbors + item.begin;
    for (u32 i = threadIdx.x; i < item.length; i += blockDim.x) {
      u32 w = shortOf(row[i]);
      atomicOr(bits + w / 32, 1u << w % 32);
    }
    __syncthreads();
    triangles += first + item.row < EXACT ? scan<false>(s, segments + item.first, item.count, item.row)
                                          : scan<true>(s, segments + item.first, item.count, item.row);
    if (threadIdx.x == 0) taken = ahead;
    __syncthreads();
    for (u32 i = threadIdx.x; i < item.length; i += blockDim.x) bits[shortOf(row[i]) / 32] = 0;
    __syncthreads();
  }
  triangles += s.confirm();
  addTotal(total, triangles);
}

#define COLUMNS(name, Segment)                                                                                                       \
  KERNEL __launch_bounds__(COLUMN_THREADS, 18)                                                                                       \
      name(const u64* offsets, const u32* neighbors, const u64* lowerOffsets, const u32* lowerNeighbors, u32 first, const u16* lines, \
           const Segment* begins, u64 spare, const Segment* segments, u32 shift, const u64* items, const u64* used, u64* next,       \
           u64* total) {                                                                                                             \
    columnsAs({offsets, neighbors}, {lowerOffsets, lowerNeighbors}, first, lines, begins, spare, segments, shift,                    \
              (const Item*)items, used, next, total);                                                                                \
  }
COLUMNS(columns, u32)
COLUMNS(columnsWide, u64)
