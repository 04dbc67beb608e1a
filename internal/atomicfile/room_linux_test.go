package atomicfile

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tricycle-graph/tricycle/internal/memlimit"
)

// inMemory returns a folder whose files are in memory.
func inMemory(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("/dev/shm", "tricycle-test-*")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	var system unix.Statfs_t
	if err := unix.Statfs(folder, &system); err != nil || system.Type != unix.TMPFS_MAGIC {
		t.Skipf("%s is not in memory, %v", folder, err)
	}
	return folder
}

// A file that is begun in room is as any other, and room never has a name.
func TestCreateInRoom(t *testing.T) {
	folder := inMemory(t)
	path := filepath.Join(folder, "rows.tcol")
	reserve := func() *Room {
		room := Reserve(t.Context(), path, 3*roomStep+5)
		if room == nil {
			t.Skip("there are no files without names")
		}
		return room
	}
	for _, mode := range []os.FileMode{0, 0o640, 0o755} { // of the file that is there, if one is
		if mode != 0 {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		before := entries(t, folder)
		room := reserve()
		if stat, err := room.file.Stat(); err != nil || stat.Size() != 3*roomStep+5 {
			t.Fatalf("a room of %d bytes, %v", stat.Size(), err)
		}
		if now := entries(t, folder); now != before {
			t.Fatalf("%d files beside room, and %d before", now, before)
		}
		file, err := CreateIn(path, room)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Discard()
		if stat, err := file.Stat(); err != nil || stat.Size() != 3*roomStep+5 {
			t.Fatalf("%d bytes in a file begun in room, %v", stat.Size(), err)
		}
		if err := file.Truncate(0); err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString("rows"); err != nil {
			t.Fatal(err)
		}
		if err := file.Commit(); err != nil {
			t.Fatal(err)
		}
		check(t, folder, map[string]string{"rows.tcol": "rows"})
		plain := filepath.Join(t.TempDir(), "plain")
		write(t, plain, "rows", true)
		if mode == 0 {
			mode = modeOf(t, plain)
		}
		if got := modeOf(t, path); got != mode {
			t.Errorf("the file has mode %v, want %v", got, mode)
		}
	}

	room := reserve()
	file, err := CreateIn(path, room)
	if err != nil {
		t.Fatal(err)
	}
	file.Discard()
	room = reserve()
	room.Close()
	write(t, path, "again", true) // without room
	if file, err = CreateIn(path, room); err != nil {
		t.Fatal(err)
	}
	file.Discard()
	check(t, folder, map[string]string{"rows.tcol": "again"})
}

// Where there is none, a file is begun without.
func TestNoRoom(t *testing.T) {
	folder := inMemory(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for path, ctx := range map[string]context.Context{
		filepath.Join(folder, "rows"):         stopped,
		filepath.Join(folder, "none", "rows"): t.Context(),
		os.DevNull:                            t.Context(),
	} {
		if room := Reserve(ctx, path, 1<<20); room != nil {
			room.Close()
			t.Errorf("room for %s", path)
		}
	}
	check(t, folder, nil)
}

func entries(t *testing.T, folder string) int {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

func modeOf(t *testing.T, path string) os.FileMode {
	t.Helper()
	stat, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return stat.Mode()
}

// Room is no large part of the memory.
func TestRoomIsSmall(t *testing.T) {
	room := Reserve(t.Context(), filepath.Join(inMemory(t), "rows"), memlimit.Available()/roomShare*2)
	if room != nil {
		room.Close()
		t.Error("room for a large file")
	}
}
