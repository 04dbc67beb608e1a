package cli

import (
	"context"
	"errors"
	"iter"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/table"
)

// rowTarget is where rows of answers go.
type rowTarget struct {
	path string
	form string

	target   table.Target // once it was checked
	expected *table.Table // that room was looked for; nil where its rows are not known
}

func (t *rowTarget) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&t.path, "output", "o", "-", "`file` to write, or folder for .npy files; - is standard output")
	addChoice(cmd, &t.form, "to", "form of the output", append([]string{bySuffix}, table.Forms()...))
}

// check finds a wrong target before long work begins.
func (t *rowTarget) check(cmd *cobra.Command, inputs ...string) error {
	form := t.form
	if form == bySuffix {
		form = ""
	}
	if t.path == "" {
		return usagef("the name of the output is empty; is a variable of the shell not set?")
	}
	var err error
	if t.target, err = table.TargetOf(t.path, form); err != nil {
		return &usageError{message: err.Error(), command: cmd.CommandPath()}
	}
	if err := keepInput(t.path, inputs...); err != nil {
		return err
	}
	return writeError(t.path, t.target.Check())
}

// checkRoom refuses a table for which the disk surely has too little room, before what
// stands there is counted. It has so many rows, of which top are wanted; 0 stands for all.
func (t *rowTarget) checkRoom(columns []table.Column, vertices, rows uint64, top int) error {
	if top > 0 {
		rows = min(rows, uint64(top))
	}
	t.expected = &table.Table{Columns: columns, Vertices: int(vertices), Rows: graph.Known(rows)}
	return t.target.CheckRoom(t.expected)
}

// besideGPU is check, and then takes the room that it has found where the answer comes from
// GPUs: the machine's cores have little else to do until it is there.
func (t *rowTarget) besideGPU(ctx context.Context, devices *device.Group, check func(vertices, edges uint64) error) func(vertices, edges uint64) error {
	return func(vertices, edges uint64) error {
		t.expected = nil
		err := check(vertices, edges)
		if err == nil && t.expected != nil && (*gpu.Group)(devices).IsOpened() {
			t.target = t.target.Reserve(ctx, t.expected)
		}
		return err
	}
}

// write lets fill write the rows of a table, which is there when it is complete: after
// an error nothing is left of it.
func (t *rowTarget) write(cmd *cobra.Command, rows *table.Table, threads int, fill func(w *table.Writer) error) error {
	w, err := t.target.Create(cmd.Context(), cmd.OutOrStdout(), rows, threads)
	if err != nil {
		return t.failed(err)
	}
	defer w.Discard()
	if err := fill(w); err != nil {
		return t.failed(err)
	}
	return t.failed(w.Commit())
}

// failed names the output, but for errors that are not of writing to it.
func (t *rowTarget) failed(err error) error {
	var disk *lists.DiskError
	if errors.As(err, &disk) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return writeError(t.path, err)
}

// writeSome writes rows of which nobody knows how many they are; set sets the values of
// one.
func writeSome[R any](w *table.Writer, columns int, rows iter.Seq[R], set func(rows table.Batch, i int, row R)) error {
	const most = 1 << 12
	batch := make(table.Batch, columns)
	for i := range batch {
		batch[i] = table.Values{Uint32s: make([]uint32, most), Floats: make([]float64, most)}
	}
	n := 0
	for row := range rows {
		set(batch, n, row)
		if n++; n == most {
			if err := w.Write(batch); err != nil {
				return err
			}
			n = 0
		}
	}
	for i := range batch {
		batch[i] = table.Values{Uint32s: batch[i].Uint32s[:n], Floats: batch[i].Floats[:n]}
	}
	return w.Write(batch)
}
