package gputest

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// Main runs the tests of a package, for its TestMain, and returns the exit code. That is an
// error where a kernel of some PTX files ran on no interpreted device, so that none is added
// that only GPUs run. Where not all tests are asked for, or -short, neither are all kernels.
func Main(m *testing.M, files ...fs.FS) int {
	code := m.Run()
	if testing.Short() {
		return code
	}
	for _, name := range []string{"run", "skip", "list", "fuzz"} {
		if flag.Lookup("test."+name).Value.String() != "" {
			return code
		}
	}
	for _, some := range files {
		err := fs.WalkDir(some, ".", func(file string, entry fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".ptx" {
				return err
			}
			text, err := fs.ReadFile(some, file)
			if err != nil {
				return err
			}
			names, err := fakecuda.NeverRan(string(text))
			for _, name := range names {
				fmt.Fprintf(os.Stderr, "no test runs %s of %s on an interpreted device\n", name, file)
				code = max(code, 1)
			}
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	return code
}
