package colours

// Reading is what all tasks of a plan read together, by colours and by ranges of rows.
type Reading struct {
	Colours       int    `json:"colours"`
	Edges         uint64 `json:"-"` // of the graph, of which others speak, too
	Subtasks      int    `json:"subtasks"`
	TaskEdges     uint64 `json:"task_edges"` // of a triple, about: there are 6/colours² of all edges
	TaskBytes     int64  `json:"task_bytes"` // held while one is counted
	TaskFits      bool   `json:"task_fits"`  // the limits surely; else it takes more memory
	CellBytes     uint64 `json:"cell_bytes"` // on the disk
	Readings      int    `json:"readings"`   // of its cells by a task
	ReadBytes     uint64 `json:"read_bytes"`
	Ranges        int    `json:"ranges"`     // of rows, for the same limits
	RangesFit     bool   `json:"ranges_fit"` // the limits surely; else they are for more memory
	RangeSubtasks int    `json:"range_subtasks"`
	BlockBytes    uint64 `json:"block_bytes"`
	RangeBytes    uint64 `json:"range_bytes"` // that are read: ranges/2+1 times the blocks
	Less          string `json:"less"`        // what reads less, of those that fit the limits: "colours" or "ranges"
}

// Compare completes what is known of so many edges of ids of so many bytes, whose tasks
// read their cells so often. An edge is in colours-1 tasks, and once more, alone, if both
// of its ends have one colour: that are one of so many.
func (r *Reading) Compare(edges uint64, width, readings int) {
	r.Edges, r.Subtasks, r.Readings = edges, Size(r.Colours), readings
	r.CellBytes = edges * 2 * uint64(width)
	r.ReadBytes = uint64(readings) * (r.CellBytes*uint64(r.Colours-1) + r.CellBytes/uint64(r.Colours))
	r.BlockBytes = 4 * edges
	r.RangeBytes = r.BlockBytes/2*uint64(r.Ranges) + r.BlockBytes
	r.Less = r.Fewer()
	switch {
	case r.TaskFits && !r.RangesFit:
		r.Less = "colours"
	case r.RangesFit && !r.TaskFits:
		r.Less = "ranges"
	}
}

// Fewer is what reads fewer bytes, whether it fits the limits or not.
func (r *Reading) Fewer() string {
	if r.ReadBytes < r.RangeBytes {
		return "colours"
	}
	return "ranges"
}
