package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
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
//	json FILE LINE FIELD VALUE  compare a field (dotted) of a line of JSON
//	cut FILE BYTES NEW          copy the first bytes of a file
//	waitfor FILE                wait for a file to appear
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
			env.Setenv("EXAMPLES", examples)
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"json":    jsonField,
			"cut":     cut,
			"waitfor": waitFor,
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
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 1 || at > len(lines) {
		ts.Fatalf("%s has %d lines", args[0], len(lines))
	}
	decoder := json.NewDecoder(strings.NewReader(lines[at-1]))
	decoder.UseNumber()
	var value any
	ts.Check(decoder.Decode(&value))
	for name := range strings.SplitSeq(args[2], ".") {
		object, ok := value.(map[string]any)
		if !ok {
			ts.Fatalf("%s: nothing has a field %s", args[2], name)
		}
		if value, ok = object[name]; !ok {
			ts.Fatalf("no field %s in %s", args[2], lines[at-1])
		}
	}
	if got := fmt.Sprint(value); args[3] != "*" && got != args[3] {
		ts.Fatalf("%s is %s, want %s", args[2], got, args[3])
	}
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FILE BYTES NEW")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[0]))[:size], 0o600))
}

func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor FILE")
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if found, _ := filepath.Glob(ts.MkAbs(args[0])); len(found) > 0 {
			return
		}
	}
	ts.Fatalf("%s did not appear", args[0])
}
