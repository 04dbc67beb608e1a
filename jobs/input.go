package jobs

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/archive"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// input is a file as it stood when work on it began, so that work that goes on
// later can tell whether it still does.
type input struct {
	Path     string    `json:"path"` // absolute; of a member of an archive, with its name; "" for several files
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
	First    string    `json:"first_mib"`       // CRC-32C of the first MiB, or of all where that is less
	Last     string    `json:"last_mib"`        // and of the last
	Files    []input   `json:"files,omitempty"` // that are read as one graph
	Cells    string    `json:"cells,omitempty"` // or of a folder with cells that many made: what names the plan of these
}

// errChanged is in the error where an input is not what it was.
var errChanged = errors.New("the file has changed")

// mib is how much of either end of an input is looked at.
const mib = 1 << 20

// castagnoli is the polynomial of the checksums, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// identify looks at the file of a request, or at all that are one graph. The error is a
// [*graph.InputError].
func (r Request) identify(ctx context.Context) (input, error) {
	if len(r.Union) == 0 {
		if isCells(r.File) {
			return identifyCells(ctx, r.File)
		}
		return identify(r.File)
	}
	names, err := r.input(0).Files()
	if err != nil {
		return input{}, err
	}
	all := input{}
	for _, name := range names {
		in, err := identify(name)
		if err != nil {
			return input{}, err
		}
		all.Files = append(all.Files, in)
		all.Bytes += in.Bytes
	}
	return all, nil
}

// paths are those of all files.
func (in input) paths() []string {
	if in.Files == nil {
		return []string{in.Path}
	}
	return in.union()
}

// union are the paths of files that are read as one graph; nil where there is one file.
func (in input) union() (all []string) {
	for _, file := range in.Files {
		all = append(all, file.Path)
	}
	return all
}

// open opens the file, or all as one graph.
func (in input) open(r Request, memory int64) (graph.Source, error) {
	opt := r.input(memory)
	if opt.Union = in.union(); opt.Union == nil {
		return graphio.Open(in.Path, opt)
	}
	return graphio.Open(r.File, opt)
}

// identify looks at a file. The error is a [*graph.InputError].
func identify(name string) (input, error) {
	if name == "-" {
		return input{}, &graph.InputError{File: name, Expected: "a file that can be read again", Found: "standard input"}
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return input{}, notRead(name, err)
	}
	whole, _ := archive.Split(path)
	file, err := os.Open(whole)
	if err != nil {
		return input{}, notRead(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return input{}, notRead(name, err)
	}
	if !info.Mode().IsRegular() {
		return input{}, &graph.InputError{File: name, Expected: "a file that can be read again", Found: info.Mode().Type().String()}
	}
	in := input{Path: path, Bytes: info.Size(), Modified: info.ModTime().UTC()}
	if in.First, err = endSum(file, 0); err != nil {
		return input{}, notRead(name, err)
	}
	if in.Last, err = endSum(file, max(0, in.Bytes-mib)); err != nil {
		return input{}, notRead(name, err)
	}
	return in, nil
}

func notRead(name string, err error) error {
	return &graph.InputError{File: name, Err: objectfs.Cause(err)}
}

// same reports whether a file is as it was.
func (in input) same(now input) bool {
	if len(in.Files) > 0 || len(now.Files) > 0 {
		return slices.EqualFunc(in.Files, now.Files, input.same)
	}
	return in.Path == now.Path && in.Cells == now.Cells && in.Bytes == now.Bytes && in.Modified.Equal(now.Modified) && in.First == now.First && in.Last == now.Last
}

// endSum returns the checksum of at most a MiB from an offset on.
func endSum(file io.ReaderAt, from int64) (string, error) {
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(file, from, mib)); err != nil {
		return "", err
	}
	return fmt.Sprintf("%08x", sum.Sum32()), nil
}

// check returns a [*graph.InputError] where the file is gone or not the same.
func (in input) check(ctx context.Context) error {
	for _, file := range in.Files {
		if err := file.check(ctx); err != nil {
			return err
		}
	}
	if in.Cells != "" {
		return in.checkCells(ctx)
	}
	if in.Files != nil || in.Path == "" { // cells that others made are all there is
		return nil
	}
	now, err := identify(in.Path)
	if err != nil {
		return err
	}
	what := ""
	switch {
	case now.Bytes != in.Bytes:
		what = fmt.Sprintf("it had %d bytes, and has %d", in.Bytes, now.Bytes)
	case !now.Modified.Equal(in.Modified):
		what = fmt.Sprintf("it was written last at %s, and now at %s", in.Modified.Format(time.RFC3339Nano), now.Modified.Format(time.RFC3339Nano))
	case now.First != in.First || now.Last != in.Last:
		what = "it has other bytes"
	default:
		return nil
	}
	return &graph.InputError{File: in.Path, Err: fmt.Errorf("%w: %s", errChanged, what)}
}
