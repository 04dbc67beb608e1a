package table

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/inorder"
	"github.com/tricycle-graph/tricycle/internal/rowgroups"
)

// Writer writes a table. It is for one goroutine: Write or Fill, then Commit;
// Discard in a defer leaves nothing of what was not committed.
type Writer struct {
	ctx     context.Context
	out     *output
	table   *Table
	encoder encoder
	chunks  *inorder.Queue[chunk]
	current *inorder.Item[chunk] // is being filled by Write, or nil
	rows    int                  // so far
	flow    flow
}

// mostRows is how many rows all workers together encode at once, so that many
// threads do not take much memory for large chunks.
const mostRows = 1 << 24

// encoder writes the chunks of a table in one form.
type encoder interface {
	// chunkRows returns how many rows each chunk has but the last.
	chunkRows() int
	// anyRows says that any chunk may have fewer, so that its rows need not wait.
	anyRows() bool
	// begin writes what stands before the rows.
	begin() error
	// encode makes bytes of a chunk, for several chunks at once.
	encode(c *chunk) error
	// write writes a chunk, for one at a time, in order.
	write(c *chunk) error
	// end writes what stands behind all rows.
	end(rows int) error
}

// chunk is a run of rows on its way.
type chunk struct {
	first   int // row
	rows    int
	columns Batch
	fill    func(first int, rows Batch) error // or nil where the columns are there
	text    []byte                            // what they are encoded to
	group   *rowgroups.Group                  // the same for Parquet, or nil
}

func newWriter(ctx context.Context, out *output, table *Table) (*Writer, error) {
	e, err := out.target.form.encoder(out, table)
	if err != nil {
		return nil, err
	}
	if err := e.begin(); err != nil {
		return nil, err
	}
	w := &Writer{ctx: ctx, out: out, table: table, encoder: e}
	w.chunks = inorder.New(min(out.workers(), mostRows/e.chunkRows()), func() func(*chunk) error { return w.encode }, e.write)
	if e.anyRows() && out.flows(table) {
		w.flow.begin(w.sendSome)
	}
	return w, nil
}

// encode lets a worker fill a chunk and make bytes of it.
func (w *Writer) encode(c *chunk) error {
	if c.fill != nil {
		if err := c.fill(c.first, c.columns); err != nil {
			return err
		}
	}
	return w.encoder.encode(c)
}

// Write adds rows. The batch is the caller's again when it returns. An error may
// be that of rows that were written before.
func (w *Writer) Write(b Batch) error {
	w.flow.mu.Lock()
	defer w.flow.mu.Unlock()
	rows, err := w.table.rows(b)
	if err != nil {
		return err
	}
	if err := w.more(rows); err != nil {
		return err
	}
	size := w.encoder.chunkRows()
	for begin := 0; begin < rows; {
		if w.current == nil {
			if err := w.failed(); err != nil {
				return err
			}
			w.current = w.take()
		}
		c := &w.current.Value
		end := min(rows, begin+size-c.rows)
		for i := range c.columns {
			c.columns[i].append(&b[i], w.table.Columns[i].Kind, begin, end)
		}
		c.rows += end - begin
		w.rows += end - begin
		if begin = end; c.rows == size {
			w.send()
		}
	}
	return nil
}

// Fill writes all rows of a table, which knows how many. Workers call fill for
// runs of rows, several at once: it is to set the values in rows, the first of
// which is row first of the table. No row may have been written before.
func (w *Writer) Fill(fill func(first int, rows Batch) error) error {
	rows, size := int(w.table.Rows.Get()), w.encoder.chunkRows()
	for ; w.rows < rows; w.send() {
		if err := w.failed(); err != nil {
			return err
		}
		w.current = w.take()
		c := &w.current.Value
		c.rows = min(size, rows-w.rows)
		for i := range c.columns {
			c.columns[i].resize(w.table.Columns[i].Kind, c.rows)
		}
		c.fill = fill
		w.rows += c.rows
	}
	return nil
}

// more says whether so many more rows may come.
func (w *Writer) more(rows int) error {
	if w.table.Rows.Known() && int64(rows) > w.table.Rows.Get()-int64(w.rows) {
		return fmt.Errorf("more than the %d rows of a table", w.table.Rows.Get())
	}
	return nil
}

// failed returns why nothing more is to be done, if so.
func (w *Writer) failed() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return w.chunks.Err()
}

// take returns an empty chunk.
func (w *Writer) take() *inorder.Item[chunk] {
	item := w.chunks.Take()
	c := &item.Value
	c.first, c.rows, c.fill, c.text = w.rows, 0, nil, c.text[:0]
	if c.columns == nil {
		c.columns = make(Batch, len(w.table.Columns))
	}
	for i := range c.columns {
		c.columns[i].resize(w.table.Columns[i].Kind, 0)
	}
	return item
}

// send hands the current chunk over.
func (w *Writer) send() {
	w.chunks.Send(w.current)
	w.current = nil
}

// sendSome hands over what is in the current chunk, if anything.
func (w *Writer) sendSome() {
	if w.current != nil {
		w.send()
	}
}

// Commit writes what is left, and lets the file appear. After an error nothing is
// left of it.
func (w *Writer) Commit() error {
	defer w.Discard()
	w.flow.end()
	w.sendSome()
	err := w.close()
	switch {
	case w.ctx.Err() != nil:
		return context.Cause(w.ctx)
	case err != nil:
		return err
	case w.table.Rows.Known() && int64(w.rows) != w.table.Rows.Get():
		return fmt.Errorf("%d of the %d rows of a table were written", w.rows, w.table.Rows.Get())
	}
	if err := w.encoder.end(w.rows); err != nil {
		return err
	}
	return w.out.commit()
}

// close waits for the chunks that were sent.
func (w *Writer) close() error {
	if w.chunks == nil {
		return nil
	}
	chunks := w.chunks
	w.chunks = nil
	return chunks.Close()
}

// Discard leaves nothing of a table that was not committed. After Commit it does
// nothing.
func (w *Writer) Discard() {
	defer w.out.discard()
	w.flow.end()
	_ = w.close() // whoever discards has an error that matters more
}
