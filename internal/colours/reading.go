package colours

// Reading is what all tasks of a plan read together, by colours and by ranges of rows.
type Reading struct {
	Colours       int    `json:"colours"`
	Subtasks      int    `json:"subtasks"`
	TaskEdges     uint64 `json:"task_edges"` // of a triple, about: there are 6/colours² of all edges
	TaskBytes     int64  `json:"task_bytes"` // held while one is counted
	CellBytes     uint64 `json:"cell_bytes"` // on the disk
	ReadBytes     uint64 `json:"read_bytes"` // each edge colours-1 times
	Ranges        int    `json:"ranges"`     // of rows, for the same limits
	RangesFit     bool   `json:"ranges_fit"` // the limits surely; else they are for more memory
	RangeSubtasks int    `json:"range_subtasks"`
	BlockBytes    uint64 `json:"block_bytes"`
	RangeBytes    uint64 `json:"range_bytes"` // that are read: ranges/2+1 times the blocks
	Less          string `json:"less"`        // what reads less: "colours" or "ranges"
}

// Compare completes what is known of so many edges of ids of so many bytes.
func (r *Reading) Compare(edges uint64, width int) {
	r.Subtasks = Size(r.Colours)
	r.CellBytes = edges * 2 * uint64(width)
	r.ReadBytes = r.CellBytes * uint64(max(r.Colours-1, 1))
	r.BlockBytes = 4 * edges
	r.RangeBytes = r.BlockBytes/2*uint64(r.Ranges) + r.BlockBytes
	r.Less = "ranges"
	if r.ReadBytes < r.RangeBytes || !r.RangesFit {
		r.Less = "colours"
	}
}
