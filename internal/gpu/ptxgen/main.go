// Ptxgen compiles kernels to PTX. It is run by go generate:
//
//	//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen kernels
//
// Every name.cu of the folders that it is given becomes name.ptx beside it, to
// be checked in and embedded. It needs clang 19 (Debian: apt-get install
// clang-19) and no CUDA toolkit.
//
// The first lines of the PTX say what it was made from, so that a test finds
// stale PTX where there is no clang.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := generate(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ptxgen:", err)
		os.Exit(1)
	}
}

func generate(folders []string) error {
	if len(folders) == 0 {
		return errors.New("no folder given")
	}
	include, err := includeFolder()
	if err != nil {
		return err
	}
	for _, folder := range folders {
		sources, err := filepath.Glob(filepath.Join(folder, "*.cu"))
		if err != nil {
			return err
		}
		if len(sources) == 0 {
			return fmt.Errorf("%s has no .cu files", folder)
		}
		for _, source := range sources {
			ptx, err := compile(source, include)
			if err != nil {
				return err
			}
			if err := os.WriteFile(target(source), ptx, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
