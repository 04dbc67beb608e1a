package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// reading is what commands that read graph files have in common: flags, and the
// way from the name of a file to its graph and back to a closed file.
type reading struct {
	*common
	input  input
	limits limits
}

func (r *reading) addTo(cmd *cobra.Command) { r.addBeside(cmd, 0) }

// addBeside is addTo for a command that takes names of so many outputs behind those of its
// inputs.
func (r *reading) addBeside(cmd *cobra.Command, outputs int) {
	r.addAloneTo(cmd)
	r.input.addUnionTo(cmd, outputs)
}

// addAloneTo is addTo for a command that has no choice of a union.
func (r *reading) addAloneTo(cmd *cobra.Command) {
	r.input.addTo(cmd, &r.limits)
	r.limits.addTo(cmd)
}

// open opens a file for body and closes it afterwards. A graph and its labels may
// live in the file, so body also prints what needs them.
func (r *reading) open(cmd *cobra.Command, name string, body func(src graph.Source) error) (err error) {
	src, err := r.input.open(cmd, name)
	if err != nil {
		return err
	}
	defer loading.Close(src, &err)
	return body(src)
}

// openEach opens one file after the other.
func (r *reading) openEach(cmd *cobra.Command, names []string, body func(name string, src graph.Source) error) error {
	return eachFile(cmd, names, func(name string) error {
		return r.open(cmd, name, func(src graph.Source) error { return body(name, src) })
	})
}

// start returns the limits of the command for a piece of work, whose progress a bar
// shows until stop is called.
func (r *reading) start(cmd *cobra.Command) (opt graph.Options, stop func()) {
	meter := new(graph.Meter)
	return r.limits.options(meter), watch(cmd, r.quiet, meter)
}
