package opencl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// buildOn builds a kernel of a source on a device that keeps what was built in a folder.
func buildOn(t *testing.T, fake *fakecl.Driver, folder, source string) {
	t.Helper()
	driver, err := opencl.New(fake.Table())
	if err != nil {
		t.Fatal(err)
	}
	driver.KeepBuilt(folder)
	dev, err := driver.Open(driver.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	dev.Kernel(source, "one", 64)
	dev.Kernel(source, "another", 64)
	if err := dev.Close(); err != nil || len(fake.Faults()) > 0 {
		t.Fatal(err, fake.Faults())
	}
}

// compiled returns how many programs were made of their source.
func compiled(t *testing.T, folder, source string) int {
	t.Helper()
	fake := fakecl.New(0, 0)
	buildOn(t, fake, folder, source)
	return fake.Called["clCreateProgramWithSource"]
}

// TestBuiltIsKept: what was built is taken again, unless it is damaged, another's, or of no use to
// the driver; then it is built and kept anew. Without a folder, or where there can be none, nothing is.
func TestBuiltIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "to", "make")
	if a, b, other := compiled(t, folder, "x"), compiled(t, folder, "x"), compiled(t, folder, "y"); a != 1 || b != 0 || other != 1 {
		t.Error(a, b, other)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), whole...)
	flipped[len(flipped)-1]++
	for what, content := range map[string][]byte{"empty": nil, "cut": whole[:len(whole)-1], "short": whole[:40], "flipped": flipped, "of another": other} {
		if err := os.WriteFile(files[0], content, 0o600); err != nil {
			t.Fatal(err)
		}
		if n := compiled(t, folder, "x") + compiled(t, folder, "y"); n != 1 {
			t.Errorf("%s: %d were built, want 1", what, n)
		}
		if n := compiled(t, folder, "x") + compiled(t, folder, "y"); n != 0 {
			t.Errorf("%s: %d were built again, want none", what, n)
		}
	}
	stranger := fakecl.New(0, 0)
	stranger.NoBinaries = true
	buildOn(t, stranger, folder, "x")
	if stranger.Called["clCreateProgramWithBinary"] != 1 || stranger.Called["clCreateProgramWithSource"] != 1 {
		t.Error(stranger.Called)
	}
	for _, nowhere := range []string{"", files[0], filepath.Join(files[0], "below")} {
		if a, b := compiled(t, nowhere, "x"), compiled(t, nowhere, "x"); a != 1 || b != 1 {
			t.Errorf("%q: %d, %d were built", nowhere, a, b)
		}
	}
}

// TestKeepingFails: no call that is about what was built ends the work, and none of them leaves
// anything.
func TestKeepingFails(t *testing.T) {
	for _, kept := range []bool{false, true} {
		for k := 1; k < 60; k++ {
			folder := t.TempDir()
			if kept {
				buildOn(t, fakecl.New(0, 0), folder, "x")
			}
			fake := fakecl.New(k, -5)
			driver, err := opencl.New(fake.Table())
			if err != nil {
				continue
			}
			driver.KeepBuilt(folder)
			dev, err := driver.Open(driver.Devices()[0], 0)
			if err != nil {
				continue
			}
			dev.Kernel("x", "one", 64)
			about := fake.Failed == "clGetProgramInfo" || fake.Failed == "clCreateProgramWithBinary" || kept && fake.Failed == "clBuildProgram"
			if err := dev.Close(); about && err != nil || len(fake.Faults()) > 0 {
				t.Errorf("%s failed: %v, %v", fake.Failed, err, fake.Faults())
			}
			if fake.Failed == "" && k < 30 {
				t.Fatalf("only %d calls", k)
			}
		}
	}
}

// TestLinksAreLeft: a link in the place of what was built is neither read nor followed.
func TestLinksAreLeft(t *testing.T) {
	folder := t.TempDir()
	target := filepath.Join(t.TempDir(), "of somebody else")
	compiled(t, folder, "x")
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, files[0]); err != nil {
		t.Skip(err)
	}
	made := compiled(t, folder, "x")
	if content, err := os.ReadFile(target); err != nil || string(content) != "precious" || made != 1 {
		t.Errorf("made %d of the source, and %q is behind the link: %v", made, content, err)
	}
}
