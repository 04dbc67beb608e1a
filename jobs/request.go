package jobs

import (
	"reflect"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Request is what is asked for of a job. All processes that take part must agree on it,
// except on the engine and the limits: these are for those that choose none themselves,
// in their [triangle.Options].
type Request struct {
	File      string          `json:"file"`              // a file of the machine that prepares
	Union     []string        `json:"union,omitempty"`   // the files that are one graph, as for [graphio.Options], which File is then the name of
	Format    string          `json:"format,omitempty"`  // as for [graphio.Options]; "" where it is to be recognised
	Columns   []string        `json:"columns,omitempty"` // of a text or table
	Header    string          `json:"header,omitempty"`  // of a text
	Trust     bool            `json:"trust,omitempty"`   // checksums of the input are not compared
	Engine    device.Engine   `json:"engine"`            // device.Auto is the CPU here
	Method    triangle.Method `json:"method"`
	SliceBits int             `json:"slice_bits"`
	OnTheFly  bool            `json:"on_the_fly,omitempty"` // slices are made anew for each edge
	Order     graph.Order     `json:"order,omitempty"`      // "" for that by records, or graph.OrderAverageDegree
	Strict    bool            `json:"strict"`
	Parts     triangle.Parts  `json:"parts"`              // or how many subtasks, about; the zero value for some 256
	Memory    int64           `json:"memory"`             // limits in bytes, for which the parts are cut; 0 for none
	GPUMemory int64           `json:"gpu_memory"`         // of the first GPU, which counts if a process chooses no others
	Colours   int             `json:"colours,omitempty"`  // by so many, from 1 to 184, the graph is cut instead of by ranges; -1 for as many as the memory asks for
	Seed      uint64          `json:"seed,omitempty"`     // of the hash of names, for [Request.Partition]
	Question  string          `json:"question,omitempty"` // "vertices" or "edges" for the triangles of each, on the CPU; "" for those of the graph
}

// subtasks is how many there are, about, where nobody asks for more: so many that
// shards can be balanced.
const subtasks = 256

// complete says what is left open in r.
func (r Request) complete() Request {
	if r.Parts == (triangle.Parts{}) && r.Colours == 0 {
		r.Parts.Subtasks = subtasks
	}
	if r.Order == graph.OrderAuto {
		r.Order = ""
	}
	if len(r.Columns) == 0 {
		r.Columns = nil
	}
	return r
}

// input returns how to open the file.
func (r Request) input(memory int64) graphio.Options {
	return graphio.Options{Union: r.Union, Format: r.Format, Columns: r.Columns, Header: r.Header, Trust: r.Trust, Memory: memory}
}

// differs reports whether a job that was asked for as begun says is another one than
// r asks for. Limits that r does not name may be any.
func (r Request) differs(begun Request) bool {
	begun.File, begun.Union, begun.Trust = r.File, r.Union, r.Trust // the same files, under other names
	if r.Memory == 0 {
		begun.Memory = 0
	}
	if r.GPUMemory == 0 {
		begun.GPUMemory = 0
	}
	return !reflect.DeepEqual(begun, r)
}

// requested is a request in an object of its own.
type requested struct {
	FormatName string  `json:"format"`
	Version    int     `json:"version"`
	Checksum   string  `json:"checksum"`
	Request    Request `json:"request"`
	Input      input   `json:"input"`
}

func (r *requested) kind() (string, int) { return "tricycle-request", 2 }
func (r *requested) seal() *string       { return &r.Checksum }
func (r *requested) head() (*string, *int) {
	return &r.FormatName, &r.Version
}
