package cli

import (
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

// openTerminal returns a terminal of a width, what waits until it shows something, and
// what closes it and returns all that was written to it.
func openTerminal(t *testing.T, width uint16) (terminal *os.File, wait func(part string), shown func() string) {
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
	written := make(chan string, 1<<10) // enough for whoever writes not to wait
	go func() {
		defer close(written)
		piece := make([]byte, 4096)
		for {
			n, err := screen.Read(piece) // fails when nobody has the terminal open
			if err != nil {
				return
			}
			written <- string(piece[:n])
		}
	}()
	text := ""
	wait = func(part string) {
		for late := time.After(tooLong); !strings.Contains(text, part); {
			select {
			case more := <-written:
				text += more
			case <-late:
				t.Fatalf("no %q in %q", part, text)
			}
		}
	}
	return terminal, wait, func() string {
		terminal.Close()
		for more := range written {
			text += more
		}
		return strings.ReplaceAll(text, "\r\n", "\n")
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
			terminal, _, shown := openTerminal(t, width)
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
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	meter := new(graph.Meter)
	meter.Start("stir", 0)
	open := func(kind string) (wait func(part string), end func() string) {
		t.Setenv("TERM", kind)
		terminal, wait, shown := openTerminal(t, 80)
		cmd := &cobra.Command{}
		cmd.SetContext(ctx)
		cmd.SetErr(terminal)
		stop := watch(cmd, false, meter)
		return wait, func() string { stop(); return shown() }
	}
	_, endDumb := open("dumb")
	wait, end := open("xterm")
	wait("stir")
	interrupt()
	end()
	if text := endDumb(); text != "" {
		t.Errorf("a terminal that cannot move its cursor shows %q", text)
	}
}
