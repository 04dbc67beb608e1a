// Tree is a row, of which entries at multiples of 2^shift are in local memory: the first levels of
// a search tree.
typedef struct {
  local u32* nodes;
  global const u32* row;
  u32 length, shift, count;
} Tree;

#define TREE 512

// plant makes a row the tree. A barrier has to follow.
void plant(Tree* tree, global const u32* row, u32 length) {
  tree->row = row;
  tree->length = length;
  tree->shift = length <= TREE ? 0 : 32 - clz((length - 1) / TREE);
  tree->count = ((length - 1) >> tree->shift) + 1;
  for (u32 i = get_local_id(0); i < tree->count; i += get_local_size(0)) tree->nodes[i] = row[i << tree->shift];
}

// climb returns where w would be in the row of the tree: there, if it is in it.
u32 climb(const Tree* tree, u32 w) {
  u32 node = 0;
  for (u32 left = tree->count; left > 1;) {
    u32 by = left / 2;
    node += tree->nodes[node + by] <= w ? by : 0;
    left -= by;
  }
  u32 from = node << tree->shift;
  return from + lastUpTo(tree->row + from, min(1u << tree->shift, tree->length - from), w);
}

// Targets are the lists that those of Lists are looked up in.
typedef struct {
  local u64* at;
  local u32 *length, *which; // one of those below
} Targets;

enum { IN_TREE, IN_ROW, IN_LIST };

// lookUp looks entry q of list l up, and returns how many triangles that makes.
u32 lookUp(const Lists* lists, const Targets* targets, const Tree* tree, global const u32* upper, global const u32* lower,
           global u32* answer, global u32* lowerAnswer, u32 l, u64 q) {
  u32 which = targets->which[l], w = which == IN_LIST ? upper[q] : lower[q];
  global const u32* in = which == IN_LIST ? lower : upper;
  u64 at = targets->at[l];
  at += which == IN_TREE ? climb(tree, w) : lastUpTo(in + at, targets->length[l], w);
  if (in[at] != w) return 0;
  found(answer, lowerAnswer, w, which == IN_LIST ? q : at, which == IN_LIST ? at : q);
  hit(lists, l);
  return 1;
}

// search looks the entries of the shorter list of an entry up in the longer one. A group takes as
// many entries as it has items. While these are in one row, lists are looked up in that, of which the first
// levels are near, unless they are far longer.
kernel void search(LISTS, TURNS, ANSWERS, local u64* scratch) {
  local u32 taken, size[MOST_LISTS], before[MOST_LISTS], hits[MOST_LISTS], length[MOST_LISTS], which[MOST_LISTS], nodes[TREE];
  local u64 from[MOST_LISTS], at[MOST_LISTS];
  Lists lists = {from, size, before, hits, 0, 0};
  Targets targets = {at, length, which};
  Tree tree = {nodes, 0, 0, 0, 0};
  u32 item = get_local_id(0), items = get_local_size(0);
  u64 triangles = 0, row = upperRow, upperAt = offsets[upperRow], lowerAt = offsets[lowerRow];
  for (u64 begin; (begin = first + (u64)take(cursor, start, &taken) * many) < last;) {
    u64 end = min(begin + many, last);
    row = rowOf(offsets, rows, row, begin);
    for (u64 step = begin; step < end; step += items) {
      row = rowAfter(offsets, rows, row, step);
      u64 rowBegin = offsets[row], rowEnd = offsets[row + 1];
      bool inTree = rowEnd - rowBegin >= MOST_LISTS && rowEnd >= min(step + items, end);
      if (inTree && tree.row != upper + (rowBegin - upperAt)) plant(&tree, upper + (rowBegin - upperAt), (u32)(rowEnd - rowBegin));
      u64 p = step + item, u = row, few = 0;
      u32 v = 0, fewSize = 0;
      if (p < end) v = upper[p - upperAt];
      bool here = p < end && v >= lowerRow && v < lowerEnd;
      if (here) {
        u = inTree ? row : rowAfter(offsets, rows, row, p);
        u64 a = offsets[u] - upperAt, b = offsets[v] - lowerAt;
        u32 aSize = (u32)(p - upperAt - a), bSize = (u32)(offsets[v + 1] - lowerAt - b);
        bool swap = inTree ? bSize / 4 > aSize : bSize > aSize;
        few = swap ? a : b;
        fewSize = aSize == 0 || bSize == 0 ? 0 : swap ? aSize : bSize;
        at[item] = swap ? b : a;
        length[item] = swap ? bSize : aSize;
        which[item] = swap ? IN_LIST : inTree ? IN_TREE : IN_ROW;
      }
      gather(&lists, few, fewSize);
      while (lists.longOnes != 0) {
        u32 l = takeLong(&lists);
        for (u32 i = item; i < size[l]; i += items) triangles += lookUp(&lists, &targets, &tree, upper, lower, answer, lowerAnswer, l, from[l] + i);
      }
      for (u32 t = item; t < lists.all; t += items) {
        u32 l = listOf(&lists, t);
        triangles += lookUp(&lists, &targets, &tree, upper, lower, answer, lowerAnswer, l, from[l] + t);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (here) close(answer, u, v, p - upperAt, hits[item]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  leave(triangles, scratch, sums);
}
