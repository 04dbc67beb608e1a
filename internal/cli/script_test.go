package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tricycle": func() { os.Exit(Main()) },
	})
}

// TestScripts runs the sessions in testdata/script. Beside the usual commands
// they know
//
//	exits CODE PROGRAM ARGS...  run a program and compare its exit code
//	json FILE LINE FIELD VALUE  compare a field (dotted) of a line of JSON, or
//	                            with line 0 of the file as a whole
//	same FILE FILE FIELD...     compare fields (dotted) of two files of JSON
//	cut FILE BYTES NEW          copy the first bytes of a file
//	flip FILE BYTE              change a byte, counted from the end if negative
//	interrupt WHEN PROGRAM ARGS...
//	                            run a program, interrupt it when it has read
//	                            from stdin, has written to stdout or stderr, or
//	                            when a file that matches appears, and see it end
//	                            with 130
//	hangup WHEN PROGRAM ARGS... the same with the loss of its terminal
//	timeout PATTERN PROGRAM ARGS...
//	                            run a program with a --timeout, and again with a
//	                            longer one, until what it prints matches; the
//	                            exit code is 5 each time
func TestScripts(t *testing.T) {
	store := s3test.New(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
			env.Setenv("EXAMPLES", examples)
			// A race detector waits a second before each program ends.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			// A store of objects, s3://graphs, with a folder for each script.
			env.Vars = append(env.Vars, store.Environment(filepath.Join(env.WorkDir, "none"))...)
			env.Setenv("STORE", "s3://"+s3test.Bucket+"/"+filepath.Base(env.WorkDir))
			return err
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root":
				return os.Geteuid() == 0, nil
			case "gpu":
				return haveGPU() == nil, nil
			case "opencl": // the first device of which can be used, be it a GPU or PoCL's
				found := surveyOpenCL().Devices
				return len(found) > 0 && found[0].Usable, nil
			case "race":
				return raceEnabled, nil
			case "nohup": // a lost terminal ends nothing, and none that it starts
				return signal.Ignored(syscall.SIGHUP), nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     exits,
			"json":      jsonField,
			"same":      same,
			"cut":       cut,
			"flip":      flip,
			"interrupt": signalled(os.Interrupt),
			"hangup":    signalled(syscall.SIGHUP),
			"timeout":   timeout,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func jsonField(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: json FILE LINE FIELD VALUE")
	}
	text := ts.ReadFile(args[0])
	lines := strings.Split(strings.TrimSpace(text), "\n")
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 || at > len(lines) {
		ts.Fatalf("%s has %d lines", args[0], len(lines))
	}
	if at > 0 {
		text = lines[at-1]
	}
	if got := field(ts, text, args[2]); args[3] != "*" && got != args[3] {
		ts.Fatalf("%s is %s, want %s", args[2], got, args[3])
	}
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: same FILE FILE FIELD...")
	}
	for _, name := range args[2:] {
		if a, b := field(ts, ts.ReadFile(args[0]), name), field(ts, ts.ReadFile(args[1]), name); a != b {
			ts.Fatalf("%s is %s in %s, and %s in %s", name, a, args[0], b, args[1])
		}
	}
}

// field returns a field (dotted) of a JSON object.
func field(ts *testscript.TestScript, text, path string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	ts.Check(decoder.Decode(&value))
	for name := range strings.SplitSeq(path, ".") {
		object, ok := value.(map[string]any)
		if !ok {
			ts.Fatalf("%s: nothing has a field %s", path, name)
		}
		if value, ok = object[name]; !ok {
			ts.Fatalf("no field %s in %s", path, text)
		}
	}
	return fmt.Sprint(value)
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FILE BYTES NEW")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[0]))[:size], 0o600))
}

func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE BYTE")
	}
	content := []byte(ts.ReadFile(args[0]))
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(content)
	}
	content[at] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o600))
}
