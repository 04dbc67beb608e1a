package layout

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// fused are instructions of arm64 that multiply and add with one rounding.
var fused = regexp.MustCompile(`(?m)^.*\.go:\d+\).*\tFN?M(ADD|SUB)[SD]\t.*$`)

// Where Go fused steps, the places of arm64 would be others than those of amd64.
func TestNothingIsFused(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles for arm64")
	}
	compile := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-S", ".")
	compile.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	code, err := compile.CombinedOutput()
	if err != nil {
		t.Skipf("nothing is compiled: %v", err)
	}
	if !regexp.MustCompile(`\tFSQRTD\t`).Match(code) {
		t.Fatalf("no root in %d bytes of code", len(code))
	}
	for _, found := range fused.FindAll(code, -1) {
		t.Errorf("%s", found)
	}
}
