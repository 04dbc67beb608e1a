package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Where vertices are called by names, nobody numbers all of them: in cells the id of a vertex is a hash
// of its name. Each share leaves the names that it has met beside its cells, by colour; who counts the
// vertices of a colour merges those of all shares, and finds two names that have one hash.

// idOfName is the id of a name; tests have one with fewer bits.
var idOfName = colours.NameID

// namer is a source of several files that may call vertices by names.
type namer interface {
	// MayHaveNames says so before they are read.
	MayHaveNames() bool
	// NamesBehind returns how many names of the summary were known behind each file.
	NamesBehind() []uint64
}

// nameWork is what a name takes while the names of a share are written: its id, and its place among
// those of its colour.
const nameWork = 8 + 4

// keepNames writes the names of the files of a share, under names that begin with set, and returns the
// ids of the vertices in their order.
func (s *share) keepNames(ctx context.Context, files FS, set string, names []string, behind []uint64, held int64, opt triangle.Options) (ids hugemem.Array[uint64], err error) {
	if opt.Memory > 0 {
		if need := besideCells + held + nameWork*int64(len(names)); need > opt.Memory {
			return ids, &graph.MemoryError{What: "the names of the vertices of a share", Need: need, Limit: opt.Memory}
		}
		debug.FreeOSMemory() // or what reading had would be beside that
	}
	if ids, err = hugemem.New[uint64](len(names)); err != nil {
		return ids, err
	}
	const atOnce = 1 << 12
	workers := par.Workers(opt.Threads)
	err = par.Each(ctx, workers, (len(names)+atOnce-1)/atOnce, func(_, chunk int) error {
		for i := chunk * atOnce; i < min((chunk+1)*atOnce, len(names)); i++ {
			ids.Slice()[i] = idOfName(s.Seed, names[i])
		}
		return nil
	})
	if err != nil {
		return ids, err
	}
	first := func(place uint32) uint64 {
		own := sort.Search(len(behind), func(i int) bool { return behind[i] > uint64(place) })
		file := own*s.Shares + s.Share - 1 // for files are dealt one by one
		return uint64(file)<<32 | uint64(place)
	}
	s.Names, err = colours.WriteNames(ctx, objectfs.Sub(files, set), s.Colours, workers, ids.Slice(), names, first)
	return ids, nameError(objectfs.Path(files, sharePrefix), err)
}

// nameError makes an error about what lies there of names of which two have one id.
func nameError(file string, err error) error {
	if errors.As(err, new(*colours.CollisionError)) {
		return &graph.InputError{File: file, Err: err}
	}
	return err
}

// checkNames refuses names of which several have one hash, of the vertices of a colour, of which so
// many were found.
func (j *Job) checkNames(ctx context.Context, colour int, vertices uint64) error {
	c := j.plan.Colouring
	if len(c.Names) == 0 || c.merged() { // which were merged when the plan was made
		return nil
	}
	n := uint64(0)
	err := colours.EachName(ctx, c.in(j.files), c.Colours, colours.NamesOf(c.Names, colour), func(colours.Named) error {
		n++
		return nil
	})
	if err != nil {
		return nameError(objectfs.Path(j.files, sharePrefix), err)
	}
	if n != vertices {
		return &graph.InputError{File: objectfs.Path(j.files, sharePrefix), Err: fmt.Errorf("%w: %d vertices of colour %d have %d names", errDamaged, vertices, colour, n)}
	}
	return nil
}

// sameKind says whether two shares call vertices alike: by names, or by numbers. One without records
// goes with any.
func (s *share) sameKind(other *share) bool {
	return s.Cleaning.Records == 0 || other.Cleaning.Records == 0 || (len(s.Names) > 0) == (len(other.Names) > 0)
}

// kindOfIDs is what a share calls its vertices by.
func (s *share) kindOfIDs() string {
	if len(s.Names) > 0 {
		return "names"
	}
	return "numbers"
}
