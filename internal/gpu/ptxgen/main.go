// Ptxgen compiles the kernels of a folder. It is run by go generate:
//
//	//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
//
// Every name.cu of the folder becomes name.ptx beside it, to be embedded, and name.go:
// for each kernel an entry and a struct of what it takes, so that it is launched with
// arguments that have names and types. kernels.go has the constants that any of them
// declare by HOST_CONST. All are checked in. It needs clang 19 (Debian: apt-get install clang-19) and no CUDA toolkit.
//
// The first lines of what it writes say what that was made from, so that a test
// finds what is stale where there is no clang.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := generate("."); err != nil {
		fmt.Fprintln(os.Stderr, "ptxgen:", err)
		os.Exit(1)
	}
}

func generate(folder string) error {
	include, err := includeFolder()
	if err != nil {
		return err
	}
	files, err := compileAll(folder, include)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compileAll returns what is made of a folder's kernels, by file.
func compileAll(folder, include string) (map[string][]byte, error) {
	sources, err := sourcesOf(folder)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, source := range sources {
		if files[filepath.Base(target(source))], err = compile(source, include); err != nil {
			return nil, err
		}
		if files[filepath.Base(declaration(source))], err = declare(folder, source, include); err != nil {
			return nil, err
		}
	}
	files[shared], err = declareShared(folder, sources, include)
	return files, err
}

// sourcesOf returns the kernel sources of a folder.
func sourcesOf(folder string) ([]string, error) {
	sources, err := filepath.Glob(filepath.Join(folder, "*.cu"))
	if err == nil && len(sources) == 0 {
		err = fmt.Errorf("%s has no .cu files", folder)
	}
	return sources, err
}
