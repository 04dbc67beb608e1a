package triangle_test

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestInterpretedAnswers asks for vertices, edges and the truss of small graphs, whose kernels
// are interpreted.
func TestInterpretedAnswers(t *testing.T) {
	orders := graph.Orders
	if testing.Short() {
		orders = orders[:1]
	}
	answersOfAllTriples(t, (*device.Group)(gputest.Group(t, 0, 1)), orders)
}

// TestInterpretedAnswersInParts has two devices share them.
func TestInterpretedAnswersInParts(t *testing.T) {
	grids := []triangle.Parts{{Rows: 3, Columns: 2}, {Rows: 5, Columns: 1}, {Subtasks: 9}}
	if testing.Short() {
		grids = grids[:1]
	}
	answersInParts(t, (*device.Group)(gputest.Group(t, 0, 2)), grids)
}
