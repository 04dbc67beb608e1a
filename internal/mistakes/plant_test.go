package mistakes

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// isCUDA says that the kernel is compiled to PTX, and not by a driver.
func (m mistake) isCUDA() bool { return filepath.Ext(m.in) == ".cu" }

// folder is that of the package whose tests run the kernels.
func (m mistake) folder() string {
	folder, _, _ := strings.Cut(m.in, "/kernels/")
	return strings.TrimSuffix(folder, "/internal")
}

// edited is the file that the mistake is in.
func (m mistake) edited() string {
	if m.file == "" {
		return m.in
	}
	return filepath.Join(filepath.Dir(m.in), m.file)
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// edit returns the file without the mistake and with it, which has to be in one place.
func (m mistake) edit(t *testing.T) (before, after string) {
	t.Helper()
	before = read(t, m.edited())
	if count := strings.Count(before, m.old); count != 1 {
		t.Fatalf("%q is in %d places of %s, not in one", m.old, count, m.edited())
	}
	return before, strings.Replace(before, m.old, m.new, 1)
}

// plant returns a folder where Planted finds what to run instead of something.
func (b bench) plant(t *testing.T, instead, kernels string) (folder string) {
	t.Helper()
	folder, err := os.MkdirTemp(b.folder, "planted")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, nameOf(instead)), []byte(kernels), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// compile returns the PTX where the edited file is as given: in a folder that has what is
// included and is that of a module, where ptxgen looks for the rest.
func (b bench) compile(t *testing.T, m mistake, edited string) (ptx string) {
	t.Helper()
	module, err := os.MkdirTemp(b.folder, "module")
	if err != nil {
		t.Fatal(err)
	}
	const include = "internal/gpu/ptxgen/include"
	kernels := filepath.Join(module, "kernels")
	files, err := filepath.Glob(filepath.Join(root, filepath.Dir(m.in), "*.h"))
	if err := errors.Join(
		err,
		os.WriteFile(filepath.Join(module, "go.mod"), nil, 0o600),
		os.CopyFS(filepath.Join(module, include), os.DirFS(filepath.Join(root, include))),
		os.Mkdir(kernels, 0o700),
	); err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, filepath.Join(root, m.in)) {
		source, err := os.ReadFile(file)
		if filepath.Base(file) == filepath.Base(m.edited()) {
			source = []byte(edited)
		}
		if err := errors.Join(err, os.WriteFile(filepath.Join(kernels, filepath.Base(file)), source, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), filepath.Join(b.folder, "ptxgen"))
	command.Dir = kernels
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	text, err := os.ReadFile(filepath.Join(kernels, strings.TrimSuffix(filepath.Base(m.in), ".cu")+".ptx"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
