package table

import (
	"io"
	"os"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// output is what a table is written to, on its way: a file or standard output, or
// a folder of files.
type output struct {
	io.Writer // the file, through the compression
	target    Target
	threads   int
	room      *atomicfile.Room // for the file, until it is begun; or nil
	files     []*atomicfile.File
	packed    io.WriteCloser // or nil, where nothing is compressed
	folder    string         // that was made for the files, or ""
	stale     string         // file of an earlier table that these do not go with, or ""
}

// open begins the file, or makes the folder.
func (out *output) open(stdout io.Writer) error {
	switch path := out.target.path; {
	case path == "-":
		out.Writer = stdout
	case out.target.folder():
		err := os.Mkdir(path, 0o777)
		if err == nil {
			out.folder = path
		} else if !os.IsExist(err) {
			return atomicfile.Place(err)
		}
		return nil
	default:
		file, err := atomicfile.CreateIn(path, out.room)
		if err != nil {
			return err
		}
		out.files = append(out.files, file)
		out.Writer = file
	}
	if out.target.pack == nil {
		return nil
	}
	packed, err := out.target.pack.Writer(out.Writer, out.workers())
	if err != nil {
		return err
	}
	out.packed, out.Writer = packed, packed
	return nil
}

// create begins a file.
func (out *output) create(path string) (*atomicfile.File, error) {
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	out.files = append(out.files, file)
	return file, nil
}

func (out *output) workers() int { return par.Workers(out.threads) }

// seekable returns the file where it can be written at any place, and nil
// otherwise: it is compressed, a pipe or a device.
func (out *output) seekable() *os.File {
	if len(out.files) != 1 || out.packed != nil {
		return nil
	}
	if stat, err := out.files[0].Stat(); err != nil || !stat.Mode().IsRegular() {
		return nil
	}
	return out.files[0].File
}

// commit makes the files appear, once all of them are on the disk.
func (out *output) commit() error {
	if out.packed != nil {
		err := out.packed.Close()
		out.packed = nil
		if err != nil {
			return err
		}
	}
	if len(out.files) > 1 {
		for _, file := range out.files {
			if err := file.Sync(); err != nil {
				return err
			}
		}
	}
	for _, file := range out.files {
		if err := file.Commit(); err != nil {
			return err
		}
	}
	out.folder = ""
	if out.stale != "" {
		if err := os.Remove(out.stale); err != nil && !os.IsNotExist(err) {
			return atomicfile.Place(err)
		}
	}
	return nil
}

// discard leaves nothing of what was not committed.
func (out *output) discard() {
	out.room.Close()
	if out.packed != nil {
		_ = out.packed.Close() // which ends its goroutines
		out.packed = nil
	}
	for _, file := range out.files {
		file.Discard()
	}
	if out.folder != "" {
		_ = os.Remove(filepath.Clean(out.folder)) // unless somebody else uses it
		out.folder = ""
	}
}
