// The kernels of the method levels: Jradi, Dias, Castonguay, Longo and do Nascimento (A
// GPU-based parallel algorithm for enumerating all chordless cycles in graphs), whose names are
// kept. A chordless path is a row of S, the set of its vertices as bits, and an entry of each of
// V1, V2 and VL, its first, second and last vertex. Items are persistent.
//
// Where the paper has a counter that all threads add to, for a place in T or C, there are two
// passes here: the first marks what is to be kept, by two bits an id, and counts for each group;
// the second puts it behind what the groups before it keep. So T and C are in the order of the
// ids whatever the device, and no atomics of 64 bits are needed.
//
// What the host says in front of this text: INDEX and PLACE, the types of vertices and of places
// in E; LOCAL_GRAPH, whether the graph is copied to local memory; WEIGHTED, whether a vertex may
// stand for several, so that paths of a step differ in length.
typedef uint u32;
typedef ulong u64;
typedef INDEX index;
typedef PLACE place;

#if LOCAL_GRAPH
#define GRAPH local
#else
#define GRAPH global
#endif

// Ids are taken in tiles, whose marks are so many words each of what extends and what closes.
#define TILE 256
#define WORDS (TILE / 32)
enum { NOTHING, EXTENDS, CLOSES };

// Graph is the compact representation: the neighbours E of v, ascending, begin at V[v]. labels
// tell the vertices' order.
typedef struct {
  GRAPH const place* V;
  GRAPH const index *E, *labels;
} Graph;

// graph returns the graph, where it fits from local memory: room has it then, V first.
Graph graph(global const place* V, global const index* E, global const index* labels, u32 n, local place* room) {
#if LOCAL_GRAPH
  u32 item = get_local_id(0), items = get_local_size(0), entries = V[n];
  local index *here = (local index*)(room + n + 1), *labelsHere = here + entries;
  for (u32 i = item; i <= n; i += items) room[i] = V[i];
  for (u32 i = item; i < entries; i += items) here[i] = E[i];
  for (u32 i = item; i < n; i += items) labelsHere[i] = labels[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  Graph g = {room, here, labelsHere};
#else
  Graph g = {V, E, labels};
#endif
  return g;
}

bool adjacent(Graph g, u32 v, u32 w) {
  u32 low = g.V[v], high = g.V[v + 1], end = high;
  while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (g.E[middle] < w) low = middle + 1;
    else high = middle;
  }
  return low < end && g.E[low] == w;
}

bool has(global const u64* set, u32 v) { return set[v / 64] >> v % 64 & 1; }

// Tiles are those of a group: one behind the other, so that its marks are in the order of ids.
typedef struct {
  u32 from, to;
} Tiles;

u32 firstTile(u32 ids, u32 group) { return (u32)((u64)((ids + TILE - 1) / TILE) * group / get_num_groups(0)); }

Tiles tilesOf(u32 ids) {
  Tiles t = {firstTile(ids, get_group_id(0)), firstTile(ids, get_group_id(0) + 1)};
  return t;
}

// wipe begins the marks of a tile.
void wipe(local u32* bits) {
  for (u32 i = get_local_id(0); i < 2 * WORDS; i += get_local_size(0)) bits[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
}

void mark(local u32* bits, u32 i, int what) {
  if (what == EXTENDS) atomic_or(bits + i / 32, 1u << i % 32);
  if (what == CLOSES) atomic_or(bits + WORDS + i / 32, 1u << i % 32);
}

// keep writes the marks of a tile, and adds to the sums of the group.
void keep(local const u32* bits, local u32* sums, global u32* marks, u32 tile) {
  barrier(CLK_LOCAL_MEM_FENCE);
  // The item that reads a word here is the one that wipes it next.
  for (u32 i = get_local_id(0); i < 2 * WORDS; i += get_local_size(0)) {
    marks[tile * 2 * WORDS + i] = bits[i];
    if (bits[i] != 0) atomic_add(sums + i / WORDS, popcount(bits[i]));
  }
}

// leave writes the sums of the group.
void leave(local const u32* sums, global u32* all) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (u32 i = get_local_id(0); i < 2; i += get_local_size(0)) all[2 * get_group_id(0) + i] = sums[i];
}

// before adds up the sums of the groups before this one. An item adds up its own share first: additions
// to one word of local memory wait for each other.
void before(local u32* sums, global const u32* all) {
  for (u32 i = get_local_id(0); i < 2; i += get_local_size(0)) sums[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  u32 extend = 0, close = 0;
  for (u32 group = get_local_id(0); group < get_group_id(0); group += get_local_size(0)) {
    extend += all[2 * group];
    close += all[2 * group + 1];
  }
  if (extend != 0) atomic_add(sums, extend);
  if (close != 0) atomic_add(sums + 1, close);
  barrier(CLK_LOCAL_MEM_FENCE);
}

// ones counts the bits of a tile's marks before bit i.
u32 ones(global const u32* words, u32 i) {
  u32 sum = 0;
  for (u32 w = 0; w < i / 32; w++) sum += popcount(words[w]);
  return i % 32 == 0 ? sum : sum + popcount(words[i / 32] & ((1u << i % 32) - 1));
}

// Pair is a vertex u with two places in its row: those of an id of stage 1.
typedef struct {
  u32 u, ix, iy;
} Pair;

Pair pairOf(u32 first, u32 degree, u64 id) {
  Pair p = {first + (u32)(id / degree / degree), (u32)(id / degree % degree), (u32)(id % degree)};
  return p;
}

int triplet(Graph g, Pair p, global const u32* weights, u32 length, u32 longest) {
  u32 begin = g.V[p.u], size = g.V[p.u + 1] - begin;
  if (p.ix >= size || p.iy >= size) return NOTHING;
  u32 x = g.E[begin + p.ix], y = g.E[begin + p.iy];
  if (g.labels[p.u] >= g.labels[x] || g.labels[x] >= g.labels[y]) return NOTHING;
  if (adjacent(g, x, y)) return CLOSES;
#if WEIGHTED
  length = weights[x] + weights[p.u] + weights[y];
#endif
  return length < longest ? EXTENDS : NOTHING;
}

// triplets is the paper's algorithm 2, which marks: of the ids from begin on, those of vertices
// from first on that have this many neighbours at most. What closes are triangles.
kernel void triplets(global const place* V, global const index* E, global const index* labels, u32 n, local place* room,
                     global const u32* weights, u32 length, u32 longest, u32 first, u32 degree, u64 begin, u32 ids,
                     global u32* marks, global u32* all) {
  local u32 bits[2 * WORDS], sums[2];
  for (u32 i = get_local_id(0); i < 2; i += get_local_size(0)) sums[i] = 0;
  Graph g = graph(V, E, labels, n, room);
  Tiles tiles = tilesOf(ids);
  for (u32 tile = tiles.from; tile < tiles.to; tile++) {
    wipe(bits);
    for (u32 i = get_local_id(0); i < TILE; i += get_local_size(0)) {
      u32 id = tile * TILE + i;
      if (id < ids) mark(bits, i, triplet(g, pairOf(first, degree, begin + id), weights, length, longest));
    }
    keep(bits, sums, marks, tile);
  }
  leave(sums, all);
}

// putTriplets puts those that are marked into T, from `to` on.
kernel void putTriplets(global const place* V, global const index* E, u32 n, global const u32* weights, u32 first, u32 degree,
                        u64 begin, u32 ids, global const u32* marks, global const u32* all,
                        global u64* S, global index* V1, global index* V2, global index* VL, global u32* lengths, u64 to) {
  local u32 sums[2];
  before(sums, all);
  u64 at = to + sums[0];
  u32 words = (n + 63) / 64;
  Tiles tiles = tilesOf(ids);
  for (u32 tile = tiles.from; tile < tiles.to; tile++) {
    global const u32* extends = marks + tile * 2 * WORDS;
    for (u32 i = get_local_id(0); i < TILE; i += get_local_size(0)) {
      if ((extends[i / 32] >> i % 32 & 1) == 0) continue;
      Pair p = pairOf(first, degree, begin + tile * TILE + i);
      u32 x = E[V[p.u] + p.ix], y = E[V[p.u] + p.iy];
      u64 path = at + ones(extends, i);
      for (u32 w = 0; w < words; w++) {
        u64 word = 0;
        if (x / 64 == w) word |= (u64)1 << x % 64;
        if (p.u / 64 == w) word |= (u64)1 << p.u % 64;
        if (y / 64 == w) word |= (u64)1 << y % 64;
        S[path * words + w] = word;
      }
      V1[path] = x, V2[path] = p.u, VL[path] = y;
#if WEIGHTED
      lengths[path] = weights[x] + weights[p.u] + weights[y];
#endif
    }
    at += ones(extends, TILE);
  }
}

// path says what becomes of a path with the neighbour of its last vertex at a place of its row.
int path(Graph g, global const u64* set, u32 x, u32 u, u32 t, u32 at, u32* v) {
  u32 e = g.V[t] + at;
  if (e >= g.V[t + 1]) return NOTHING;
  *v = g.E[e];
  if (g.labels[*v] <= g.labels[u] || has(set, *v)) return NOTHING;
  bool closes = false;
  for (u32 end = g.V[*v + 1], e = g.V[*v]; e < end; e++) {
    u32 w = g.E[e];
    if (w == x) closes = true;
    else if (w != t && has(set, w)) return NOTHING;
  }
  return closes ? CLOSES : EXTENDS;
}

// paths is the paper's algorithm 3, which marks: an item looks at one neighbour of the last vertex
// of a path, of those from begin on. length is that of a path with one more, where all are alike;
// else byLength counts holes, those shorter than so many in local memory first.
kernel void paths(global const place* V, global const index* E, global const index* labels, u32 n, local place* room,
                  global const u32* weights, u32 length, u32 longest, u32 degree, u64 begin, u32 ids,
                  global u32* marks, global u32* all,
                  global const u64* S, global const index* V1, global const index* V2, global const index* VL, global const u32* lengths,
                  global u32* byLength, local u32* byLengthHere, u32 lengthsHere) {
  local u32 bits[2 * WORDS], sums[2];
  u32 item = get_local_id(0), items = get_local_size(0), words = (n + 63) / 64;
  for (u32 i = item; i < 2; i += items) sums[i] = 0;
#if WEIGHTED
  for (u32 i = item; i < lengthsHere; i += items) byLengthHere[i] = 0;
#endif
  Graph g = graph(V, E, labels, n, room);
  Tiles tiles = tilesOf(ids);
  for (u32 tile = tiles.from; tile < tiles.to; tile++) {
    wipe(bits);
    for (u32 i = item; i < TILE; i += items) {
      u32 id = tile * TILE + i, v = 0;
      if (id >= ids) continue;
      u64 p = begin + id / degree;
      int what = path(g, S + p * words, V1[p], V2[p], VL[p], id % degree, &v);
#if WEIGHTED
      length = lengths[p] + weights[v];
#endif
      if (length + (what == EXTENDS) > longest) what = NOTHING; // what extends must yet be closed
      mark(bits, i, what);
#if WEIGHTED
      if (what == CLOSES && length < lengthsHere) atomic_inc(byLengthHere + length);
      else if (what == CLOSES) atomic_inc(byLength + length);
#endif
    }
    keep(bits, sums, marks, tile);
  }
  leave(sums, all);
#if WEIGHTED
  for (u32 i = item; i < lengthsHere; i += items)
    if (byLengthHere[i] != 0) atomic_add(byLength + i, byLengthHere[i]);
#endif
}

// putPaths puts what is marked into T', from `to` on, and into C, from toC on, where it is there.
kernel void putPaths(global const place* V, global const index* E, u32 n, global const u32* weights, u32 degree, u64 begin, u32 ids,
                     global const u32* marks, global const u32* all,
                     global const u64* S, global const index* V1, global const index* V2, global const index* VL, global const u32* lengths,
                     global u64* toS, global index* toV1, global index* toV2, global index* toVL, global u32* toLengths, u64 to,
                     global u64* C, u64 toC, u32 lists) {
  local u32 sums[2];
  before(sums, all);
  u64 at = to + sums[0], hole = toC + sums[1];
  u32 words = (n + 63) / 64;
  Tiles tiles = tilesOf(ids);
  for (u32 tile = tiles.from; tile < tiles.to; tile++) {
    global const u32 *extends = marks + tile * 2 * WORDS, *closes = extends + WORDS;
    for (u32 i = get_local_id(0); i < TILE; i += get_local_size(0)) {
      bool isPath = extends[i / 32] >> i % 32 & 1, isHole = lists && (closes[i / 32] >> i % 32 & 1);
      if (!isPath && !isHole) continue;
      u32 id = tile * TILE + i;
      u64 p = begin + id / degree, next = at + ones(extends, i);
      u32 v = E[V[VL[p]] + id % degree];
      global u64* set = isPath ? toS + next * words : C + (hole + ones(closes, i)) * words;
      for (u32 w = 0; w < words; w++) set[w] = S[p * words + w] | (v / 64 == w ? (u64)1 << v % 64 : 0);
      if (isHole) continue;
      toV1[next] = V1[p], toV2[next] = V2[p], toVL[next] = v;
#if WEIGHTED
      toLengths[next] = lengths[p] + weights[v];
#endif
    }
    at += ones(extends, TILE);
    hole += ones(closes, TILE);
  }
}
