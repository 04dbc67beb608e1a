package partition

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// randomPlan returns a plan without blocks.
func randomPlan(random *rand.Rand) *Plan {
	rows := uint32(10 + random.IntN(1000))
	bounds := func(parts int) []Range {
		var ranges []Range
		begin := uint32(0)
		for part := range parts {
			end := rows
			if part < parts-1 {
				end = begin + uint32(random.IntN(int(rows-begin)+1))
			}
			if end > begin {
				ranges = append(ranges, Range{begin, end})
			}
			begin = end
		}
		return ranges
	}
	p := &Plan{
		Request: Request{File: `a "graph", {with} [brackets]\`, Method: "auto"},
		Graph:   Facts{Format: "u32"},
		Blocks:  "blocks", Rows: rows, Cuts: bounds(1 + random.IntN(5)),
	}
	pieces := bounds(1 + random.IntN(20))
	for i, rows := range pieces {
		piece := Piece{Rows: rows}
		for _, cut := range p.Cuts {
			edges := random.Uint64N(uint64(rows.Len())*uint64(cut.Len()) + 1)
			piece.Edges = append(piece.Edges, edges)
			p.Graph.Edges += edges
		}
		p.Pieces = append(p.Pieces, piece)
		if last := len(p.Grid.Rows) - 1; i > 0 && random.IntN(2) == 0 {
			p.Grid.Rows[last].End = rows.End
		} else {
			p.Grid.Rows = append(p.Grid.Rows, rows)
		}
	}
	p.Grid.Columns = bounds(1 + random.IntN(4))
	if random.IntN(2) == 0 {
		p.Grid.Hubs = p.Cuts[0].End
	}
	// As many wedges as can be.
	p.Graph.Wedges = new(big.Int).Binomial(int64(p.Graph.Edges), 2)
	return p
}

func writePlan(t *testing.T, p *Plan) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "plan.json")
	if err := p.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestPlanStaysTheSame(t *testing.T) {
	for seed := range uint64(50) {
		p := randomPlan(rand.New(rand.NewPCG(seed, 1)))
		name := writePlan(t, p)
		again, err := ReadPlan(name)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(p, again) {
			t.Fatalf("seed %d: wrote %+v, read %+v", seed, p, again)
		}
		first, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(writePlan(t, again))
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("seed %d: written again it is %s, %v", seed, second, err)
		}
	}
}

// TestEveryChangedPlanIsSeen changes one byte after the other. What is read all
// the same says what was written.
func TestEveryChangedPlanIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	p := randomPlan(random)
	name := writePlan(t, p)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for at := range data {
		changed := bytes.Clone(data)
		changed[at] ^= byte(1 << random.IntN(8))
		if err := os.WriteFile(name, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPlan(name)
		var input *graph.InputError
		switch {
		case errors.As(err, &input):
			seen++
		case err != nil:
			t.Fatalf("byte %d: %v", at, err)
		case !reflect.DeepEqual(p, again):
			t.Fatalf("byte %d: %s became %s", at, data, changed)
		}
	}
	if seen < len(data)/2 {
		t.Errorf("%d of %d changes were seen", seen, len(data))
	}
	for size := range len(data) - 1 { // the last byte is a line break
		if err := os.WriteFile(name, data[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPlan(name); err == nil {
			t.Fatalf("the first %d bytes are a plan", size)
		}
	}
}

// TestPlansThatDoNotFit reads plans whose checksums are right.
func TestPlansThatDoNotFit(t *testing.T) {
	for what, change := range map[string]func(p *Plan){
		"edges without room":       func(p *Plan) { p.Pieces[0].Edges[0] = 1<<64 - 1 },
		"edges of another graph":   func(p *Plan) { p.Graph.Edges++ },
		"no wedges":                func(p *Plan) { p.Graph.Wedges = nil },
		"less than no wedges":      func(p *Plan) { p.Graph.Wedges.SetInt64(-1) },
		"too many wedges":          func(p *Plan) { p.Graph.Wedges.Lsh(p.Graph.Wedges, 1) },
		"degrees past the edges":   func(p *Plan) { p.Graph.MaxDegree = 1<<32 - 1 },
		"a larger out-degree":      func(p *Plan) { p.Graph.MaxOutDegree = 1 },
		"an empty piece":           func(p *Plan) { p.Pieces = slices.Insert(p.Pieces, 0, Piece{Edges: make([]uint64, len(p.Cuts))}) },
		"an empty range of rows":   func(p *Plan) { p.Grid.Rows = slices.Insert(p.Grid.Rows, 0, Range{}) },
		"no columns":               func(p *Plan) { p.Grid.Columns = nil },
		"blocks of somebody else":  func(p *Plan) { p.Blocks = "../../etc" },
		"blocks that are absolute": func(p *Plan) { p.Blocks = "/etc" },
		"too many subtasks": func(p *Plan) {
			p.Rows, p.Graph = 1<<20, Facts{Wedges: new(big.Int)}
			p.Cuts, p.Pieces, p.Grid = []Range{{0, p.Rows}}, nil, Grid{Columns: []Range{{0, p.Rows}}}
			for begin := uint32(0); begin < p.Rows; begin += 512 {
				p.Pieces = append(p.Pieces, Piece{Range{begin, begin + 512}, []uint64{0}})
				p.Grid.Rows = append(p.Grid.Rows, Range{begin, begin + 512})
			}
		},
		"a gap in the pieces":     func(p *Plan) { p.Pieces[0].Rows.End-- },
		"pieces that end early":   func(p *Plan) { p.Rows++ },
		"edges of too few cuts":   func(p *Plan) { p.Pieces[0].Edges = p.Pieces[0].Edges[1:] },
		"a gap in the cuts":       func(p *Plan) { p.Cuts[0].End-- },
		"columns beyond the end":  func(p *Plan) { p.Grid.Columns[len(p.Grid.Columns)-1].End++ },
		"rows that split a piece": func(p *Plan) { p.Grid.Rows = []Range{{0, 1}, {1, p.Rows}} },
		"hubs beyond the end":     func(p *Plan) { p.Grid.Hubs = p.Rows + 1 },
	} {
		p := randomPlan(rand.New(rand.NewPCG(4, 1)))
		change(p)
		name := filepath.Join(t.TempDir(), "plan.json")
		if err := p.WriteFile(name); err == nil {
			t.Errorf("%s: was written", what)
		}
		if err := writeSealed(name, p); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPlan(name); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestOpenKnowsTheSizes opens plans whose blocks are not what they say: nothing is
// allocated for edges that are not there.
func TestOpenKnowsTheSizes(t *testing.T) {
	folder := t.TempDir()
	p := &Plan{
		Graph: Facts{Edges: 1 << 40, Wedges: new(big.Int)}, Blocks: ".", Rows: 1 << 21,
		Cuts: []Range{{0, 1 << 21}}, Pieces: []Piece{{Range{0, 1 << 21}, []uint64{1 << 40}}},
		Grid: Grid{Rows: []Range{{0, 1 << 21}}, Columns: []Range{{0, 1 << 21}}},
	}
	name := filepath.Join(folder, "plan.json")
	if err := p.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	block := filepath.Join(folder, "rows-0-2097152-0.tblk")
	opens := func(what string, want error) {
		t.Helper()
		read, err := ReadPlan(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = read.Open(name)
		if wrong := (*BlockError)(nil); !errors.As(err, &wrong) || !errors.Is(err, want) || wrong.File != block {
			t.Errorf("%s: %v", what, err)
		}
	}
	opens("no block", os.ErrNotExist)
	if err := os.Mkdir(block, 0o755); err != nil {
		t.Fatal(err)
	}
	opens("a folder", ErrDamaged)
	if err := os.Remove(block); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(block, make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	opens("a short block", ErrTruncated)
}

// TestDocumentsHaveALimit reads what has no end.
func TestDocumentsHaveALimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "plan.json")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if data, err := readAtMost(file, 3); err != nil || len(data) != 0 {
		t.Error(data, err)
	}
	if err := file.Truncate(mostDocument + 1); err != nil { // a hole
		t.Fatal(err)
	}
	if _, err := ReadPlan(name); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
	p, log, _ := testLog(t)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	// A torn last line that never ends.
	if _, _, err := readLog(io.MultiReader(bytes.NewReader(data), endless{}), log, p); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// TestEndlessNumbers reads a number that would take minutes, and digits in a name.
func TestEndlessNumbers(t *testing.T) {
	p := randomPlan(rand.New(rand.NewPCG(4, 1)))
	p.Request.File = `"\` + strings.Repeat("7", 5*mostDigits)
	name := writePlan(t, p)
	if _, err := ReadPlan(name); err != nil {
		t.Error(err)
	}
	p.Graph.Wedges.Exp(big.NewInt(10), big.NewInt(mostDigits), nil)
	if err := writeSealed(name, p); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPlan(name); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "digits") {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestOtherFilesAreNoPlans(t *testing.T) {
	folder := t.TempDir()
	for text, expected := range map[string]string{
		`{"format": "tricycle-plan", "version": 2, "new": true}`: "version 2",
		`{"format": "tricycle-shard", "version": 1}`:             "tricycle-shard",
		"# edges\n1 2\n": "",
		"":               "",
	} {
		name := filepath.Join(folder, "other")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadPlan(name)
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || !bytes.Contains([]byte(err.Error()), []byte(expected)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ReadPlan(filepath.Join(folder, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
