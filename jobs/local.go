package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/filelock"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
)

// ErrLocked says that another process prepares or counts a job in a folder. The
// system lets go of the lock when that ends, however it does.
var ErrLocked = filelock.ErrLocked

// lockName is the file that is locked meanwhile.
const lockName = "lock"

// A process that was killed gives its memory back before its locks: these are looked
// for so often, so far apart. The looks are counted and no clock is asked, so that a
// machine that stands still for a while takes none of them away.
const (
	lockLooks = 100
	lockPause = 30 * time.Millisecond
)

// locker is a file system in which one process keeps others from doing what it does
// itself. None needs to be: two that do the same do no harm.
type locker interface {
	// lock returns what lets go; failed says that nothing is left to go on with.
	lock(ctx context.Context) (release func(failed bool), err error)
}

// lock keeps others away, where that can be done.
func lock(ctx context.Context, files FS) (release func(failed bool), locked bool, err error) {
	if s, ok := files.(*stored); ok {
		return func(bool) {}, false, s.claim(ctx)
	}
	l, ok := files.(locker)
	if !ok {
		return func(bool) {}, false, nil
	}
	release, err = l.lock(ctx)
	return release, err == nil, err
}

// Dir keeps a job in a folder of its own, which is made where there is none; a folder
// that holds something else is a [*ConflictError]. As long as a process prepares the job,
// or counts all of it, others get [ErrLocked].
//
// A path such as s3://bucket/run1 is a folder of a store that speaks the protocol of S3,
// which the environment tells as the tools of AWS have it. Nothing is locked there.
func Dir(path string) FS {
	if s3fs.Is(path) {
		return dirInStore(path)
	}
	return &dir{objectfs.NewDisk(path)}
}

type dir struct{ *objectfs.Disk }

func (d *dir) lock(ctx context.Context) (func(failed bool), error) {
	folder := d.Folder()
	file, err := lockFolder(ctx, folder, func() error {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return atomicfile.Place(err)
		}
		if foreign(folder, d.Path(requestName), d.Path(planName), d.Path(sharePrefix)) {
			return &ConflictError{Path: d.Path(planName), Other: folder}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := sweep(folder, d.Path(blockPrefix), d.Path(donePrefix), d.Path(foundPrefix)); err != nil {
		file.Close()
		return nil, err
	}
	return func(failed bool) {
		// A folder that is not empty stays.
		_ = os.Remove(d.Path(blockPrefix))
		if _, err := os.Lstat(d.Path(requestName)); failed && err != nil {
			_ = filelock.Remove(file)
			_ = os.Remove(folder)
			return
		}
		_ = file.Close()
	}, nil
}

// PlanFile keeps the plan of a job in a file, and all else beside it in a folder
// whose name is that of the file with ".blocks" behind it. The two can be moved
// together. The job of tricycle count --plan is kept like that. As long as a process
// prepares it, others get [ErrLocked]. A path such as s3://bucket/plan.json is in a
// store, as that of [Dir] can be.
func PlanFile(path string) FS {
	if s3fs.Is(path) {
		return planInStore(path)
	}
	folder, name := filepath.Split(path)
	p := &planOnDisk{top: objectfs.NewDisk(filepath.Clean(folder)), rest: objectfs.NewDisk(path + besidePlan)}
	p.planFile = planFile{name: name, top: p.top, rest: p.rest}
	return p
}

// besidePlan ends the name of the folder beside a plan.
const besidePlan = ".blocks"

// isBlock reports whether a file is a block, a cell, or names of vertices, by its own name.
func isBlock(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".tblk" || ext == colours.Suffix || ext == colours.NamesSuffix
}

// planFile has a plan under a name, and all else elsewhere.
type planFile struct {
	name string
	top  FS // with the plan
	rest FS
}

// place returns where an object is.
func (p *planFile) place(name string) (FS, string) {
	if name == planName {
		return p.top, p.name
	}
	return p.rest, strings.TrimPrefix(name, blockPrefix)
}

func (p *planFile) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	files, name := p.place(name)
	return files.Create(ctx, name, size, write)
}

// CreateLater is for blocks, of which the plan knows when they have to last.
func (p *planFile) CreateLater(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	files, name := p.place(name)
	return objectfs.CreateLater(ctx, files, name, size, write)
}

func (p *planFile) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	files, name := p.place(name)
	return files.Open(ctx, name, offset, length)
}

func (p *planFile) List(ctx context.Context, prefix string) (map[string]int64, error) {
	all, err := p.rest.List(ctx, "")
	sizes := make(map[string]int64)
	for name, size := range all {
		if isBlock(name) {
			name = blockPrefix + name
		}
		if strings.HasPrefix(name, prefix) {
			sizes[name] = size
		}
	}
	return sizes, err
}

func (p *planFile) Remove(ctx context.Context, name string) error {
	files, name := p.place(name)
	return files.Remove(ctx, name)
}

func (p *planFile) Path(name string) string {
	files, name := p.place(name)
	return objectfs.Path(files, name)
}

// planOnDisk has them in files.
type planOnDisk struct {
	planFile
	top, rest *objectfs.Disk
}

// Create makes the plan only when all else lasts.
func (p *planOnDisk) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	if name == planName {
		if err := p.rest.Sync(ctx); err != nil {
			return err
		}
	}
	return p.planFile.Create(ctx, name, size, write)
}

// Folder returns where the blocks take room.
func (p *planOnDisk) Folder() string { return p.top.Folder() }

func (p *planOnDisk) lock(ctx context.Context) (func(failed bool), error) {
	folder := p.rest.Folder()
	file, err := lockFolder(ctx, folder, func() error {
		if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return atomicfile.Place(err)
		}
		if foreign(folder, p.Path(planName)) {
			return &ConflictError{Path: p.Path(planName), Other: folder}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	halves := errors.Join(sweep(folder, p.rest.Path(donePrefix), p.rest.Path(foundPrefix)), atomicfile.Sweep(p.top.Folder(), p.name))
	if halves != nil {
		file.Close()
		return nil, halves
	}
	return func(failed bool) {
		if blocks, err := p.List(context.WithoutCancel(ctx), blockPrefix); failed && (err != nil || len(blocks) > 0) {
			_ = file.Close() // the lock says whose these are
			return
		}
		if failed {
			_ = os.Remove(p.Path(requestName))
		}
		_ = filelock.Remove(file)
		_ = os.Remove(folder) // which stays where it is not empty
	}, nil
}

// foreign reports whether a folder holds something, and neither a lock nor any of the
// files of ours, of which a process leaves one before all else. Whoever fails removes the
// lock last: what was seen of the folder at once is what counts.
func foreign(folder string, ours ...string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		return false // it is gone: that is seen by who locks
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == lockName }) {
		return false
	}
	return !slices.ContainsFunc(ours, func(name string) bool {
		_, err := os.Lstat(name)
		return err == nil
	})
}

// lockFolder takes the lock of a folder that enter makes where there is none; [ErrLocked]
// where another process has it and keeps it.
func lockFolder(ctx context.Context, folder string, enter func() error) (*os.File, error) {
	name := filepath.Join(folder, lockName)
	for look := 1; ; look++ {
		if err := enter(); err != nil {
			return nil, err
		}
		file, err := filelock.Lock(name)
		locked := errors.Is(err, filelock.ErrLocked)
		gone := errors.Is(err, fs.ErrNotExist) // whoever was here gave up, and took the folder away
		switch late := look == lockLooks || ctx.Err() != nil; {
		case late && locked:
			return nil, fmt.Errorf("%s is %w", folder, err)
		case late, !locked && !gone:
			return file, atomicfile.Place(err)
		}
		time.Sleep(lockPause)
	}
}

// sweep removes from folders what is left of objects that were being written when their
// process was killed.
func sweep(folders ...string) (err error) {
	for _, folder := range folders {
		err = errors.Join(err, atomicfile.Sweep(folder))
	}
	return err
}

// lockShare keeps others away from a share, where that can be done, and removes what a process
// that was killed left of it.
func lockShare(ctx context.Context, files FS, s *share) (release func(), alone bool, err error) {
	d, ok := files.(*dir)
	if !ok {
		return func() {}, false, nil
	}
	folder := d.Path(cellPrefix + s.name())
	file, err := lockFolder(ctx, folder, func() error { return atomicfile.Place(os.MkdirAll(folder, 0o777)) })
	if err == nil {
		// Others may be writing the documents of theirs.
		beside, name := filepath.Split(d.Path(s.object()))
		err = errors.Join(sweep(folder), atomicfile.Sweep(beside, name))
	}
	if err != nil {
		return func() {}, false, err
	}
	return func() { _ = filelock.Remove(file) }, true, nil
}
