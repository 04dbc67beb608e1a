package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/serve"
)

// triangleFile writes a graph of a few triangles, and returns its name.
func triangleFile(t *testing.T, suffix string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "graph.txt")
	if err := os.WriteFile(name, []byte("1 2\n2 3\n3 1\n3 4\n4 5\n5 3\n3 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if suffix == "txt" {
		return name
	}
	other := strings.TrimSuffix(name, "txt") + suffix
	tricycle(t, nil, "convert", "--quiet", name, other)
	return other
}

// slowSearch is a command that takes long, and finds nothing.
func slowSearch(t *testing.T) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "slow.tcsr")
	tricycle(t, nil, "generate", "--quiet", "erdos-renyi", "--vertices", "300", "--probability", "0.4", "-o", name)
	return []string{"cycles", "--quiet", "--min-length", "100", "--threads", "1", name}
}

// TestServe: a call is answered as a process would answer it.
func TestServe(t *testing.T) {
	s := startServe(t, true)
	file := triangleFile(t, "txt")
	var answer answer.CountJSON
	got := s.call("count", "--json", file)
	if err := json.Unmarshal([]byte(got.output), &answer); err != nil || answer.Triangles != 2 || got.code != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if len(got.messages) != 1 || got.messages[0].Cleaning == nil || got.messages[0].Cleaning.Loops != 1 {
		t.Errorf("said %+v", got.messages)
	}
	if got := s.call("triangles", "--quiet", "--messages", "text", file); got.output != "1\t2\t3\n3\t4\t5\n" || len(got.messages) > 0 {
		t.Errorf("%+v", got)
	}
	readEnd := fmt.Sprintf("/proc/%d/fd/0", s.process.Process.Pid)
	if runtime.GOOS != "linux" {
		readEnd = "/dev/stdin"
	}
	for args, want := range map[string]errorMessage{
		"count --json -":   {Kind: "usage", ExitCode: 2},
		"serve --stdio":    {Kind: "usage", ExitCode: 2},
		"count --frob":     {Kind: "usage", ExitCode: 2},
		"frob":             {Kind: "usage", ExitCode: 2},
		"count /dev/stdin": {Kind: "usage", ExitCode: 2},
		"vertices --output=/dev/stdout --to csv " + file: {Kind: "usage", ExitCode: 2},
		"vertices -qo/dev/fd/1 " + file:                  {Kind: "usage", ExitCode: 2},
		"info " + readEnd:                                {Kind: "usage", ExitCode: 2},
		"count " + strings.Repeat("long", longest):       {Kind: "usage", ExitCode: 2},
		"count gone.txt":                                 {Kind: "input", ExitCode: 3},
		"vertices - -o /tmp":                             {Kind: "usage", ExitCode: 2},
		"count --memory 1 " + file:                       {Kind: "memory", ExitCode: 4},
	} {
		got := s.call(strings.Fields(args)...)
		if len(got.messages) != 1 || got.messages[0].Error == nil || got.code != want.ExitCode ||
			got.messages[0].Error.Kind != want.Kind || got.messages[0].Error.ExitCode != want.ExitCode {
			t.Errorf("%s: %d, %+v", args, got.code, got.messages[0].Error)
		}
	}
	if got := s.call("completion", "fish", "--no-descriptions"); got.code != 0 || !strings.Contains(got.output, "complete -c tricycle") {
		t.Errorf("%+v", got)
	}
	if got := s.call("--help"); got.code != 0 || !strings.Contains(got.output, "Exit codes") {
		t.Errorf("%+v", got)
	}
	s.in.Close()
	if code := s.exit(); code != 0 || s.stderr.Len() > 0 {
		t.Errorf("ends with %d: %s", code, &s.stderr)
	}
}

// TestServeCancel cancels one call of two that are under way.
func TestServeCancel(t *testing.T) {
	s := startServe(t, true, "--calls", "3")
	slow, slower := s.begin(slowSearch(t)...), s.begin(slowSearch(t)...)
	if got := s.call("count", "--quiet", "--json", triangleFile(t, "tcsr")); got.code != 0 {
		t.Errorf("%+v", got)
	}
	begin := time.Now()
	s.write(serve.Cancel, slow, "")
	got := s.ends(1)[slow]
	if got == nil || got.code != exitInterrupted || got.messages[len(got.messages)-1].Error.Kind != "interrupted" {
		t.Errorf("%+v", got)
	}
	if took := time.Since(begin); took > 10*grace {
		t.Errorf("ended %v after it was cancelled", took)
	}
	if got := s.call("version"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	s.write(serve.Cancel, slower, "")
	if got := s.ends(1)[slower]; got.code != exitInterrupted {
		t.Errorf("%+v", got)
	}
}

// TestServeEnds with its standard input, however busy it is, and with its parent.
func TestServeEnds(t *testing.T) {
	for what, end := range map[string]func(s *served){
		"idle": func(s *served) { s.in.Close() },
		"busy": func(s *served) {
			s.begin(slowSearch(t)...)
			s.begin("version")
			time.Sleep(100 * time.Millisecond)
			s.in.Close()
		},
		"nobody reads": func(s *served) {
			s.begin("generate", "erdos-renyi", "--vertices", "1000", "--probability", "0.4", "--to", "edgelist", "-o", "-")
			waiting := s.begin("version")
			time.Sleep(100 * time.Millisecond)
			s.write(serve.Cancel, waiting, "")
			time.Sleep(100 * time.Millisecond)
			s.in.Close()
		},
	} {
		s := startServe(t, true)
		end(s)
		begin := time.Now()
		if code := s.exit(); code != 0 || time.Since(begin) > 10*grace {
			t.Errorf("%s: ends with %d after %v: %s", what, code, time.Since(begin), &s.stderr)
		}
	}
}

// TestServeBroken: those who do not keep to the protocol are told why, in a frame and in
// a line.
func TestServeBroken(t *testing.T) {
	hello := serve.AppendFrame(nil, serve.Frame{Kind: serve.Hello, Body: []byte(`{"protocol":1}`)})
	for want, text := range map[string]string{
		"the input ends within a frame":                      string(hello) + "\x09\x00",
		"bytes behind its length, and not 2147483647":        string(hello) + "\xff\xff\xff\x7f",
		"speaks version 9 of it, and this program version 1": string(serve.AppendFrame(nil, serve.Frame{Kind: serve.Hello, Body: []byte(`{"protocol":9}`)})),
		"bytes behind its length, and not 1869636978":        "report of the year",
	} {
		s := startServe(t, false)
		if _, err := s.in.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		s.in.Close()
		if frame := s.read(); frame.Kind != serve.Hello {
			t.Errorf("the first frame is of kind %d", frame.Kind)
		}
		if frame := s.read(); frame.Kind != serve.Message || frame.Call != 0 || !strings.Contains(string(frame.Body), want) {
			t.Errorf("said %s, want %s", frame.Body, want)
		}
		if code := s.exit(); code != exitUsage || !strings.Contains(s.stderr.String(), want) || strings.Count(s.stderr.String(), "\n") != 1 {
			t.Errorf("ends with %d: %s", code, &s.stderr)
		}
	}
}

// TestServeKilled: the program that started it sees its end.
func TestServeKilled(t *testing.T) {
	s := startServe(t, true)
	s.begin(slowSearch(t)...)
	if err := s.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := serve.ReadFrame(s.out); err == nil {
		t.Error("there is more to read")
	}
}

// TestServeMany answers thousands of small calls, and takes no more memory for them.
func TestServeMany(t *testing.T) {
	calls := 3000
	if testing.Short() || raceEnabled {
		calls = 500
	}
	file := triangleFile(t, "tcsr")
	s := startServe(t, true)
	before := 0
	begin := time.Now()
	for i := range calls {
		got := s.call("count", "--json", "--quiet", "--trust", "--memory", "1GiB", file)
		if got.code != 0 || !strings.Contains(got.output, `"triangles":2,`) {
			t.Fatalf("call %d: %+v", i, got)
		}
		if i == calls/5 {
			before, begin = residentOf(s), time.Now()
		}
	}
	t.Logf("%v a call", time.Since(begin)/time.Duration(calls-calls/5))
	if after := residentOf(s); after > before+4<<10 && !raceEnabled {
		t.Errorf("it has %d KiB, and had %d", after, before)
	}
}

// residentOf returns how many KiB a process has in memory; 0 where the system does not
// say.
func residentOf(s *served) (kib int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if _, rest, ok := strings.Cut(string(text), "VmRSS:"); ok {
		_, _ = fmt.Sscan(rest, &kib)
	}
	return kib
}

// TestServeSideBySide has calls of every sort at once, in one process: what they share
// must not mix. The race detector looks on.
func TestServeSideBySide(t *testing.T) {
	file, folder := triangleFile(t, "tcsr"), t.TempDir()
	commands := []string{
		"count --json --quiet " + file, "count --quiet --memory 64MiB " + file, "count --json --quiet --parts 2x2 " + file,
		"vertices --quiet " + file, "edges --quiet " + file, "truss --quiet " + file, "triangles --quiet " + file,
		"cycles --quiet " + file, "cycles --count --quiet " + file, "census --quiet " + triangleFile(t, "txt"), "info " + file,
		"estimate --quiet --engine cpu " + file, "generate --help", "frob", "cycles --help", "version", "__complete count --engine ",
		"count --quiet --engine cuda " + file, "report --quiet " + file + " -o " + filepath.Join(folder, "NUMBER.html"),
		"convert --quiet " + file + " " + filepath.Join(folder, "NUMBER.mtx"),
	}
	s := startServeHere(t, 4)
	want := make(map[string]*servedAnswer)
	untimed := func(a *servedAnswer) string {
		text, _, _ := strings.Cut(a.output, `"seconds"`)
		text, _, _ = strings.Cut(text, "read    ")
		return fmt.Sprint(a.code, text)
	}
	numbers := make(map[uint32]string)
	for round := range 5 {
		for i, command := range commands {
			args := strings.Fields(strings.ReplaceAll(command, "NUMBER", fmt.Sprint(round, "-", i)))
			numbers[s.begin(args...)] = command
		}
	}
	for number, got := range s.ends(len(numbers)) {
		command := numbers[number]
		if want[command] == nil {
			want[command] = got
		}
		if untimed(got) != untimed(want[command]) {
			t.Errorf("%s: %s, and %s", command, untimed(got), untimed(want[command]))
		}
	}
	for command, got := range want {
		if wrong := command == "frob" || strings.Contains(command, "cuda") && haveGPU() != nil; (got.code != 0) != wrong {
			t.Errorf("%s: %d, %+v", command, got.code, got.messages)
		}
	}
}

// TestServePanic: a mistake of ours ends the call that meets it, and no other.
func TestServePanic(t *testing.T) {
	s := &serving{common: new(common), slots: make([]*openDevices, 1)}
	var said strings.Builder
	if code := s.answer(t.Context(), 0, []string{"version"}, panicking{}, &said); code != exitInternal {
		t.Errorf("ends with %d", code)
	}
	var m message
	if err := json.Unmarshal([]byte(said.String()), &m); err != nil || m.Error == nil || m.Error.Kind != "internal" || !strings.Contains(m.Error.Stack, "panicking") {
		t.Errorf("said %s, %v", &said, err)
	}
	var out strings.Builder
	if code := s.answer(t.Context(), 0, []string{"version"}, &out, io.Discard); code != exitOK || out.Len() == 0 {
		t.Errorf("the next one ends with %d", code)
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("lost count") }
