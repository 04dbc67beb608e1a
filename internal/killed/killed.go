// Package killed lets a test run itself as another process, which it kills at its work, to
// see what that leaves.
package killed

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// variable is what tells a process from its test: where it is to work.
const variable = "TRICYCLE_KILLED"

// Main is the TestMain of such a test. In the other process it calls begin, which begins
// work at a place and says what it has made, and waits. Should the test be gone, end ends
// that work.
func Main(m *testing.M, begin func(place string) (made string, end func() error, err error)) {
	place := os.Getenv(variable)
	if place == "" {
		os.Exit(m.Run())
	}
	made, end, err := begin(place)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stdout, made)
	_, _ = os.Stdin.Read(make([]byte, 1)) // until it is killed
	panic(end())
}

// Start starts a process that works at a place. It returns what that has made, and what
// kills it, as the end of the test does.
func Start(t *testing.T, place string) (made string, kill func()) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), variable+"="+place)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		// The errors say that it was killed.
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), kill
}
