package jobs

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
)

// stored keeps a job in a store, where nothing is locked: two that do the same do no harm.
// What is under its address is the job's own, or the job is refused: blocks are removed
// in the end by what their names begin with.
type stored struct {
	FS
	own   *s3fs.FS // all but a plan that has a place of its own
	known func(name string) bool
}

// dirInStore keeps a job in a folder of a store.
func dirInStore(address string) FS {
	files := s3fs.New(address)
	return &stored{FS: files, own: files, known: isOurs}
}

// planInStore keeps a plan as an object of a store, and all else in a folder beside it.
func planInStore(address string) FS {
	top, name := s3fs.NewObject(address)
	rest := s3fs.New(address + besidePlan)
	return &stored{FS: &planFile{name: name, top: top, rest: rest}, own: rest, known: func(name string) bool {
		return isOurs(name) || isOurs(blockPrefix+name)
	}}
}

// isOurs reports whether an object is one that a job makes.
func isOurs(name string) bool {
	switch folder, file := path.Split(name); folder {
	case "":
		return file == requestName || file == planName
	case blockPrefix:
		return isBlock(file)
	case donePrefix:
		return strings.HasSuffix(file, ".json")
	case foundPrefix:
		return strings.HasSuffix(file, ".tvec")
	case sharePrefix:
		return strings.HasSuffix(file, ".json")
	}
	return strings.HasPrefix(name, cellPrefix) && isBlock(path.Base(name))
}

// claim refuses a place that holds something else, unless a job was begun there.
func (s *stored) claim(ctx context.Context) error {
	begun, err := s.own.Open(ctx, requestName, 0, 1)
	if err == nil {
		return begun.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	other, err := s.own.Foreign(ctx, s.known)
	if err == nil && other != "" {
		err = &ConflictError{Path: objectfs.Path(s, planName), Other: other}
	}
	return err
}

// Path says what messages call an object.
func (s *stored) Path(name string) string { return objectfs.Path(s.FS, name) }

// moment is how long what is not in a folder of this machine is waited for at the end of
// a process: an interrupt is not kept waiting by a store.
const moment = time.Second

// ending returns a context for what is done at the end in any case.
func ending(ctx context.Context, files FS) (context.Context, context.CancelFunc) {
	if objectfs.Folder(files) != "" {
		return context.WithoutCancel(ctx), func() {}
	}
	return objectfs.Lingering(ctx, moment)
}
