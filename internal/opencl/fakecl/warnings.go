package fakecl

import (
	"os/exec"
	"strings"
	"testing"
)

// Warnings has clang compile all sources that programs were made of, and fails where it warns: each
// driver has its own compiler, and what one says of a mistake another may not.
func (d *Driver) Warnings(t *testing.T) {
	t.Helper()
	const compiler = "clang-19"
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip(compiler, "is not installed")
	}
	if len(d.Sources) == 0 {
		t.Error("nothing was built")
	}
	for _, source := range d.Sources {
		clang := exec.Command(compiler, "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "--target=spir64", "-Wall", "-Werror", "-fsyntax-only", "-")
		clang.Stdin = strings.NewReader(source)
		if said, err := clang.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, said)
		}
	}
}
