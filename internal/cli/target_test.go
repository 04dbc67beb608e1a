package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// What is written by halves is not left behind, and the error names the file.
func TestFailedOutput(t *testing.T) {
	folder := t.TempDir()
	out := target{path: filepath.Join(folder, "g.txt")}
	full := errors.New("no space left")
	cmd := new(cobra.Command)
	cmd.SetContext(t.Context())
	err := out.write(cmd, func(w io.Writer) error {
		_, err := io.WriteString(w, "1 2\n")
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) || !strings.HasPrefix(err.Error(), "write "+out.path+": ") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
