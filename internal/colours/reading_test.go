package colours

import "testing"

// TestLess compares what fits the limits before what reads less.
func TestLess(t *testing.T) {
	for _, x := range []struct {
		colours, ranges     int
		taskFits, rangeFits bool
		fewer, less         string
	}{
		{4, 40, true, true, "colours", "colours"},
		{4, 40, false, true, "colours", "ranges"},
		{4, 40, false, false, "colours", "colours"},
		{18, 4, true, true, "ranges", "ranges"},
		{18, 4, true, false, "ranges", "colours"},
		{18, 4, false, false, "ranges", "ranges"},
	} {
		r := &Reading{Colours: x.colours, Ranges: x.ranges, TaskFits: x.taskFits, RangesFit: x.rangeFits}
		r.Compare(1<<20, 4, 1)
		if r.Less != x.less || r.Fewer() != x.fewer {
			t.Errorf("%+v: %s reads less, and %s does of those that fit", x, r.Fewer(), r.Less)
		}
	}
}
