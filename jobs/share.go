package jobs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Many may cut a graph by colours, each of them some of its files, and none of them sees
// the others: a share is what one of them leaves. The plan is that of all shares, and
// follows from them wherever it is wanted.

// share is the document of a share.
type share struct {
	FormatName string          `json:"format"`
	Version    int             `json:"version"`
	Checksum   string          `json:"checksum"`
	Colours    int             `json:"colours"`
	Seed       uint64          `json:"seed,omitempty"` // of the hash of names
	Share      int             `json:"share"`
	Shares     int             `json:"shares"`
	All        string          `json:"all"`    // checksum of the names, sizes and ends of the files of all shares
	Inputs     []input         `json:"inputs"` // of this one
	Cleaning   graph.Report    `json:"cleaning"`
	Vertices   uint64          `json:"vertices"`
	Edges      uint64          `json:"edges"`
	Files      []colours.File  `json:"files"`
	Names      []colours.Names `json:"names,omitempty"` // of the vertices, where these are called by names
}

func (s *share) kind() (string, int) { return "tricycle-share", 1 }
func (s *share) seal() *string       { return &s.Checksum }
func (s *share) head() (*string, *int) {
	return &s.FormatName, &s.Version
}

// name is that of a share in a folder or an object.
func (s *share) name() string { return fmt.Sprintf("%d-of-%d", s.Share, s.Shares) }

// object is where the document is.
func (s *share) object() string { return sharePrefix + s.name() + ".json" }

// mostFiles is how many files of cells the plan of all shares can name, at some 112 bytes each.
const mostFiles = 1 << 20

// Partition cuts some of the files of a graph by the colours that r asks for, and leaves
// their cells beside those of other shares: number is from 1 to of. Files are dealt to the
// shares one by one; all processes name all of them. A share that is there already is
// taken as it is, if it is of the same files, and else is a [*ConflictError].
//
// The result has what is known of the share. Its duplicates are counted within it, and not
// those that it has in common with others; a note says where cells are in several files, so
// that not even these are all known.
//
// Where vertices are called by names, cells have hashes of these. The error is a
// [*graph.InputError] where two names of the share have one hash, or else that of who counts: with
// another Seed they have others.
func (r Request) Partition(ctx context.Context, files FS, names []string, number, of int, opt triangle.Options) (*triangle.Result, error) {
	if err := r.checkColours(); err != nil {
		return nil, err
	}
	if r.Colours < 1 {
		return nil, errors.New("many can cut a graph only by a number of colours that they agree on")
	}
	if number < 1 || number > of || of > len(names) {
		return nil, fmt.Errorf("there is no share %d of %d of %d files", number, of, len(names))
	}
	if files := of * (r.Colours * (r.Colours + 1) / 2); files > mostFiles {
		return nil, fmt.Errorf("%d shares by %d colours would be up to %d files of cells, and a plan names %d at most: take fewer shares, or fewer colours", of, r.Colours, files, mostFiles)
	}
	s := &share{Colours: r.Colours, Seed: r.Seed, Share: number, Shares: of}
	var own []string
	digest := sha256.New()
	for i, name := range names {
		in, err := identify(name)
		if err != nil {
			return nil, err
		}
		// The ends tell files of one name apart, part-0 of two folders, if another process
		// names these in another order.
		fmt.Fprintf(digest, "%q %d %s %s\n", filepath.Base(name), in.Bytes, in.First, in.Last)
		if i%of == number-1 {
			own, s.Inputs = append(own, name), append(s.Inputs, in)
		}
	}
	s.All = hex.EncodeToString(digest.Sum(nil))
	if found, err := s.take(ctx, files); found || err != nil {
		return s.result(), err
	}
	if least := leastToShare(r.Colours); opt.Memory > 0 && opt.Memory < least {
		return nil, &graph.MemoryError{What: "cutting a graph by colours", Need: least, Limit: opt.Memory}
	}
	if d, ok := files.(*dir); ok && foreign(d.Folder(), d.Path(sharePrefix), d.Path(cellPrefix)) {
		return nil, &ConflictError{Path: d.Path(sharePrefix), Other: d.Folder()}
	}
	if err := s.agrees(ctx, files); err != nil {
		return nil, err
	}
	release, alone, err := lockShare(ctx, files, s)
	if err != nil {
		return nil, err
	}
	defer release()
	found, err := s.take(ctx, files) // somebody else may have been here since
	if !found && err == nil {
		err = s.make(ctx, r, files, own, opt, alone)
	}
	return s.result(), err
}

// result is what is known of the share.
func (s *share) result() *triangle.Result {
	r := &triangle.Result{
		Vertices: s.Vertices, Edges: s.Edges, Cleaning: s.Cleaning, Engine: device.CPU,
		Parts: &triangle.Parts{Colours: s.Colours, Subtasks: colours.Size(s.Colours)},
	}
	if colours.TooMany(s.Colours, s.Edges) {
		r.Note = fmt.Sprintf("%d colours cut the graph into more files than this shard has edges, %d: fewer colours take less time", s.Colours, s.Edges)
	}
	type kind struct {
		colours.Cell
		loops bool
	}
	seen := make(map[kind]bool)
	for _, f := range s.Files {
		k := kind{f.Cell, f.Loops}
		if seen[k] {
			r.Note = "cells that do not fit the memory are in several files, which may have vertices and edges in common: the numbers of these are upper bounds"
		}
		seen[k] = true
	}
	return r
}

// take takes the share that is there, if there is one.
func (s *share) take(ctx context.Context, files FS) (found bool, err error) {
	there, path := new(share), objectfs.Path(files, s.object())
	err = readSealed(ctx, files, s.object(), there)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.As(err, new(*unreadError)):
		return false, err
	case err != nil:
		return false, &ConflictError{Path: path, Err: err}
	case there.Colours != s.Colours || there.All != s.All || !reflect.DeepEqual(there.identities(), s.identities()):
		return false, &ConflictError{Path: path, File: "other files, or by other colours"}
	case there.Seed != s.Seed:
		return false, &ConflictError{Path: path, File: errOtherSeed}
	}
	*s = *there
	err = colours.Whole(ctx, objectfs.Sub(files, cellPrefix), s.Files, s.Names)
	if err != nil {
		err = &graph.InputError{File: path, Err: fmt.Errorf("the share is there and its cells are not whole: %w; remove it, and make it again", err)}
	}
	return true, err
}

// errOtherSeed is what a plan is of where another seed was asked for.
const errOtherSeed = "the same files with another seed"

// agrees looks at one of the other shares that are there, before there is any work: all have to
// be of the same files, by the same colours. One that cannot be read is told when all are counted.
func (s *share) agrees(ctx context.Context, files FS) error {
	sizes, err := files.List(ctx, sharePrefix)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		other := new(share)
		if name == s.object() || readSealed(ctx, files, name, other) != nil {
			continue
		}
		if other.Colours != s.Colours || other.Shares != s.Shares || other.All != s.All {
			return &ConflictError{Path: objectfs.Path(files, name), File: "other files, by other colours, or in another number of shares"}
		}
		if other.Seed != s.Seed {
			return &ConflictError{Path: objectfs.Path(files, name), File: errOtherSeed}
		}
		return nil
	}
	return nil
}

// identities are the inputs without their folders: others may have them elsewhere.
func (s *share) identities() []input {
	all := slices.Clone(s.Inputs)
	for i := range all {
		all[i].Path, all[i].Modified = filepath.Base(all[i].Path), time.Time{}
	}
	return all
}

// make makes the cells and the document. Cells of others that are at the same share are
// left alone until there is a document, for these are of no use then.
func (s *share) make(ctx context.Context, r Request, files FS, own []string, opt triangle.Options, alone bool) (err error) {
	folder := cellPrefix + s.name() + "/"
	set := fmt.Sprintf("%08x-", rand.Uint32())
	ends, done := ending(ctx, files)
	defer done()
	ours := func(name string) bool { return strings.HasPrefix(name, folder+set) || name == folder+lockName }
	others := func(name string) bool { return !strings.HasPrefix(name, folder+set) }
	if alone {
		if err := objectfs.RemoveAll(ctx, files, folder, ours); err != nil {
			return err
		}
	}
	defer func() {
		if err != nil {
			_ = objectfs.RemoveAll(ends, files, folder, others)
		}
	}()
	if err := s.cells(ctx, r, files, folder+set, own, opt); err != nil {
		return err
	}
	for i, in := range s.Inputs { // while they were read
		if now, err := identify(own[i]); err != nil || !in.same(now) {
			return cmp.Or(err, error(&graph.InputError{File: own[i], Err: errChanged}))
		}
	}
	err = writeSealed(ctx, files, s.object(), s)
	there := new(share)
	if err != nil && readSealed(ends, files, s.object(), there) == nil {
		if there.Checksum == s.Checksum {
			err = nil // it was written, and only the answer lost
		} else if found, failed := s.take(ctx, files); found && failed == nil { // another process was sooner
			_ = objectfs.RemoveAll(ends, files, folder, others)
			return nil
		}
	}
	if err == nil {
		_ = objectfs.RemoveAll(ends, files, folder, ours)
	}
	return err
}
