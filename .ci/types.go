// Command types asks Go's type checker about all packages and their tests as the platform that
// GOOS and GOARCH name compiles them. That is what a compiler would refuse, and takes a tenth of
// the time, as nothing is compiled.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is what `go list` says of a package, or of one as a test has it.
type listed struct {
	Dir, ImportPath string
	DepOnly         bool
	GoFiles         []string
	ImportMap       map[string]string
}

func main() {
	checked, err := check()
	if err == nil && checked == 0 {
		err = errors.New("no packages")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d packages\n", checked)
}

// check returns how many packages of ours passed, and all errors of those that did not.
func check() (checked int, failed error) {
	list := exec.Command("go", "list", "-deps", "-test", "-json=Dir,ImportPath,DepOnly,GoFiles,ImportMap", "./...")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := list.Start(); err != nil {
		return 0, err
	}
	files, done := token.NewFileSet(), map[string]*types.Package{}
	for packages := json.NewDecoder(out); ; {
		var p listed
		switch err := packages.Decode(&p); {
		case err == io.EOF:
			return checked, errors.Join(failed, list.Wait())
		case err != nil:
			return checked, err
		case p.ImportPath == "unsafe":
			done[p.ImportPath] = types.Unsafe
		case !strings.HasSuffix(p.ImportPath, ".test"): // the main package that runs tests
			// Those that a package is made of come before it.
			path, _, _ := strings.Cut(p.ImportPath, " ")
			settings := types.Config{
				IgnoreFuncBodies: p.DepOnly,
				Importer:         imports{done, p.ImportMap},
				Sizes:            types.SizesFor("gc", "amd64"), // as on all platforms of 64 bits
				Error:            func(err error) { failed = errors.Join(failed, err) },
			}
			var parsed []*ast.File
			for _, name := range p.GoFiles {
				file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
				if err != nil {
					return checked, err
				}
				parsed = append(parsed, file)
			}
			// All errors were told.
			done[p.ImportPath], _ = settings.Check(path, files, parsed, nil)
			if !p.DepOnly {
				checked++
			}
		}
	}
}

// imports finds packages by the names that a package gives them.
type imports struct {
	done  map[string]*types.Package
	names map[string]string
}

func (i imports) Import(path string) (*types.Package, error) {
	if name, found := i.names[path]; found {
		path = name
	}
	if p := i.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not listed", path)
}
