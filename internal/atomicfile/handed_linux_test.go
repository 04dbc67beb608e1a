package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// memoryFile returns a file in memory, which has no name, and a path to it.
func memoryFile(t *testing.T, text string) (file *os.File, path string) {
	t.Helper()
	fd, err := unix.MemfdCreate("answer", 0)
	if err != nil {
		t.Skip(err)
	}
	file = os.NewFile(uintptr(fd), "answer")
	t.Cleanup(func() { file.Close() })
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return file, fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)
}

func textOf(t *testing.T, file *os.File) string {
	t.Helper()
	text := make([]byte, 100)
	n, _ := file.ReadAt(text, 0)
	return string(text[:n])
}

// TestHandedIsWrittenInPlace: what somebody has open is there whole, or empty.
func TestHandedIsWrittenInPlace(t *testing.T) {
	file, path := memoryFile(t, "what was there before")
	if err := Check(path); err != nil || textOf(t, file) != "what was there before" {
		t.Errorf("checked: %v, and holds %q", err, textOf(t, file))
	}
	write(t, path, "new", true)
	if text := textOf(t, file); text != "new" {
		t.Errorf("holds %q", text)
	}
	write(t, path, "half", false)
	if text := textOf(t, file); text != "" {
		t.Errorf("what was given up leaves %q", text)
	}
	left, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := left.WriteString("half"); err != nil {
		t.Fatal(err)
	}
	left.Abandon()
	if text := textOf(t, file); text != "" {
		t.Errorf("what was abandoned leaves %q", text)
	}
	// Who writes does not know it yet.
	if _, err := left.WriteString("more"); err != nil {
		t.Fatal(err)
	}
	if err := left.Commit(); err == nil || textOf(t, file) != "" {
		t.Errorf("what was abandoned is committed: %v, and holds %q", err, textOf(t, file))
	}
	left.Discard()
}

// TestHandedWithAName: a file with a name stays the file that it is.
func TestHandedWithAName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", file.Fd()), link); err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{fmt.Sprintf("/dev/fd/%d", file.Fd()), fmt.Sprintf("/proc/self/fd/%d", file.Fd()), link} {
		if !Handed(path) {
			t.Errorf("%s is not handed over", path)
		}
		want := fmt.Sprint("text ", i)
		write(t, path, want, true)
		if text := textOf(t, file); text != want {
			t.Errorf("%s: holds %q", path, text)
		}
	}
	for _, path := range []string{name, "/proc/self/fd", "/proc/version", "/dev/null", "nowhere/file", "/dev/fd/" + filepath.Base(name) + "/x"} {
		if Handed(path) {
			t.Errorf("%s is handed over", path)
		}
	}
}

func TestHandedIsGone(t *testing.T) {
	file, path := memoryFile(t, "")
	file.Close()
	if err := Check(path); err == nil {
		t.Error("what was closed can be written")
	}
}
