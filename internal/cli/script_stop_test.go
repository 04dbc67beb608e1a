package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

const (
	// tooLong is for what takes a moment, on a machine that does much else, or stands
	// still for a while.
	tooLong = time.Minute
)

// signalled returns a command of scripts that starts a program, whose standard
// input stays open, and sends it a signal. What it printed is in the files out
// and err.
func signalled(s os.Signal) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: interrupt WHEN PROGRAM ARGS...")
		}
		program := exec.Command(args[1], args[2:]...)
		program.Dir = ts.MkAbs(".")
		input, err := program.StdinPipe()
		ts.Check(err)
		defer input.Close()
		stdout, stderr := newHeard(), newHeard()
		program.Stdout, program.Stderr = stdout, stderr
		ts.Check(program.Start())
		switch args[0] {
		case "stdin":
			// More than a pipe holds, so that the program has read of it.
			_, err := input.Write(bytes.Repeat([]byte("0 1\n"), 1<<16))
			ts.Check(err)
		case "stdout":
			stdout.wait(ts)
		case "stderr":
			stderr.wait(ts)
		default:
			waitFor(ts, args[0])
		}
		begin := time.Now()
		ts.Check(program.Process.Signal(s))
		err = program.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
			ts.Fatalf("ended with %v, want exit code %d\n%s", err, exitInterrupted, stderr.text.Bytes())
		}
		if took := time.Since(begin); took > tooLong {
			ts.Fatalf("ended %v after the signal", took)
		}
		ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.text.Bytes(), 0o600))
		ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.text.Bytes(), 0o600))
	}
}

// waitFor waits for a file whose name matches pattern.
func waitFor(ts *testscript.TestScript, pattern string) {
	for deadline := time.Now().Add(tooLong); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if found, _ := filepath.Glob(ts.MkAbs(pattern)); len(found) > 0 {
			return
		}
	}
	ts.Fatalf("%s did not appear", pattern)
}

// heard keeps what a program prints, and knows when it has begun to.
type heard struct {
	text  bytes.Buffer
	begun chan struct{}
	begin func()
}

var _ io.Writer = (*heard)(nil)

func newHeard() *heard {
	h := &heard{begun: make(chan struct{})}
	h.begin = sync.OnceFunc(func() { close(h.begun) })
	return h
}

func (h *heard) Write(text []byte) (int, error) {
	defer h.begin()
	return h.text.Write(text)
}

func (h *heard) wait(ts *testscript.TestScript) {
	select {
	case <-h.begun:
	case <-time.After(tooLong):
		ts.Fatalf("nothing was printed")
	}
}

// timeout runs a program with a --timeout that gives it long enough to print
// what is waited for.
func timeout(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: timeout PATTERN PROGRAM ARGS...")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	for limit := 100 * time.Millisecond; limit < tooLong; limit *= 2 {
		exits(ts, false, append([]string{fmt.Sprint(exitStopped)}, append(args[1:], "--timeout", limit.String())...))
		if pattern.MatchString(ts.ReadFile("stdout")) || pattern.MatchString(ts.ReadFile("stderr")) {
			return
		}
	}
	ts.Fatalf("nothing matches %s", args[0])
}
