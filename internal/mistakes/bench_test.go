package mistakes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long tests may take before a mistake counts as an endless loop. Without one they
// take some seconds.
const patience = time.Minute

var root = filepath.Join("..", "..")

// bench is what mistakes are tried with: a folder with a binary of each package's tests, and ptxgen.
type bench struct{ folder string }

func newBench(t *testing.T) bench {
	t.Helper()
	b := bench{t.TempDir()}
	tests := []string{"test", "-c", "-vet=off", "-o", b.folder + "/"}
	for _, m := range mistakes {
		if folder := "./" + m.folder(); !slices.Contains(tests, folder) {
			tests = append(tests, folder)
		}
	}
	for _, arguments := range [][]string{{"build", "-o", b.folder, "./internal/gpu/ptxgen"}, tests} {
		command := exec.CommandContext(t.Context(), "go", arguments...)
		command.Dir = root
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %q: %v\n%s", arguments, err, said)
		}
	}
	return b
}

// find plants a mistake, and returns what finds it, or nothing.
func (b bench) find(t *testing.T, m mistake) (by string) {
	t.Helper()
	before, after := m.edit(t)
	if !m.isCUDA() {
		return b.findOpenCL(t, m, b.plant(t, before, after))
	}
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("needs clang 19")
	}
	checkedIn := read(t, strings.TrimSuffix(m.in, ".cu")+".ptx")
	// Where another clang 19 compiles otherwise what has no mistake, that has to pass.
	if ptx := b.compile(t, m, before); ptx != checkedIn {
		if by, err := b.run(t, m, b.plant(t, checkedIn, ptx)); by != "" || err != nil {
			t.Fatalf("without the mistake: %s %v", by, err)
		}
	}
	by, err := b.run(t, m, b.plant(t, checkedIn, b.compile(t, m, after)))
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// simulator has Oclgrind run kernels for OpenCL, as .ci/run does.
var simulator = []string{
	"OCL_ICD_VENDORS=/usr/lib/oclgrind/liboclgrind-rt-icd.so", "OCLGRIND_DATA_RACES=1",
	"OCLGRIND_MAX_WGSIZE=16", "OCLGRIND_MAX_ERRORS=20",
}

// findOpenCL asks Oclgrind, which tells races, and then whatever device there is, such as PoCL.
func (b bench) findOpenCL(t *testing.T, m mistake, planted string) (by string) {
	t.Helper()
	skipped := false
	for _, environment := range [][]string{simulator, nil} {
		by, err := b.run(t, m, planted, environment...)
		switch {
		case errors.Is(err, errSkipped):
			skipped = true
		case err != nil:
			t.Fatal(err)
		case by != "":
			return by
		}
	}
	if skipped {
		t.Skip("needs Oclgrind and PoCL")
	}
	return ""
}

var errSkipped = errors.New("tests are skipped")

// run runs tests with what is planted, and returns what they found.
func (b bench) run(t *testing.T, m mistake, planted string, environment ...string) (by string, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	binary := filepath.Join(b.folder, filepath.Base(m.folder())+".test")
	command := exec.CommandContext(ctx, binary, "-test.failfast", "-test.v", "-test.run", m.tests)
	command.Dir = filepath.Join(root, m.folder())
	// Drivers keep what they build, which nobody asks for again.
	command.Env = append(append(os.Environ(), folderVariable+"="+planted, "XDG_CACHE_HOME="+filepath.Join(planted, "cache")), environment...)
	text, err := command.CombinedOutput()
	said := string(text)
	switch failed := (*exec.ExitError)(nil); {
	case ctx.Err() != nil && t.Context().Err() == nil:
		return "endless loop", nil
	case strings.Contains(said, "--- SKIP"):
		return "", fmt.Errorf("%w: %s", errSkipped, said)
	case !m.ran(said):
		return "", fmt.Errorf("no test is %s: %s", m.tests, said)
	case notBuilt.MatchString(said):
		return "", fmt.Errorf("the kernels are not built: %s", said)
	case simulated.MatchString(said):
		return "Oclgrind: " + simulated.FindString(said), nil
	case err == nil:
		return "", nil
	case errors.As(err, &failed) && strings.Contains(said, "--- FAIL: "):
		return finding(said), nil
	}
	return "", fmt.Errorf("%s: %w: %s", m.tests, err, said)
}

// ran says whether tests did, and those below one, where such are named.
func (m mistake) ran(said string) bool {
	return strings.Contains(said, "=== RUN") && (!strings.Contains(m.tests, "/") || regexp.MustCompile("(?m)^=== RUN .*/").MatchString(said))
}

var (
	// What says that there was nothing to run.
	notBuilt = regexp.MustCompile(`INVALID_PTX|BUILD_PROGRAM_FAILURE`)
	// What Oclgrind prints of an access to memory.
	simulated = regexp.MustCompile(`(?m)^(Read-write|Write-write|Uninitialized|Invalid).*`)
	// What the interpreter ends a launch with.
	faults = []struct{ pattern, by string }{
		{`\braces? with\b|nothing that orders`, "race"},
		{`where nothing is|outside`, "bad address"},
		{`wait for ever|for ever`, "barrier that not all reach"},
		{`panic: `, "panic"},
	}
)

func finding(said string) string {
	for _, fault := range faults {
		if regexp.MustCompile(fault.pattern).MatchString(said) {
			return fault.by
		}
	}
	return "wrong answer"
}
