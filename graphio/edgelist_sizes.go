package graphio

import (
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// sizeLine is a first line that may tell sizes: a lone "n" or "m", "n m" with
// or without more, or "n n m". It is held back until the rest was read.
type sizeLine struct {
	line     int64
	numbers  []uint64  // with which it begins, three at most
	edge     bool      // it could be an edge as well
	weights  []float64 // with this one, where it is asked for
	vertices uint64    // in the rest of the file, where that was in sight; otherwise 0
}

// verdict says how far a first line fits the rest as sizes.
type verdict int

const (
	fitsNot verdict = iota
	fitsInPart
	fitsWholly
)

// judge compares the line with the rest of the file. It fits wholly where the
// records number m and no id exceeds n, whether ids count from 0 or from 1.
func (l *sizeLine) judge(rest tally) verdict {
	n, last := l.numbers[0], l.numbers[len(l.numbers)-1]
	if n > math.MaxUint32 {
		return fitsNot // no graph is as large
	}
	within := rest.largest < n || rest.largest == n && rest.smallest > 0
	if len(l.numbers) == 1 {
		// The number of vertices, or that of edges.
		if rest.records > 0 && (within || rest.records == n) {
			return fitsWholly
		}
		return fitsNot
	}
	edges := []uint64{l.numbers[1]}
	if len(l.numbers) == 3 && l.numbers[1] == n {
		edges = append(edges, last)
	}
	numbered := slices.Contains(edges, rest.records)
	switch {
	case rest.records == 0:
		// An edge, or the sizes of a graph without one.
		if n > 0 && last == 0 {
			return fitsInPart
		}
		return fitsNot
	case numbered && within:
		return fitsWholly
	case numbered && rest.records >= 3 && l.vertices <= n:
		return fitsInPart // its ids may have gaps
	case rest.records == n && n >= 3 && len(l.numbers) == 2 && rest.largest <= l.numbers[1], within && rest.records == n+l.numbers[1]:
		// The number of edges first, or a line for each vertex before them.
		return fitsInPart
	case within:
		// With both directions of each edge, with loops beside them, or cut
		// short. The first line of a list of edges has no such second number
		// but in lists of few edges, or of chains that count down.
		if slices.ContainsFunc(edges, func(m uint64) bool { return m >= (rest.records+1)/2 }) {
			return fitsInPart
		}
	}
	return fitsNot
}

// settle says whether the first line told sizes, or refuses the file.
func (l *sizeLine) settle(in *input, rest tally) (sizes bool, err error) {
	fits := l.judge(rest)
	switch {
	case fits == fitsWholly:
		return true, nil
	case fits == fitsNot && l.edge:
		return false, nil
	}
	found := fmt.Sprintf("%d edges", rest.records)
	if rest.records > 0 {
		found += fmt.Sprintf(" of ids %d to %d", rest.smallest, rest.largest)
	}
	choices := []Choice{{"a file whose first line is no edge", in.with(Options{Header: "yes"})}}
	expected := fmt.Sprintf("edges that agree with the sizes in the first line, %s", l)
	if l.edge {
		expected = fmt.Sprintf("a first line that is either an edge or tells the sizes of the graph, and not %s", l)
		choices = append(choices, Choice{"a list of edges from the first line on", in.with(Options{Header: "no"})})
	}
	return false, &graph.InputError{File: in.name, Line: l.line, Expected: expected, Found: found,
		Err: &UnclearError{Looks: "an edge list with sizes in its first line", Choices: choices}}
}

func (l *sizeLine) String() string {
	text := fmt.Sprint(l.numbers[0])
	for _, number := range l.numbers[1:] {
		text += fmt.Sprintf(" %d", number)
	}
	return text
}

// parseSizes returns the line as one that may tell sizes, or nil.
func parseSizes(line int64, first cells) *sizeLine {
	sizes := &sizeLine{line: line}
	for _, f := range first.fields {
		number, ok, _ := parseID(f.text)
		if !ok || f.quoted || len(sizes.numbers) == 3 {
			break
		}
		sizes.numbers = append(sizes.numbers, number)
	}
	if len(sizes.numbers) == 0 {
		return nil
	}
	return sizes
}
