package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/pack"
)

// form is one way to write a table.
type form struct {
	name     string
	suffixes []string
	lines    bool // each row is one
	// encoder returns what writes a table to out. Its error says that the form has
	// no room for it.
	encoder func(out *output, table *Table) (encoder, error)
	// bytes returns how many bytes a table of so many rows takes, at least and at most.
	bytes func(table *Table, rows int64) (least, most int64)
}

var forms = []form{
	{"text", []string{".tsv", ".txt"}, true, newText, textBytes},
	{"csv", []string{".csv"}, true, newCSV, textBytes},
	{"ndjson", []string{".ndjson", ".jsonl"}, true, newNDJSON, ndjsonBytes},
	{"parquet", []string{".parquet", ".pq"}, false, newParquet, parquetBytes},
	{"binary", []string{".tcol"}, false, newBinary, binaryBytes},
	{folderForm, []string{"/"}, false, newArrays, arraysBytes},
}

// folderForm is the form that is a folder with a file for each column.
const folderForm = "npy"

// Forms returns the names of the forms.
func Forms() []string {
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// Target is where a table is written, and how.
type Target struct {
	path string
	form *form
	pack *pack.Method // or nil
	room *reserved    // or nil
}

// TargetOf returns the target of that name, "-" being standard output: in the form
// called so or, where that is "", in the one that the name tells. A suffix such as
// .gz behind that of the form compresses the file. It is an error if there is no
// such form, to be learnt before long work begins.
func TargetOf(path, name string) (Target, error) {
	bare, method := pack.Cut(strings.ToLower(filepath.Base(path)))
	switch {
	case name != "":
	case path == "-":
		name = "text"
	case isFolder(path):
		name = folderForm
	}
	if name == folderForm {
		if path == "-" {
			return Target{}, errors.New("standard output is no folder for .npy files")
		}
		method = nil // a folder's name has no such suffix
	}
	var known []string
	for i := range forms {
		f := &forms[i]
		if f.name == name || name == "" && slices.Contains(f.suffixes, filepath.Ext(bare)) {
			return Target{path: path, form: f, pack: method}, nil
		}
		known = append(known, f.suffixes...)
	}
	if name != "" {
		return Target{}, fmt.Errorf("unknown form %q of a table (one of %s)", name, strings.Join(Forms(), ", "))
	}
	return Target{}, fmt.Errorf("%s: the suffix tells no form of a table (%s)", path, strings.Join(known, " "))
}

// isFolder says that a name is that of a folder.
func isFolder(path string) bool {
	stat, err := os.Stat(path)
	return path != "" && os.IsPathSeparator(path[len(path)-1]) || err == nil && stat.IsDir()
}

// folder says that the target is a folder.
func (t Target) folder() bool { return t.form.name == folderForm }

// Check finds out whether there is a place to write to, for those who have work to
// do before they create the table. It leaves nothing behind.
func (t Target) Check() error {
	if t.path == "-" {
		return nil
	}
	path := filepath.Clean(t.path)
	if _, err := os.Stat(path); err == nil && t.folder() {
		path = filepath.Join(path, "names.npy") // which a file has no place for
	}
	return atomicfile.Check(path)
}

// Create begins a table, which is there when it is committed. It learns whether
// the form has room for the table and, where the size is known, the disk for the
// file. The context ends all that is done with the table.
func (t Target) Create(ctx context.Context, stdout io.Writer, table *Table, threads int) (*Writer, error) {
	if len(table.Columns) == 0 {
		return nil, errors.New("a table without a column")
	}
	room := t.roomFor(table)
	if room == nil { // or there is less than before, by what is ours
		if err := t.CheckRoom(table); err != nil {
			return nil, err
		}
	}
	out := &output{target: t, threads: threads, room: room}
	err := out.open(stdout)
	if err == nil {
		var w *Writer
		if w, err = newWriter(ctx, out, table); err == nil {
			return w, nil
		}
	}
	out.discard()
	return nil, err
}

// AsNumbers reports whether vertices had better be written as numbers of 32 bits than as
// vertices: where they are such, and not copied as the words of lines.
func (t Target) AsNumbers(table *Table) bool {
	return table.names() == nil && table.largestID() <= math.MaxUint32 && (!t.form.lines || table.Vertices > mostShort)
}

// CheckRoom says whether the disk has room for a table of which the rows are known, for
// those who have work to do before they create it. It refuses what surely does not fit.
func (t Target) CheckRoom(table *Table) error {
	if t.path == "-" || t.pack != nil || !table.Rows.Known() || atomicfile.Handed(t.path) {
		return nil
	}
	path := filepath.Clean(t.path)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if old, err := os.Stat(path); err == nil && !old.Mode().IsRegular() && !old.IsDir() {
		return nil // a device or a pipe
	} else if err != nil || !old.IsDir() {
		path = filepath.Dir(path)
	}
	least, _ := t.form.bytes(table, table.Rows.Get())
	return checkRoom(path, least)
}
