package mistakes

// mistake is an edit of a source, and the smallest tests that should fail of it.
type mistake struct {
	what     string
	in       string // the source that is compiled, from the root of the module
	file     string // beside it, if the edit is there
	old, new string
	tests    string // the package is that which the kernels' is in
}

const (
	gpugraph   = "internal/gpu/gpugraph"
	gpucount   = "internal/gpu/gpucount"
	gputruss   = "internal/gpu/gputruss"
	gpuCycles  = "chordless"
	openCount  = "internal/opencl/clcount"
	openCycles = "internal/opencl/clcycles"
)

// mistakes were chosen before anybody knew which of them are found. One that is not asks for a
// better test, not for another mistake.
var mistakes = []mistake{
	{
		what: "off by one: no end of the last row behind a whole number of steps", in: gpugraph + "/kernels/orient.cu",
		old: "begin <= n; begin +=", new: "begin < n; begin +=", tests: "TestInterpreted(SameAsCPU|Parts|Shapes)$",
	}, {
		what: "missing barrier: keys are written before all are staged", in: gpugraph + "/kernels/sort.cu", file: "sweep.h",
		old: "before - start[t];\n  __syncthreads();", new: "before - start[t];", tests: "TestInterpretedSameAsCPU$",
	}, {
		what: "missing barrier: entries are compared before all are put together", in: gpugraph + "/kernels/buckets.cu",
		old: "rowOf[to] = row;\n    }\n    __syncthreads();", new: "rowOf[to] = row;\n    }", tests: "TestInterpretedBuckets$",
	}, {
		what: "off by one: the last of the long rows is left as it is", in: gpugraph + "/kernels/buckets.cu",
		old: "k = blockIdx.x; k < count;", new: "k = blockIdx.x; k + 1 < count;", tests: "TestInterpretedBuckets$",
	}, {
		what: "wrong mask: a lane counts itself among the later ones", in: gpugraph + "/kernels/read.cu",
		old: "~lanesBelow() & ~(1u << laneIndex());", new: "~lanesBelow();", tests: "TestInterpretedSameAsCPU$",
	}, {
		what: "plain add for an atomic: warps add to the sum of their block", in: gpucount + "/kernels/merge.cu", file: "rows.h",
		old: "atomicAdd(&blockSum, sum);", new: "blockSum += sum;", tests: "TestInterpretedMethods/hubs$",
	}, {
		what: "missing barrier: bits in global memory are tested before all are set", in: gpucount + "/kernels/bitmap.cu",
		old: "nextBatch = 0;\n    __syncthreads();", new: "nextBatch = 0;", tests: "TestInterpretedMethods/wheel$",
	}, {
		what: "the last word is lost where it is not full", in: gpucount + "/kernels/bitslice.cu",
		old: "inside = word * 32 < end;", new: "inside = word * 32 + 32 <= end;", tests: "TestInterpretedMethods/strip$",
	}, {
		what: "off by one: the end of the last row is not loaded", in: gpucount + "/kernels/shared.cu",
		old: "i <= all; i +=", new: "i < all; i +=", tests: "TestInterpretedMethods/hubs$",
	}, {
		what: "shared memory is not cleared: half of a warp's table", in: gpucount + "/kernels/hash.cu",
		old: "i = lane; i < 1u << bits;", new: "i = lane; i < 1u << (bits - 1);", tests: "TestInterpretedMethods/hubs$",
	}, {
		what: "a far entry counts by its bit in the filter alone", in: gpucount + "/kernels/columns.cu",
		old: "hits &= ~(far << 24);", new: "far = 0;", tests: "TestInterpretedColumns$",
	}, {
		what: "off by one: a line is filled up from its second free entry on", in: gpucount + "/kernels/columns.cu",
		old: "lane >= last % LINE &&", new: "lane > last % LINE &&", tests: "TestInterpretedColumns$",
	}, {
		what: "hubs end where the first of them are before the words at hand", in: gpucount + "/kernels/hubs.cu",
		old: "if (which == 0) continue;", new: "if (which == 0) break;", tests: "TestInterpretedHubs$",
	}, {
		what: "each warp sums up from the beginning", in: gpucount + "/kernels/items.cu",
		old: "if (w < warp) mine += sums[w];", new: "", tests: "TestInterpretedScanItems$",
	}, {
		what: "items of a level take one place, however many a vertex has", in: gpucount + "/kernels/items.cu",
		old: "taken + level, end - i);", new: "taken + level, 1u);", tests: "TestInterpretedLevels$",
	}, {
		what: "missing barrier: items are looked up before all are marked", in: gpucount + "/kernels/chunks.cu",
		old: "c.mark(items, 0);\n  }\n  __syncthreads();", new: "c.mark(items, 0);\n  }", tests: "TestInterpretedChunks$",
	}, {
		what: "off by one: the row behind many empty ones is passed over with them", in: gpucount + "/kernels/chunks.cu",
		old: "- 63 + lane;", new: "- 62 + lane;", tests: "TestInterpretedChunks$",
	}, {
		what: "an entry that found its bucket full is not told by it", in: gpucount + "/kernels/chunks.cu",
		old: "atomicOr(slots + 2 * b + 1, PASSED);", new: "", tests: "TestInterpretedChunks$",
	}, {
		what: "off by one: the row behind many empty ones is passed over with them", in: gpucount + "/kernels/wedges.cu",
		old: "rowOf(offsets, rows, e) - 31;", new: "rowOf(offsets, rows, e) - 30;", tests: "TestInterpretedChunks$",
	}, {
		what: "plain decrement for an atomic one", in: gputruss + "/kernels/peel.cu",
		old: "atomicAdd(g.state + e, ~0u) == g.level + 1", new: "g.state[e]-- == g.level + 1", tests: "TestInterpretedAsTheCPU$",
	}, {
		what: "missing barrier: counts of warps are written while others read the last ones", in: gputruss + "/kernels/peel.cu",
		old: "to += sum;\n      __syncthreads();", new: "to += sum;", tests: "TestInterpretedAsTheCPU$",
	}, {
		what: "wrong width: a bit of 64 is shifted in 32", in: gpuCycles + "/internal/kernels/levels.cu",
		old: "toS[at * words + i] = set[i] | (v / 64 == i ? 1ull <<", new: "toS[at * words + i] = set[i] | (v / 64 == i ? 1u <<", tests: "TestInterpretedSetsOfTwoWords$",
	}, {
		what: "missing __syncwarp: donors are read before they are written", in: gpuCycles + "/internal/kernels/search.cu",
		old: "lane | bottom << 5;\n        __syncwarp();", new: "lane | bottom << 5;", tests: "TestInterpretedKernels$",
	},

	{
		what: "missing barrier: sums of items are added before all are there", in: openCount + "/kernels/answers.cl",
		old: "scratch[item] = sum;\n  barrier(CLK_LOCAL_MEM_FENCE);", new: "scratch[item] = sum;", tests: "TestSmall$",
	}, {
		what: "plain increment for an atomic one", in: openCount + "/kernels/answers.cl",
		old: "atomic_inc(answer + a);", new: "answer[a]++;", tests: "TestSmall$",
	}, {
		what: "off by one: the first entry of a row is of the row before", in: openCount + "/kernels/lists.cl",
		old: "step /= 2;\n    if (low + step < rows && offsets[low + step] <= p)", new: "step /= 2;\n    if (low + step < rows && offsets[low + step] < p)", tests: "TestSmall$",
	}, {
		what: "memory is not cleared: the bit of a row's last entry", in: openCount + "/kernels/bitmap.cl",
		old: "p < end; p += items) bits[upper[p] / 32] = 0;", new: "p + 1 < end; p += items) bits[upper[p] / 32] = 0;", tests: "TestSmall$",
	}, {
		what: "missing barrier: marks are read before all are there", in: openCycles + "/kernels/levels.cl",
		old: "u32 tile) {\n  barrier(CLK_LOCAL_MEM_FENCE);", new: "u32 tile) {", tests: "TestSmall$",
	}, {
		what: "wrong width: a bit of 64 is shifted in 32", in: openCycles + "/kernels/levels.cl",
		old: "(v / 64 == w ? (u64)1 << v % 64", new: "(v / 64 == w ? 1u << v % 64", tests: "TestSmall$",
	}, {
		what: "the last tile is lost where it is not full", in: openCycles + "/kernels/levels.cl",
		old: "(ids + TILE - 1) / TILE) * group", new: "ids / TILE) * group", tests: "TestSmall$",
	},
}
