package jobs

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// counted is a finished subtask.
type counted struct {
	Subtask   partition.Subtask `json:"subtask"`
	Triangles uint64            `json:"triangles"`

	// All is for all subtasks of a plan by colours, of which the triangles are told in one
	// number: the graph's. There is no Subtask then.
	All bool `json:"all,omitempty"`

	// What else a task of colours tells of a graph that no process has seen as a whole.
	Vertices uint64 `json:"vertices,omitempty"` // of a single colour
	Edges    uint64 `json:"edges,omitempty"`    // without duplicates
	Wedges   string `json:"wedges,omitempty"`   // decimal, of the task
	Across   string `json:"across,omitempty"`   // of the cell between the colours of a pair
}

// check says where a count cannot be.
func (w *work) check(c counted) error {
	if c.All {
		if !w.plan.toldAtOnce() || c != (counted{All: true, Triangles: c.Triangles}) || c.Triangles > w.mostOfAll() {
			return fmt.Errorf("%w: all subtasks have %d triangles", errDamaged, c.Triangles)
		}
		return nil
	}
	if most := w.most(c.Subtask); c.Triangles > most {
		return fmt.Errorf("%w: subtask %v has %d triangles of %d at most", errDamaged, c.Subtask, c.Triangles, most)
	}
	return nil
}

// sum adds up subtasks of p, and says where the sum cannot be; [graph.ErrOverflow]
// where 64 bits do not hold it.
func (p *plan) sum(all []counted) (uint64, error) {
	sum, err := p.sumOf(all)
	if err != nil {
		return 0, err
	}
	if p.Graph.Wedges != nil && !p.Graph.holds(sum) {
		return 0, fmt.Errorf("%w: %d triangles have three wedges each, and there are %v", errDamaged, sum, p.Graph.Wedges)
	}
	return sum, nil
}

// Shard is what one process counted of a job: a shard, or some subtasks of it.
// [Shard.WriteTo] and [ReadShard] take it to whoever adds up.
type Shard struct {
	Plan      string        `json:"plan"` // its ID
	Shard     int           `json:"shard"`
	Shards    int           `json:"shards"`
	Engine    device.Engine `json:"engine"` // that counted
	Device    string        `json:"device,omitempty"`
	Note      string        `json:"note,omitempty"`   // as in [triangle.Result]
	Seconds   float64       `json:"seconds"`          // that it took
	PeakBytes int64         `json:"peak_bytes"`       // of memory, where somebody measured it
	Vector    string        `json:"vector,omitempty"` // name of what it found of vertices or edges

	counted []counted
	path    string
}

// shardDocument is a shard as it is written down.
type shardDocument struct {
	FormatName string `json:"format"`
	Version    int    `json:"version"`
	Checksum   string `json:"checksum"`
	Shard
	Counted []counted `json:"counted"`
}

func (d *shardDocument) kind() (string, int) { return "tricycle-shard", 2 }
func (d *shardDocument) seal() *string       { return &d.Checksum }
func (d *shardDocument) head() (*string, *int) {
	return &d.FormatName, &d.Version
}

func (s *Shard) document() *shardDocument { return &shardDocument{Shard: *s, Counted: s.counted} }

// shard returns what d says, and calls it name in messages. The error says what in it
// cannot be.
func (d *shardDocument) shard(name string) (*Shard, error) {
	s := d.Shard
	s.counted = d.Counted
	return &s, s.check(name)
}

// newShard returns a shard of p.
func (p *plan) newShard(number, of int, all []counted) *Shard {
	return &Shard{Plan: p.ID, Shard: number, Shards: of, counted: append([]counted{}, all...)}
}

// WriteTo writes s as JSON.
func (s *Shard) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(encode(s.document()))
	return int64(n), err
}

// ReadShard reads what [Shard.WriteTo] wrote, and calls it name in messages. The error
// is a [*graph.InputError].
func ReadShard(r io.Reader, name string) (*Shard, error) {
	data, err := readAtMost(r, mostDocument)
	if err != nil {
		return nil, notRead(name, err)
	}
	d := new(shardDocument)
	if err := decode(name, data, d); err != nil {
		return nil, err
	}
	return d.shard(name)
}

// check says what in s cannot be, and names it.
func (s *Shard) check(name string) error {
	s.path = name
	if s.Shards < 1 || s.Shards > partition.MaxShards || s.Shard < 1 || s.Shard > s.Shards {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: there is no %s", errDamaged, s.name())}
	}
	if s.Seconds < 0 || s.PeakBytes < 0 {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: %g seconds and %d bytes cannot be", errDamaged, s.Seconds, s.PeakBytes)}
	}
	return nil
}

// name says which shard s is.
func (s *Shard) name() string { return fmt.Sprintf("shard %d/%d", s.Shard, s.Shards) }
