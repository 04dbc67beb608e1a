package graph

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// edgesBatch is how many edges in memory are emitted at a time.
const edgesBatch = 1 << 14

// FromEdges returns a source over edges in memory, which must not change while
// it is used. Their ids are the vertices: no others are declared.
func FromEdges(edges []Edge) Source { return edgeSlice(edges) }

type edgeSlice []Edge

func (s edgeSlice) Info() Info {
	records := Known(len(s))
	return Info{Name: "edges in memory", Format: "memory", Records: records, MaxRecords: records, MaxID: math.MaxUint32, Rereadable: true, Direct: true}
}

func (s edgeSlice) Read(ctx context.Context, workers int, emit func(worker int, b Batch) error) (Summary, error) {
	return Summary{Records: uint64(len(s))}, par.Chunks(ctx, workers, len(s), edgesBatch, func(worker, begin, end int) error {
		return emit(worker, Batch{Edges: s[begin:end:end]})
	})
}

func (s edgeSlice) Close() error { return nil }

// FromSeq returns a source over the edges that seq yields, ids of 64 bits
// included. It can be read once.
func FromSeq(seq iter.Seq2[uint64, uint64]) Source { return &edgeSeq{seq: seq} }

type edgeSeq struct {
	seq  iter.Seq2[uint64, uint64]
	read bool
}

func (s *edgeSeq) Info() Info { return Info{Name: "edges of a sequence", Format: "memory"} }

func (s *edgeSeq) Read(ctx context.Context, _ int, emit func(worker int, b Batch) error) (sum Summary, err error) {
	if s.read {
		return sum, errors.New("graph: the edges of a sequence can be read once")
	}
	s.read = true
	var batch Batch
	flush := func() error {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		n := len(batch.Edges) + len(batch.Wide)
		sum.Records += uint64(n)
		err := emit(0, batch)
		batch.Edges, batch.Wide = batch.Edges[:0], batch.Wide[:0]
		return err
	}
	batch.Edges = slices.Grow(batch.Edges, edgesBatch)
	for u, v := range s.seq {
		if max(u, v) <= math.MaxUint32 {
			batch.Edges = append(batch.Edges, Edge{uint32(u), uint32(v)})
		} else {
			batch.Wide = append(batch.Wide, WideEdge{u, v})
		}
		if len(batch.Edges)+len(batch.Wide) == edgesBatch {
			if err := flush(); err != nil {
				return sum, err
			}
		}
	}
	return sum, flush()
}

func (s *edgeSeq) Close() error { return nil }
