package table

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// TestRowsDoNotWait reads rows from standard output while no more are found, and all of
// them in the end, whenever they came.
func TestRowsDoNotWait(t *testing.T) {
	for _, form := range []string{"text", "csv", "ndjson", "binary"} {
		synctest.Test(t, func(t *testing.T) {
			target, err := TargetOf("-", form)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			table := &Table{Columns: []Column{{Name: "a", Kind: Uint32}}}
			w, err := target.Create(t.Context(), &out, table, 2)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Discard()
			for n := range uint32(5) {
				before := out.Len()
				if err := w.Write(Batch{{Uint32s: []uint32{7 * n}}}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(flowEvery + time.Millisecond)
				synctest.Wait()
				if out.Len() == before {
					t.Errorf("%s: row %d waits", form, n)
				}
			}
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			if form != "binary" {
				return
			}
			var got []string
			_, rows := readBinary(t, out.Bytes())
			for _, row := range rows {
				got = append(got, row...)
			}
			if want := []string{"0", "7", "14", "21", "28"}; !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestFlowUnderWrites has batches of all sizes meet the clock.
func TestFlowUnderWrites(t *testing.T) {
	target, err := TargetOf("-", "binary")
	if err != nil {
		t.Fatal(err)
	}
	pipe, out := io.Pipe()
	var read bytes.Buffer
	done := make(chan error, 1)
	go func() {
		_, err := read.ReadFrom(pipe)
		done <- err
	}()
	table := &Table{Columns: []Column{{Name: "a", Kind: Uint32}}}
	w, err := target.Create(t.Context(), out, table, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	count := uint32(0)
	for range 60 {
		some := make([]uint32, 7*count%(2*streamRows)+1)
		for i := range some {
			some[i] = count
			count++
		}
		if err := w.Write(Batch{{Uint32s: some}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(flowEvery / 9)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	_, rows := readBinary(t, read.Bytes())
	for i, row := range rows {
		if row[0] != strconv.Itoa(i) {
			t.Fatalf("row %d is %s", i, row[0])
		}
	}
	if uint32(len(rows)) != count {
		t.Errorf("%d rows, want %d", len(rows), count)
	}
}
