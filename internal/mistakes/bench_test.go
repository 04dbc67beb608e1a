package mistakes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// patience is how long tests may take before a mistake counts as an endless loop. Without one they
// take some seconds.
const patience = time.Minute

var root = filepath.Join("..", "..")

// bench is what mistakes are tried with.
type bench struct {
	t        *testing.T
	folder   string // with a binary of each package's tests, and ptxgen
	packages map[string]string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t, t.TempDir(), map[string]string{}}
	for _, m := range mistakes {
		b.packages[m.folder()] = filepath.Join(b.folder, filepath.Base(m.folder())+".test")
	}
	builds := [][]string{{"build", "-o", b.ptxgen(), "./internal/gpu/ptxgen"}}
	for folder, binary := range b.packages {
		builds = append(builds, []string{"test", "-c", "-vet=off", "-o", binary, "./" + folder})
	}
	for _, arguments := range builds {
		command := exec.CommandContext(t.Context(), "go", arguments...)
		command.Dir = root
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %q: %v\n%s", arguments, err, said)
		}
	}
	return b
}

func (b *bench) ptxgen() string { return filepath.Join(b.folder, "ptxgen") }

// folder is that of the package whose tests run the kernels.
func (m mistake) folder() string {
	folder, _, _ := strings.Cut(m.in, "/kernels/")
	return strings.TrimSuffix(folder, "/internal")
}

// edited is the file that the mistake is in.
func (m mistake) edited() string {
	if m.file == "" {
		return m.in
	}
	return filepath.Join(filepath.Dir(m.in), m.file)
}

// find plants a mistake, its new text or the old one in the old one's place, and returns what finds
// it, or nothing.
func (b *bench) find(m mistake, text string) (by string, err error) {
	planted, err := os.MkdirTemp(b.folder, "planted")
	if err != nil {
		return "", err
	}
	if filepath.Ext(m.in) == ".cu" {
		err = b.plantPTX(m, text, planted)
	} else {
		err = plantSource(m, text, planted)
	}
	if err != nil {
		return "", err
	}
	by, err = b.run(m, planted)
	if by != "" || err != nil || filepath.Ext(m.in) == ".cu" {
		return by, err
	}
	by, err = b.run(m, planted, simulator...)
	if by != "" {
		by = "Oclgrind: " + by
	}
	return by, err
}

// edit returns the file with the mistake, which has to be in one place.
func (m mistake) edit(text string) (before, after string, err error) {
	source, err := os.ReadFile(filepath.Join(root, m.edited()))
	if err != nil {
		return "", "", err
	}
	before = string(source)
	if count := strings.Count(before, m.old); count != 1 {
		return "", "", fmt.Errorf("%q is in %d places of %s, not in one", m.old, count, m.edited())
	}
	return before, strings.Replace(before, m.old, text, 1), nil
}

func plantSource(m mistake, text, planted string) error {
	before, after, err := m.edit(text)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(planted, nameOf(before)), []byte(after), 0o600)
}

// plantPTX compiles the source with the mistake, in a folder that has what it includes and is
// that of a module, where ptxgen looks for the rest.
func (b *bench) plantPTX(m mistake, text, planted string) error {
	_, after, err := m.edit(text)
	if err != nil {
		return err
	}
	module, err := os.MkdirTemp(b.folder, "module")
	if err != nil {
		return err
	}
	const include = "internal/gpu/ptxgen/include"
	kernels := filepath.Join(module, "kernels")
	if err := errors.Join(
		os.WriteFile(filepath.Join(module, "go.mod"), nil, 0o600),
		os.CopyFS(filepath.Join(module, include), os.DirFS(filepath.Join(root, include))),
		os.Mkdir(kernels, 0o700),
	); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.Dir(m.in), "*.h"))
	if err != nil {
		return err
	}
	for _, file := range append(files, filepath.Join(root, m.in)) {
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Base(file) == filepath.Base(m.edited()) {
			source = []byte(after)
		}
		if err := os.WriteFile(filepath.Join(kernels, filepath.Base(file)), source, 0o600); err != nil {
			return err
		}
	}
	command := exec.CommandContext(b.t.Context(), b.ptxgen())
	command.Dir = kernels
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	target := strings.TrimSuffix(m.in, ".cu") + ".ptx"
	before, err := os.ReadFile(filepath.Join(root, target))
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(kernels, filepath.Base(target)), filepath.Join(planted, nameOf(string(before))))
}

// simulator has Oclgrind run kernels for OpenCL, as .ci/run does.
var simulator = []string{
	"OCL_ICD_VENDORS=/usr/lib/oclgrind/liboclgrind-rt-icd.so", "OCLGRIND_DATA_RACES=1",
	"OCLGRIND_MAX_WGSIZE=16", "OCLGRIND_MAX_ERRORS=20",
}

// run runs tests with what is planted, and returns what they found.
func (b *bench) run(m mistake, planted string, environment ...string) (by string, err error) {
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	binary := b.packages[m.folder()]
	command := exec.CommandContext(ctx, binary, "-test.failfast", "-test.v", "-test.run", m.tests)
	if filepath.Ext(m.in) == ".cl" {
		command.Args = append(command.Args, "-test.short") // each format of a kernel is compiled anew
	}
	command.Dir = filepath.Join(root, m.folder())
	command.Env = append(append(os.Environ(), folderVariable+"="+planted), environment...)
	text, err := command.CombinedOutput()
	said := string(text)
	switch failed := (*exec.ExitError)(nil); {
	case ctx.Err() != nil && b.t.Context().Err() == nil:
		return "endless loop", nil
	case strings.Contains(said, "--- SKIP") || !m.ran(said):
		return "", fmt.Errorf("%s is skipped: %s", m.tests, said)
	case notBuilt.MatchString(said):
		return "", fmt.Errorf("the kernels are not built: %s", said)
	case err == nil && simulated.MatchString(said):
		return simulated.FindString(said), nil
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
		{`(?i)race|nothing that orders`, "race"},
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
