package table

import (
	"io"
	"os"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// output is the file of a table, on its way.
type output struct {
	io.Writer // through the compression
	target    Target
	threads   int
	file      *atomicfile.File // or nil, for standard output
	packed    io.WriteCloser   // or nil, where nothing is compressed
}

func (out *output) open(stdout io.Writer) error {
	out.Writer = stdout
	if path := out.target.path; path != "-" {
		file, err := atomicfile.Create(path)
		if err != nil {
			return err
		}
		out.file, out.Writer = file, file
	}
	if out.target.pack == nil {
		return nil
	}
	packed, err := out.target.pack.Writer(out.Writer, out.workers())
	if err != nil {
		out.discard()
		return err
	}
	out.packed, out.Writer = packed, packed
	return nil
}

func (out *output) workers() int { return par.Workers(out.threads) }

// seekable returns the file where it can be written at any place, and nil
// otherwise: it is compressed, a pipe or a device.
func (out *output) seekable() *os.File {
	if out.file == nil || out.packed != nil {
		return nil
	}
	if stat, err := out.file.Stat(); err != nil || !stat.Mode().IsRegular() {
		return nil
	}
	return out.file.File
}

// commit makes the file appear.
func (out *output) commit() error {
	if out.packed != nil {
		err := out.packed.Close()
		out.packed = nil
		if err != nil {
			return err
		}
	}
	if out.file == nil {
		return nil
	}
	return out.file.Commit()
}

// discard leaves nothing of the file.
func (out *output) discard() {
	if out.packed != nil {
		_ = out.packed.Close() // which ends its goroutines
		out.packed = nil
	}
	if out.file != nil {
		out.file.Discard()
	}
}
