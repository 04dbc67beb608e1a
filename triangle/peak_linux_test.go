package triangle

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// The peak that was measured must stay within what the plan promised. Each
// count runs in a process of its own, because the peak of a process never
// falls.

// peakCases are graphs of several shapes, by name.
var peakCases = map[string]func() (graph.Source, error){
	"nothing": func() (graph.Source, error) { return generator.Complete{Vertices: 1}.Source() },
	"rmat":    func() (graph.Source, error) { return generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source() },
	"uniform": func() (graph.Source, error) {
		return generator.Uniform{Vertices: 1 << 18, Edges: 1 << 21, Seed: 1}.Source()
	},
	"grid":     func() (graph.Source, error) { return generator.Grid{Rows: 1000, Cols: 1000}.Source() },
	"complete": func() (graph.Source, error) { return generator.Complete{Vertices: 2000}.Source() },
}

// peakCase is what a child process counts.
type peakCase struct {
	open func() (graph.Source, error)
	opt  Options
}

const peakVariable = "TRICYCLE_TEST_PEAK"

func TestPeakStaysWithinThePlan(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: the race detector, with which CI runs short tests, holds memory of its own")
	}
	base := measurePeak(t, "nothing")
	for name, open := range peakCases {
		if name == "nothing" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			src, err := open()
			if err != nil {
				t.Fatal(err)
			}
			result, err := Count(context.Background(), src, Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			estimates, err := EstimateCount(src.Info(), Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			promised := estimates.Plan.Bytes.Get()
			if !src.Info().Vertices.Known() {
				promised += 24 * int64(result.Vertices)
			}
			peak := measurePeak(t, name) - base
			t.Logf("peak %s over an idle process, promised %s", bytesize.Text(peak), bytesize.Text(promised))
			if peak > promised {
				t.Errorf("peak %s, promised %s", bytesize.Text(peak), bytesize.Text(promised))
			}
		})
	}
}

// TestPeakChild is the process that is measured.
func TestPeakChild(t *testing.T) {
	name := os.Getenv(peakVariable)
	if name == "" {
		t.Skip("runs only as a child of TestPeakStaysWithinThePlan")
	}
	debug.SetGCPercent(20) // as the command line does: garbage is no part of the plan
	c, limited := limitedPeaks[name]
	if !limited {
		c = peakCase{peakCases[name], Options{Threads: 2}}
	}
	src, err := c.open()
	if err != nil {
		t.Fatal(err)
	}
	if limited {
		debug.SetMemoryLimit(c.opt.Memory) // as it does, too
	}
	if _, err := Count(context.Background(), src, c.opt); err != nil {
		t.Fatal(err)
	}
	fmt.Println(readPeak(t))
}

func measurePeak(t *testing.T, name string) int64 {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestPeakChild$", "-test.v")
	child.Env = append(os.Environ(), peakVariable+"="+name)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		var peak int64
		if n, _ := fmt.Sscan(line, &peak); n == 1 {
			return peak
		}
	}
	t.Fatalf("no peak in the child's output:\n%s", out)
	return 0
}

// readPeak returns the largest resident set of this process so far, in bytes.
func readPeak(t *testing.T) int64 {
	t.Helper()
	f, err := os.Open("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	t.Fatal("no VmHWM in /proc/self/status")
	return 0
}
