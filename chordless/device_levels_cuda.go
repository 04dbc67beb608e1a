package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/chordless/internal/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// cudaLevels is the kernels of levels on a GPU. As in the paper the degree
// labeling is made on the CPU.
type cudaLevels struct {
	*gpurun.Run
	search    *search
	row       int // words of a row of S
	maxDegree int

	triplets gpurun.Kernel[kernels.TripletsArgs]
	expand   gpurun.Kernel[kernels.ExpandArgs]

	offsets, neighbors, weights, labels gpu.Array[uint32]
	counts                              gpu.Array[uint64] // holes by length
	counters                            gpu.Array[uint64] // counterPaths ...
	sides                               [2]levelPaths

	listed gpu.Array[uint64]
	copier *gpurun.Copier
}

// The counters of the kernels.
const (
	counterPaths = iota
	counterHoles
	counterTriangles
	levelCounters
)

// levelPaths is the memory of a stack of paths.
type levelPaths struct {
	sets    gpu.Array[uint64]
	vectors [4]gpu.Array[uint32] // V1, V2, VL and the lengths
	room    int
}

// behind returns the arrays behind so many paths, whose sets have so many words.
func (p *levelPaths) behind(paths, row int) (sets gpu.Array[uint64], vectors [4]gpu.Array[uint32]) {
	for i, vector := range p.vectors {
		vectors[i] = vector.Slice(paths, p.room)
	}
	return p.sets.Slice(paths*row, p.room*row), vectors
}

// newCUDALevels puts an atom on a GPU.
func newCUDALevels(dev *gpu.Device, s *search) *cudaLevels {
	a := s.atom
	l := &cudaLevels{Run: gpurun.Again(dev), search: s, row: setWords(a.size()), maxDegree: a.maxDegree()}
	l.triplets = gpurun.Find(l.Run, kernels.Triplets, kernels.LevelThreads, 0)
	l.expand = gpurun.Find(l.Run, kernels.Expand, kernels.LevelThreads, 0)
	l.offsets, l.neighbors, l.weights = gpurun.Upload(l.Run, a.offsets), gpurun.Upload(l.Run, a.neighbors), gpurun.Upload(l.Run, a.weights())
	l.labels = gpurun.Upload(l.Run, s.label)
	l.counts = gpurun.Array[uint64](l.Run, len(a.members)+2)
	l.counters = gpurun.Array[uint64](l.Run, levelCounters)
	return l
}

func (l *cudaLevels) Failed() error    { return l.Err }
func (l *cudaLevels) PathBytes() int64 { return int64(8*l.row + 16) }
func (l *cudaLevels) Begin()           { gpurun.Zero(l.Run, l.counts) }
func (l *cudaLevels) Counts() []uint64 { return gpurun.Read(l.Run, l.counts) }

func (l *cudaLevels) List(holes, lanes int) {
	l.listed = gpurun.Array[uint64](l.Run, holes*l.row)
	l.copier = gpurun.NewCopier(l.Run, lanes, 1, ringWords(l.row, holes))
}

func (l *cudaLevels) Fetch(lane, begin, end int) (words []uint64, err error) {
	words, l.Err = gpurun.Fetch(l.copier.Lane(lane), l.listed.Slice(begin, end))
	return words, l.Err
}

// Widen has always the memory: there is room for it, or it fails.
func (l *cudaLevels) Widen(side, paths, room int) bool {
	from, to := &l.sides[side], levelPaths{room: room}
	to.sets = gpurun.Array[uint64](l.Run, room*l.row)
	vectors := gpurun.Array[uint32](l.Run, len(to.vectors)*room)
	if l.Err != nil {
		return false
	}
	for i := range to.vectors {
		to.vectors[i] = vectors.Slice(i*room, (i+1)*room)
		gpurun.Copy(l.Run, to.vectors[i].Slice(0, paths), from.vectors[i].Slice(0, paths))
	}
	gpurun.Copy(l.Run, to.sets.Slice(0, paths*l.row), from.sets.Slice(0, paths*l.row))
	*from = to
	return true
}

func (l *cudaLevels) Triplets(_ context.Context, first, last int) (paths, triangles uint64) {
	gpurun.Zero(l.Run, l.counters)
	to := &l.sides[1]
	l.triplets.Launch(kernels.TripletsArgs{
		V: l.offsets, E: l.neighbors, Labels: l.labels, N: uint32(l.search.atom.size()), MaxDegree: uint32(l.maxDegree),
		Weights: l.weights, Longest: longestOf(l.search.atom, l.search.query.longest), First: uint32(first), Last: uint32(last),
		S: to.sets, V1: to.vectors[0], V2: to.vectors[1], VL: to.vectors[2], Lengths: to.vectors[3],
		Count: l.counter(counterPaths), Triangles: l.counter(counterTriangles),
	})
	found := gpurun.Read(l.Run, l.counters)
	return found[counterPaths], found[counterTriangles]
}

func (l *cudaLevels) Extend(_ context.Context, step, begin, count, to int) (paths, holes uint64) {
	from := &l.sides[step%2]
	gpurun.Zero(l.Run, l.counters)
	toSets, toVectors := l.sides[1-step%2].behind(to, l.row)
	l.expand.Launch(kernels.ExpandArgs{
		V: l.offsets, E: l.neighbors, Labels: l.labels, N: uint32(l.search.atom.size()), MaxDegree: uint32(l.maxDegree),
		Weights: l.weights, Longest: longestOf(l.search.atom, l.search.query.longest),
		S: from.sets, V1: from.vectors[0], V2: from.vectors[1], VL: from.vectors[2], Lengths: from.vectors[3],
		Begin: uint64(begin), Paths: uint32(count),
		ToS: toSets, ToV1: toVectors[0], ToV2: toVectors[1], ToVL: toVectors[2], ToLengths: toVectors[3],
		Count: l.counter(counterPaths), C: l.listed, Found: l.counter(counterHoles), Counts: l.counts,
	})
	found := gpurun.Read(l.Run, l.counters)
	return found[counterPaths], found[counterHoles]
}

func (l *cudaLevels) counter(i int) gpu.Array[uint64] { return l.counters.Slice(i, i+1) }
