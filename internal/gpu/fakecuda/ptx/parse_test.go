package ptx

import (
	"os"
	"path/filepath"
	"testing"
)

// houseFiles are all files with kernels of the house.
func houseFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"../../*/kernels/*.ptx", "../../internal/selftest/*.ptx", "../../../../chordless/internal/kernels/*.ptx"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	return files
}

// TestParseKernels decodes every kernel of the house.
func TestParseKernels(t *testing.T) {
	for _, file := range houseFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kernels, err := Parse(string(text))
		if err != nil || len(kernels) == 0 {
			t.Errorf("%s: %d kernels, %v", file, len(kernels), err)
		}
	}
}
