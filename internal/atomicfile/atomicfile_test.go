package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// write puts text into path, or gives up before the end.
func write(t *testing.T, path, text string, commit bool) {
	t.Helper()
	file, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Discard()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if commit {
		if err := file.Commit(); err != nil {
			t.Fatal(err)
		}
	}
}

func check(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if expected, ok := want[entry.Name()]; !ok || expected != string(text) {
			t.Errorf("%s holds %q, want %q", entry.Name(), text, expected)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}

func TestWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "graph.tcsr")
	write(t, path, "given up", false)
	check(t, folder, nil)
	write(t, path, "first", true)
	check(t, folder, map[string]string{"graph.tcsr": "first"})
	write(t, path, "given up", false)
	check(t, folder, map[string]string{"graph.tcsr": "first"})
	write(t, path, "second", true)
	check(t, folder, map[string]string{"graph.tcsr": "second"})
}

// What is abandoned is gone, and what was committed before stays.
func TestAbandon(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "graph.tcsr")
	done, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := done.Commit(); err != nil {
		t.Fatal(err)
	}
	done.Abandon()
	check(t, folder, map[string]string{"graph.tcsr": ""})
	file, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	file.Abandon()
	if _, err := file.WriteString("too late"); err != nil {
		t.Fatal(err)
	}
	if err := file.Commit(); err == nil {
		t.Error("what was abandoned is committed")
	}
	check(t, folder, map[string]string{"graph.tcsr": ""})
	device, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	device.Abandon()
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error(err)
	}
	device.Discard()
}

func TestKeepsLinkAndMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need privileges")
	}
	folder := t.TempDir()
	path, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	write(t, link, "new", true)
	check(t, folder, map[string]string{"file": "new", "link": "new"})
	stat, err := os.Lstat(link)
	if err != nil || stat.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", stat, err)
	}
	if stat, err := os.Stat(path); err != nil || stat.Mode().Perm() != 0o640 {
		t.Errorf("the file became %v, %v", stat, err)
	}
}

func TestDevicesStay(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Skip(err)
	}
	write(t, os.DevNull, "gone", true)
	write(t, os.DevNull, "gone", false)
	if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != before.Mode() {
		t.Errorf("%s became %v, %v", os.DevNull, after, err)
	}
}

func TestCreateFails(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{folder, filepath.Join(folder, "missing", "file")} {
		if file, err := Create(path); err == nil {
			file.Discard()
			t.Errorf("created %s", path)
		}
	}
}
