package partition

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestRequestStaysTheSame(t *testing.T) {
	r := Request{
		File: "a b.csv.gz", Format: "edgelist", Columns: []string{"from", "to"},
		Input:  Input{Path: "/a b.csv.gz", Bytes: 1 << 40, Modified: time.Now().UTC(), First: "01234567", Last: "89abcdef"},
		Engine: "auto", Method: "bitslice", SliceBits: 64, Strict: true, Parts: "3x2", Memory: 1 << 33, GPUMemory: 1 << 34,
	}
	name := filepath.Join(t.TempDir(), "input.json")
	if err := r.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRequest(name)
	if err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("wrote %+v, read %+v, %v", r, again, err)
	}
	if _, err := ReadPlan(name); !isInputError(err) {
		t.Errorf("a request as a plan: %v", err)
	}
}

func isInputError(err error) bool {
	_, ok := err.(*graph.InputError)
	return ok
}
