package cli

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/triangle"
)

// promised is a file, and how many vertices and records it has: estimate is told
// what the header does not tell.
type promised struct {
	name     string
	vertices int
	records  int
	odd      bool // ids with large gaps, of which no header tells: only --memory holds
}

// promisedFiles makes a file of each kind, of about a million records.
func promisedFiles(t *testing.T) []promised {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	rmat, grid := at("rmat.bin"), at("grid.bin")
	tricycle(t, nil, "generate", "--quiet", "rmat", "--scale", "16", "--permute", "-o", rmat)
	tricycle(t, nil, "generate", "--quiet", "grid", "--rows", "700", "--cols", "700", "-o", grid)
	tricycle(t, nil, "generate", "--quiet", "uniform", "--vertices", "100000", "--edges", "1000000", "-o", at("uniform.bin"))
	tricycle(t, nil, "generate", "--quiet", "complete", "--vertices", "1400", "-o", at("complete.bin"))
	const scale16, cells = 1 << 16, 700 * 700
	files := []promised{
		{name: rmat, vertices: scale16, records: 1 << 20},
		{name: grid, vertices: cells, records: 2 * 700 * 699},
		{name: at("uniform.bin"), vertices: 100_000, records: 1_000_000},
		{name: at("complete.bin"), vertices: 1400, records: 1400 * 1399 / 2},
	}
	for _, name := range []string{"rmat.txt", "rmat.mtx", "rmat.tcsr", "rmat.txt.gz"} {
		tricycle(t, nil, "convert", "--quiet", rmat, at(name))
		files = append(files, promised{name: at(name), vertices: scale16, records: 1 << 20})
	}
	tricycle(t, nil, "convert", "--quiet", grid, at("grid.tcsr"))
	files = append(files, promised{name: at("grid.tcsr"), vertices: cells, records: 2 * 700 * 699})

	const n = 1 << 20
	random := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []struct {
		name     string
		vertices int
		record   func(i int) (u, v uint64)
	}{
		{"star.bin", n + 1, func(i int) (u, v uint64) { return 0, uint64(i + 1) }},
		{"path.bin", n + 1, func(i int) (u, v uint64) { return uint64(i), uint64(i + 1) }},
		{"duplicates.bin", 1000, func(int) (u, v uint64) { return random.Uint64N(1000), random.Uint64N(1000) }},
		{"sparse.bin", 100_000, func(int) (u, v uint64) { return random.Uint64N(100_000) * 40_009, random.Uint64N(100_000) * 40_009 }},
		{"wide.txt", 100_000, func(int) (u, v uint64) { return random.Uint64N(100_000) << 40, random.Uint64N(100_000) << 40 }},
	} {
		writePairs(t, at(shape.name), n, shape.record)
		odd := shape.name == "sparse.bin" || shape.name == "wide.txt"
		files = append(files, promised{at(shape.name), shape.vertices, n, odd})
	}
	return files
}

// writePairs writes records as u32 pairs, or to a .txt file as text.
func writePairs(t *testing.T, name string, n int, record func(i int) (u, v uint64)) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	for i := range n {
		u, v := record(i)
		if filepath.Ext(name) == ".txt" {
			fmt.Fprintln(w, u, v)
			continue
		}
		var pair [8]byte
		binary.LittleEndian.PutUint32(pair[:], uint32(u))
		binary.LittleEndian.PutUint32(pair[4:], uint32(v))
		w.Write(pair[:]) // whose error Flush returns
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// TestPeaksStayWithinEstimates holds the peak of each count under --memory and
// under what estimate says, whole, in parts, and with the least memory that
// estimate asks for, with which the count must succeed.
func TestPeaksStayWithinEstimates(t *testing.T) {
	if raceEnabled || testing.Short() || runtime.GOOS != "linux" {
		t.Skip("needs the resident set of a process that is built as it ships")
	}
	asShipped(t)
	for _, file := range promisedFiles(t) {
		t.Run(filepath.Base(file.name), func(t *testing.T) {
			inParts := file.hold(t, "--parts", "3x2", "--memory", "96MiB")
			if inParts.Parts == nil {
				t.Error("--parts counts whole")
			}
			others := []answer.CountJSON{file.hold(t, "--memory", "80MiB")}
			if !file.odd {
				whole, least := file.hold(t), file.estimate(t, "--memory", "1MiB")
				// A third of the edges may be looked up beyond the hubs, and few graphs have as many there.
				const columnBytes = 16 << 20
				if least.Fits || least.Memory >= whole.PeakBytes+runtimeBytes+columnBytes {
					t.Errorf("asks for %s, the whole took %s", bytesize.Text(least.Memory), bytesize.Text(whole.PeakBytes))
				}
				others = append(others, whole, file.hold(t, "--memory", strconv.FormatInt(least.Memory, 10)))
			}
			for _, a := range others {
				if a.Triangles != inParts.Triangles {
					t.Errorf("%d triangles, in parts %d", a.Triangles, inParts.Triangles)
				}
			}
		})
	}
}

// hold counts the file and compares the peak with the estimate.
func (p promised) hold(t *testing.T, flags ...string) answer.CountJSON {
	t.Helper()
	e := p.estimate(t, flags...)
	var answer answer.CountJSON
	tricycle(t, &answer, append([]string{"count", "--json", "--quiet", "--engine", "cpu", p.name}, flags...)...)
	t.Logf("%v: peak %s of %s", flags, bytesize.Text(answer.PeakBytes), bytesize.Text(e.Memory+e.Pages))
	most := e.Memory + e.Pages
	if p.odd {
		most = 80 << 20
	}
	if !e.Fits || answer.PeakBytes == 0 || answer.PeakBytes > most {
		t.Errorf("%v: peak %s, the estimate is %s (fits %v)", flags, bytesize.Text(answer.PeakBytes), bytesize.Text(most), e.Fits)
	}
	return answer
}

// estimate returns the estimate for the CPU.
func (p promised) estimate(t *testing.T, flags ...string) triangle.Estimate {
	t.Helper()
	args := append([]string{"estimate", "--json", "--engine", "cpu", "--vertices", strconv.Itoa(p.vertices), "--edges", strconv.Itoa(p.records), p.name}, flags...)
	printed, err := exec.Command("tricycle", args...).Output()
	var x answer.Estimate
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == exitMemory) {
		t.Fatalf("%v: %v", args, err)
	}
	readJSON(t, printed, &x)
	return x.Estimates[0]
}
