package jobs

import (
	"reflect"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

func TestRequestStaysTheSame(t *testing.T) {
	r := &requested{
		Request: Request{
			File: "a b.csv.gz", Format: "edgelist", Columns: []string{"from", "to"}, Header: "no", Trust: true,
			Engine: "auto", Method: "bitslice", SliceBits: 64, OnTheFly: true, Strict: true, Parts: triangle.Parts{Rows: 3, Columns: 2}, Memory: 1 << 33, GPUMemory: 1 << 34,
		},
		Input: input{Path: "/a b.csv.gz", Bytes: 1 << 40, Modified: time.Now().UTC(), First: "01234567", Last: "89abcdef"},
	}
	files := new(objectfs.Memory)
	if err := writeSealed(t.Context(), files, requestName, r); err != nil {
		t.Fatal(err)
	}
	again := new(requested)
	if err := readSealed(t.Context(), files, requestName, again); err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("wrote %+v, read %+v, %v", r, again, err)
	}
	if err := readSealed(t.Context(), files, requestName, new(plan)); !isInputError(err) {
		t.Errorf("a request as a plan: %v", err)
	}
	job, err := Open(t.Context(), files)
	if err != nil || job.Prepared() || !reflect.DeepEqual(job.Request, r.Request) {
		t.Errorf("opened %+v, %v", job, err)
	}
	if id, size, result := job.ID(), job.BlockBytes(), job.Result(); id != "" || size != 0 || result != nil || job.Taken() {
		t.Errorf("what is not prepared has ID %q, %d bytes, %v", id, size, result)
	}
	for what, call := range map[string]func() error{
		"Run":   func() error { return job.Run(t.Context(), 1, 1, triangle.Options{}) },
		"Count": func() error { _, err := job.Count(t.Context(), triangle.Options{}); return err },
		"Shard": func() error { _, err := job.Shard(t.Context(), 1, 1, triangle.Options{}); return err },
		"Merge": func() error { _, err := job.Merge(t.Context()); return err },
		"Sum":   func() error { _, err := job.Sum(); return err },
	} {
		if err := call(); !isInputError(err) {
			t.Errorf("%s of what is not prepared: %v", what, err)
		}
	}
}

func isInputError(err error) bool {
	_, ok := err.(*graph.InputError)
	return ok
}
