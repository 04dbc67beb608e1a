package objectfs_test

import (
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/objectfs/objecttest"
)

// TestEachFileSystem runs all tests on every file system that there is here.
func TestEachFileSystem(t *testing.T) {
	for name, empty := range map[string]func(t *testing.T) objectfs.FS{
		"disk":          func(t *testing.T) objectfs.FS { return objectfs.NewDisk(filepath.Join(t.TempDir(), "made")) },
		"memory":        func(*testing.T) objectfs.FS { return new(objectfs.Memory) },
		"sub":           func(*testing.T) objectfs.FS { return objectfs.Sub(new(objectfs.Memory), "a/b-") },
		"sub of a disk": func(t *testing.T) objectfs.FS { return objectfs.Sub(objectfs.NewDisk(t.TempDir()), "a/b-") },
	} {
		t.Run(name, func(t *testing.T) { objecttest.Test(t, empty, false) })
	}
	t.Run("scratch", func(t *testing.T) {
		objecttest.Test(t, func(t *testing.T) objectfs.FS { return objectfs.NewScratch(filepath.Join(t.TempDir(), "made")) }, true)
	})
}
