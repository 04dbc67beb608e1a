// The kernels of the method dfs: the depth-first search of the CPU's kernels
// (kernel.go tells it), by as many workers as the device runs at once. A worker
// is a thread, or a warp where the sets are Wide.
//
// A subtree of the search is a frame: three sets and a length, and the path
// itself where cycles are listed. A worker has one in registers and a stack of
// those where it has had a choice; every frame of it is complete in itself. So
// threads without work take frames from the bottom of others' stacks, where the
// large subtrees are: within a warp at once, and all over the device in between
// two launches, through a queue. A launch ends when too many warps have nothing
// to do, when there is no room left for cycles, or after some time.
#include "sets.h"

static const u32 LENGTHS = 1024;  // counts in shared memory: of shorter holes

// SEARCH_THREADS are those of a block.
HOST_CONST u32 SEARCH_THREADS = 128;

// Control is what the launches know of each other.
struct Control {
  u32 frames;   // in the queue that frames are taken from
  u32 taken;    // of these; may go beyond
  u32 given;    // to the other queue; may go beyond its room
  u32 hungry;   // warps without work
  u32 full;     // no room for cycles
  u32 busy;     // there is work left
  u32 current;  // the queue that frames are taken from: 0 or 1
  u32 unused;
  u64 cycles;   // listed by this launch
};

// Where the host finds what it sets or reads there, in 32-bit words, and how many
// they are.
HOST_CONST u32 CONTROL_FRAMES = 0;
HOST_CONST u32 CONTROL_BUSY = 5;
HOST_CONST u32 CONTROL_CYCLES = 8;
HOST_CONST u32 CONTROL_WORDS = 10;
static_assert(__builtin_offsetof(Control, frames) == 4 * CONTROL_FRAMES);
static_assert(__builtin_offsetof(Control, busy) == 4 * CONTROL_BUSY);
static_assert(__builtin_offsetof(Control, cycles) == 4 * CONTROL_CYCLES);
static_assert(sizeof(Control) == 4 * CONTROL_WORDS);

// Job is the arguments of a launch that are the same for every worker.
struct Job {
  const u64* adjacent;  // WORDS a vertex
  const u32* weights;   // vertices of the graph that a vertex stands for
  const u64* heavy;     // those that stand for more than one
  u64* stacks;
  u32* heads;  // a worker: where its stack begins and ends
  u64* queues; // two, of `room` frames each
  Control* control;
  u64* counts; // holes by length
  u64* cycles; // listed, as sets of `words` words
  u64 limit;   // of cycles, beyond which nobody goes on
  u32 vertices, longest, depth, room, allowed, rounds, words;
};

template <class Set, bool LISTS>
struct Search {
  static const u32 SETS = LISTS ? 4 : 3;
  // In words, a multiple of 16 bytes.
  static const u32 FRAME = (SETS * Set::WORDS + 2) / 2 * 2;

  Set free, here, there, path;
  u32 length;

  METHOD void load(const u64* frame) {
    free = Set::load(frame);
    here = Set::load(frame + Set::WORDS);
    there = Set::load(frame + 2 * Set::WORDS);
    if constexpr (LISTS) path = Set::load(frame + 3 * Set::WORDS);
    length = (u32)frame[SETS * Set::WORDS];
  }
  METHOD void store(u64* frame) const {
    free.store(frame);
    here.store(frame + Set::WORDS);
    there.store(frame + 2 * Set::WORDS);
    if constexpr (LISTS) path.store(frame + 3 * Set::WORDS);
    if (!Set::WIDE || threadIdx.x % 32 == 0) frame[SETS * Set::WORDS] = length;
  }
};

// Histogram counts holes by length: short ones in shared memory, in 32 bits
// with carries.
struct Histogram {
  u32 *low, *high;
  u64* counts;

  METHOD void add(u32 length, u32 holes) const {
    if (length >= LENGTHS) {
      atomicAdd(counts + length, (u64)holes);
      return;
    }
    u32 before = atomicAdd(low + length, holes);
    if (before + holes < before) atomicAdd(high + length, 1u);
  }
};

// list writes the holes that closers make with a path, those of all lanes side
// by side. It returns false when nobody should go on.
template <class Set>
DEVICE bool list(const Job& job, const Set& path, const Set& closers) {
  u32 lane = threadIdx.x % 32, own = closers.count(), sum = own;
  if (!__any_sync(~0u, own > 0)) return true;
  for (u32 by = 1; by < 32; by *= 2) {
    u32 before = __shfl_up_sync(~0u, sum, by);
    if (lane >= by) sum += before;
  }
  u32 all = __shfl_sync(~0u, sum, 31);
  u64 begin = 0;
  if (lane == 0) begin = atomicAdd(&job.control->cycles, (u64)all);
  begin = (u64)__shfl_sync(~0u, (u32)(begin >> 32), 0) << 32 | __shfl_sync(~0u, (u32)begin, 0);
  if constexpr (Set::WIDE) {
    u64* to = job.cycles + begin * job.words;
    for (Set left = closers; !left.empty(); to += job.words) {
      u32 y = left.first();
      left.drop(y);
      Set cycle = path;
      cycle.add(y);
      if (lane < job.words) to[lane] = cycle.word;
    }
  } else {
    u64* to = job.cycles + (begin + sum - own) * job.words;
    closers.each([&](u32 y) {
      Set cycle = path;
      cycle.add(y);
#pragma unroll
      for (u32 i = 0; i < Set::WORDS; i++)
        if (i < job.words) to[i] = cycle.words[i];
      to += job.words;
    });
  }
  return begin + all <= job.limit;
}

// takeable returns how many frames a warp may take from the queue at once: its
// share, that all warps get some.
DEVICE u32 takeable(const Control* control, u32 warps) {
  u32 frames = control->frames, taken = *(volatile const u32*)&control->taken;
  return taken < frames ? (frames - taken + warps - 1) / warps : 0;
}

template <class Set, bool LISTS>
DEVICE void search(const Job& job) {
  typedef Search<Set, LISTS> Frame;
  const u32 lanes = Set::WIDE ? 32 : 1;
  __shared__ u32 low[LENGTHS], high[LENGTHS], donors[SEARCH_THREADS];
  __shared__ u64 rows[Set::WIDE ? 1 : 64 * Set::WORDS * Set::WORDS];
  for (u32 i = threadIdx.x; i < LENGTHS; i += SEARCH_THREADS) low[i] = high[i] = 0;
  if constexpr (!Set::WIDE)
    for (u32 i = threadIdx.x; i < job.vertices * Set::WORDS; i += SEARCH_THREADS) rows[i] = job.adjacent[i];
  __syncthreads();

  Histogram histogram = {low, high, job.counts};
  Control* control = job.control;
  u32 lane = threadIdx.x % 32, warps = gridDim.x * (SEARCH_THREADS / 32);
  u32* ranked = donors + threadIdx.x / 32 * 32;
  u64 worker = (blockIdx.x * (u64)SEARCH_THREADS + threadIdx.x) / lanes;
  u64 stride = (u64)job.depth * Frame::FRAME;
  u64 *stack = job.stacks + worker * stride, *stacks = stack - lane * stride;
  const u64* queue = job.queues + (u64)control->current * job.room * Frame::FRAME;
  Set heavy = Set::load(job.heavy);
  u32 bottom = job.heads[2 * worker], top = job.heads[2 * worker + 1];
  Frame f;
  bool active = top > bottom;
  if (active) f.load(stack + (u64)--top * Frame::FRAME);

  for (u32 round = 0; round < job.rounds; round++) {
    if constexpr (!Set::WIDE) {
      // Those without work take the lowest frames of others in the warp.
      u32 idle = __ballot_sync(~0u, !active), rich = __ballot_sync(~0u, active && top > bottom);
      if (idle != 0 && rich != 0) {
        u32 mine = __popc(rich & ((1u << lane) - 1)), want = __popc(idle & ((1u << lane) - 1));
        bool gives = active && top > bottom;
        if (gives) ranked[mine] = lane | bottom << 5;
        __syncwarp();
        if (!active && want < __popc(rich)) {
          u32 from = ranked[want];
          f.load(stacks + (u64)(from & 31) * stride + (u64)(from >> 5) * Frame::FRAME);
          active = true;
          bottom = top = 0;
        }
        if (gives && mine < __popc(idle)) bottom++;
        __syncwarp();
      }
    }
    // Those who still have none take frames from the queue.
    u32 idle = __ballot_sync(~0u, !active);
    if (idle != 0) {
      // One lane looks for all: others may take frames between two looks.
      u32 some = lane == 0 ? min(takeable(control, warps), __popc(idle) / lanes) : 0, begin = 0;
      some = __shfl_sync(~0u, some, 0);
      if (some > 0) {
        if (lane == 0) begin = atomicAdd(&control->taken, some);
        begin = __shfl_sync(~0u, begin, 0);
        u32 want = Set::WIDE ? 0 : __popc(idle & ((1u << lane) - 1));
        if (!active && want < some && begin + want < control->frames) {
          f.load(queue + (u64)(begin + want) * Frame::FRAME);
          active = true;
          bottom = top = 0;
        }
      }
      if (!__any_sync(~0u, active)) {
        if (lane == 0) atomicAdd(&control->hungry, 1u);
        break;
      }
    }
    bool room = true;
    for (u32 i = 0; i < 8 && room; i++) {
      Set closers = {};
      if (active) {
        u32 v = f.here.first();
        f.here.drop(v);
        if (!f.here.empty()) f.store(stack + (u64)top++ * Frame::FRAME);
        Set neighbors;
        if constexpr (Set::WIDE)
          neighbors = Set::load(job.adjacent + (u64)v * Set::WORDS);
        else
          neighbors = Set::load(rows + v * Set::WORDS);
        f.length += job.weights[v];
        if constexpr (LISTS) f.path.add(v);
        closers = neighbors & f.there;
        f.there = f.there.without(closers);
        f.here = neighbors & f.free;
        if constexpr (!LISTS) {
          u32 own = closers.count();
          if (own > 0) {
            if ((closers & heavy).count() == 0)
              histogram.add(f.length + 1, own);
            else
              closers.each([&](u32 y) { histogram.add(f.length + job.weights[y], 1); });
          }
        }
      }
      if constexpr (LISTS) {
        __syncwarp();
        room = list(job, f.path, closers);
      }
      if (active) {
        if (f.here.empty() || f.there.empty() || f.length + 2 > job.longest) {
          active = top > bottom;
          if constexpr (Set::WIDE) __syncwarp();  // lane 0 stored the length, just now perhaps
          if (active) f.load(stack + (u64)--top * Frame::FRAME);
        } else {
          f.free = f.free.without(f.here);
          if (f.there.smallerThan(f.here)) {
            Set other = f.here;
            f.here = f.there;
            f.there = other;
          }
        }
      }
      __syncwarp();
    }
    if constexpr (LISTS) {
      if (!room) {
        if (lane == 0) control->full = 1;
        break;
      }
      if (__any_sync(~0u, *(volatile u32*)&control->full != 0)) break;
    }
    if (round >= 8 && __any_sync(~0u, *(volatile u32*)&control->hungry > job.allowed)) break;
  }

  if (active) f.store(stack + (u64)top++ * Frame::FRAME);
  // Where the queue is used up, a worker that has two frames gives one away.
  bool used = __any_sync(~0u, *(volatile u32*)&control->taken >= control->frames);
  if (top > bottom + 1 && used) {
    u32 at = 0;
    if constexpr (Set::WIDE) {
      if (lane == 0) at = atomicAdd(&control->given, 1u);
      at = __shfl_sync(~0u, at, 0);
    } else {
      at = atomicAdd(&control->given, 1u);
    }
    if (at < job.room) {
      f.load(stack + (u64)bottom++ * Frame::FRAME);
      f.store(job.queues + ((u64)(1 - control->current) * job.room + at) * Frame::FRAME);
    }
  }
  if (!Set::WIDE || lane == 0) {
    job.heads[2 * worker] = bottom;
    job.heads[2 * worker + 1] = top;
    if (top > bottom || *(volatile u32*)&control->taken < control->frames) *(volatile u32*)&control->busy = 1;
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < LENGTHS; i += SEARCH_THREADS)
    if (low[i] != 0 || high[i] != 0) atomicAdd(job.counts + i, (u64)high[i] << 32 | low[i]);
}

// settle prepares the next launch: one thread.
KERNEL settle(Control* control, u32 room) {
  if (control->taken >= control->frames) {
    control->frames = min(control->given, room);
    control->current = 1 - control->current;
    control->taken = 0;
  }
  control->given = control->hungry = control->full = control->busy = 0;
  control->cycles = 0;
}

#define SEARCH(name, Set, LISTS)                                                                                                  \
  KERNEL __launch_bounds__(SEARCH_THREADS) name(const u64* adjacent, const u32* weights, const u64* heavy, u64* stacks, u32* heads, u64* queues, \
                                     Control* control, u64* counts, u64* cycles, u64 limit, u32 vertices, u32 longest, u32 depth, \
                                     u32 room, u32 allowed, u32 rounds, u32 words) {                                               \
    search<Set, LISTS>({adjacent, weights, heavy, stacks, heads, queues, control, counts, cycles, limit, vertices, longest,       \
                        depth, room, allowed, rounds, words});                                                                    \
  }
SEARCH(count64, Narrow<1>, false)
SEARCH(count128, Narrow<2>, false)
SEARCH(count256, Narrow<4>, false)
SEARCH(count2048, Wide, false)
SEARCH(list64, Narrow<1>, true)
SEARCH(list128, Narrow<2>, true)
SEARCH(list256, Narrow<4>, true)
SEARCH(list2048, Wide, true)
