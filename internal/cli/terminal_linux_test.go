package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/tricycle-graph/tricycle/graph"
)

// openTerminal returns a terminal of a width, and what takes down all that is
// written to it and returns it once the terminal is closed.
func openTerminal(t *testing.T, width uint16) (terminal *os.File, shown func() string) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width}); err != nil {
		t.Skip(err)
	}
	if terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	text := make(chan string)
	go func() {
		var all bytes.Buffer
		_, _ = all.ReadFrom(screen) // which ends with an error when nobody has the terminal open
		text <- strings.ReplaceAll(all.String(), "\r\n", "\n")
	}()
	return terminal, func() string {
		terminal.Close()
		return <-text
	}
}

// TestTablesFitTheTerminal prints the table of count.
func TestTablesFitTheTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("long", 20) + "-end.txt"
	for _, name := range []string{"a.txt", long} {
		if err := os.WriteFile(name, []byte("1 2\n2 3\n3 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, width := range []uint16{40, 80, 120, 400} {
		for _, command := range []string{"count --quiet", "cycles --count --quiet"} {
			terminal, shown := openTerminal(t, width)
			err := execute(context.Background(), append(strings.Fields(command), "a.txt", long), nil, terminal, os.Stderr)
			text := shown()
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text) {
				if wide := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); wide > int(width) {
					t.Errorf("%s: %d wide on a terminal of %d: %s", command, wide, width, line)
				}
			}
			for _, part := range []string{"file", "a.txt", "-end.txt"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s: no %s on a terminal of %d:\n%s", command, part, width, text)
				}
			}
			if all := strings.Contains(text, "vertices") && strings.Contains(text, "orient"); command == "count --quiet" && all != (width == 400) {
				t.Errorf("all columns: %v on a terminal of %d:\n%s", all, width, text)
			}
		}
	}
}

// TestBars sees one where it can be drawn, and none where it cannot.
func TestBars(t *testing.T) {
	for _, kind := range []string{"xterm", "dumb"} {
		t.Setenv("TERM", kind)
		terminal, shown := openTerminal(t, 80)
		ctx, interrupt := context.WithCancel(context.Background())
		cmd := &cobra.Command{}
		cmd.SetContext(ctx)
		cmd.SetErr(terminal)
		meter := new(graph.Meter)
		meter.Start("stir", 0)
		stop := watch(cmd, false, meter)
		time.Sleep(progressAfter + 5*progressEvery)
		interrupt()
		stop()
		if text := shown(); strings.Contains(text, "stir") != (kind == "xterm") {
			t.Errorf("%s: %q", kind, text)
		}
	}
}
