// The kernel of the labels, which stands behind those of levels.cl in one program.

// label is the degree labeling, by one group: rounds from first to last, in each of which a vertex
// of least degree among those left goes, the smallest of these, and its neighbours lose one. The
// least is found by a reduction, as the paper proposes for later. Who has gone has degree GONE.
#define GONE (~0u)
kernel void label(global const place* V, global const index* E, u32 n, u32 first, u32 last,
                  global u32* degrees, global index* labels, local u32* least) {
  u32 item = get_local_id(0), items = get_local_size(0);
  local u32* who = least + items;
  if (first == 0)
    for (u32 v = item; v < n; v += items) degrees[v] = V[v + 1] - V[v];
  for (u32 round = first; round < last; round++) {
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    u32 degree = GONE, vertex = GONE;
    for (u32 v = item; v < n; v += items) {
      if (degrees[v] >= degree) continue;
      degree = degrees[v];
      vertex = v;
    }
    least[item] = degree, who[item] = vertex;
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); // degrees have been read
    for (u32 by = items / 2; by > 0; by /= 2) {
      if (item < by && (least[item + by] < least[item] || (least[item + by] == least[item] && who[item + by] < who[item]))) {
        least[item] = least[item + by];
        who[item] = who[item + by];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    u32 u = who[0];
    for (u32 e = V[u] + item; e < V[u + 1]; e += items)
      if (degrees[E[e]] != GONE) degrees[E[e]]--;
    if (item == 0) {
      degrees[u] = GONE;
      labels[u] = round;
    }
  }
}
