// Package mistakes tests the tests of kernels: it plants mistakes in the sources of kernels, one
// at a time, of a kind that people make, and asks that a test of the package fails.
//
// The environment variable TRICYCLE_MISTAKES=yes asks for that; without it the test is skipped. It
// needs clang 19 for kernels of CUDA, and Oclgrind and PoCL for those of OpenCL.
package mistakes

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// folderVariable names a folder with the kernels that tests run instead of the house's: each in a
// file of the name that nameOf gives to what it replaces.
const folderVariable = "TRICYCLE_PLANTED"

func nameOf(kernels string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(kernels))) }

// Planted returns what a test runs instead of PTX or of a source for OpenCL, which is mostly that.
// Only tests and what they alone are built of call it.
func Planted(kernels string) string {
	folder := os.Getenv(folderVariable)
	if folder == "" {
		return kernels
	}
	if text, err := os.ReadFile(filepath.Join(folder, nameOf(kernels))); err == nil {
		return string(text)
	}
	return kernels
}
