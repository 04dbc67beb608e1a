package graphio

import (
	"bytes"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// looksLikeMatrix is what the messages have that say so.
const looksLikeMatrix = "dense matrix"

// asMatrix opens a text as a matrix that edge lists refuse, if it is certain that it
// is the adjacency matrix of a graph: one that they refuse as a matrix, or any other
// text in which rows and columns have the same names. Otherwise it returns nil.
func (in *input) asMatrix(looks bool) graph.Source {
	f := &denseMatrixFormat
	opened, err := f.open(in)
	if err != nil {
		return nil
	}
	s := opened.(*squareMatrix)
	if labelled := s.named && s.columns != nil; !labelled && !looks || !s.isAdjacency(labelled) {
		return nil
	}
	in.format, in.recognised = f.name, "every line in sight"
	return s
}

// isAdjacency says that the rows in sight are those of an adjacency matrix: no
// value is negative, and it has the same names for rows and columns, is symmetric
// or has nothing on its diagonal. One that is not of zeros and ones has a zero
// elsewhere, too, or it could be of distances.
func (s *squareMatrix) isAdjacency(labelled bool) bool {
	const (
		least  = 3  // columns: with fewer it is a list of pairs
		enough = 64 // rows, where there are more than are in sight
	)
	all := s.in.all
	text := s.in.head[s.start.offset:]
	if !all {
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	var b block
	b.set(slices.Clone(text), 0)
	type entry [2]uint32
	values := make(map[entry]float64)
	p := &denseRows{matrix: s, names: make([]string, s.n), counting: true}
	p.weighted = true
	p.emit = func(found graph.Batch) error {
		for i, e := range found.Edges {
			values[entry{e.U, e.V}] = found.Weights[i]
		}
		return nil
	}
	if s.n < least && !labelled || p.parse(&b) != nil || all && p.row != s.n || !all && p.row < enough {
		return false
	}
	hollow, symmetric, bits := true, true, true
	if labelled && !slices.Equal(p.names[:p.row], s.columns[:p.row]) {
		return false
	}
	for e, value := range values {
		if value < 0 {
			return false
		}
		bits = bits && value == 1
		hollow = hollow && e[0] != e[1]
		symmetric = symmetric && (int(e[1]) >= p.row || values[entry{e[1], e[0]}] == value)
	}
	most := p.row * s.n // entries
	return (labelled || hollow || symmetric) && len(values) > 0 && (bits || len(values) < most-p.row)
}
