package report

import (
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// calledMost is how many letters of the name of a vertex are shown.
const calledMost = 100

// called is the name of a vertex, short enough for a table of many.
func called(labels graph.Labels, v uint32) string { return cut(labels.Label(v), calledMost) }

// cut returns the first letters of a text.
func cut(text string, most int) string {
	for at := range text {
		if most--; most < 0 {
			return text[:at] + "…"
		}
	}
	return text
}

// digits writes a number with so many digits that it can be told in a sentence.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// percent writes a part of a whole.
func percent(part, whole uint64) string {
	if whole == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'g', 3, 64) + "%"
}
