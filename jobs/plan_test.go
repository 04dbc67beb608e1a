package jobs

import (
	"bytes"
	"errors"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// randomPlan returns a plan without blocks.
func randomPlan(random *rand.Rand) *plan {
	rows := uint32(10 + random.IntN(1000))
	bounds := func(parts int) []partition.Range {
		var ranges []partition.Range
		begin := uint32(0)
		for part := range parts {
			end := rows
			if part < parts-1 {
				end = begin + uint32(random.IntN(int(rows-begin)+1))
			}
			if end > begin {
				ranges = append(ranges, partition.Range{Begin: begin, End: end})
			}
			begin = end
		}
		return ranges
	}
	p := &plan{
		Request: Request{File: `a "graph", {with} [brackets]\`, Method: "auto"},
		Graph:   facts{Format: "u32"},
		Set:     "1234-", Rows: rows, Cuts: bounds(1 + random.IntN(5)),
	}
	pieces := bounds(1 + random.IntN(20))
	for i, rows := range pieces {
		piece := partition.Piece{Rows: rows}
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

// writePlan gives a plan its ID and returns its object, and files that have it.
func writePlan(t *testing.T, p *plan) ([]byte, FS) {
	t.Helper()
	data := encode(p)
	return data, withPlan(t, data)
}

// withPlan returns files that have this plan alone.
func withPlan(t *testing.T, data []byte) FS {
	t.Helper()
	files := new(objectfs.Memory)
	if err := objectfs.CreateBytes(t.Context(), files, planName, data); err != nil {
		t.Fatal(err)
	}
	return files
}

func TestPlanStaysTheSame(t *testing.T) {
	for seed := range uint64(50) {
		p := randomPlan(rand.New(rand.NewPCG(seed, 1)))
		first, files := writePlan(t, p)
		again, err := readPlan(t.Context(), files)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(p, again) {
			t.Fatalf("seed %d: wrote %+v, read %+v", seed, p, again)
		}
		if second, _ := writePlan(t, again); !bytes.Equal(first, second) {
			t.Fatalf("seed %d: written again it is %s", seed, second)
		}
	}
}

// TestEveryChangedPlanIsSeen changes one byte after the other. What is read all
// the same says what was written.
func TestEveryChangedPlanIsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	p := randomPlan(random)
	data, _ := writePlan(t, p)
	seen := 0
	for at := range data {
		changed := bytes.Clone(data)
		changed[at] ^= byte(1 << random.IntN(8))
		again, err := readPlan(t.Context(), withPlan(t, changed))
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
		if _, err := readPlan(t.Context(), withPlan(t, data[:size])); err == nil {
			t.Fatalf("the first %d bytes are a plan", size)
		}
	}
}

// TestPlansThatDoNotFit reads plans whose checksums are right.
func TestPlansThatDoNotFit(t *testing.T) {
	for what, change := range map[string]func(p *plan){
		"edges without room":     func(p *plan) { p.Pieces[0].Edges[0] = 1<<64 - 1 },
		"edges of another graph": func(p *plan) { p.Graph.Edges++ },
		"no wedges":              func(p *plan) { p.Graph.Wedges = nil },
		"less than no wedges":    func(p *plan) { p.Graph.Wedges.SetInt64(-1) },
		"too many wedges":        func(p *plan) { p.Graph.Wedges.Lsh(p.Graph.Wedges, 1) },
		"degrees past the edges": func(p *plan) { p.Graph.MaxDegree = 1<<32 - 1 },
		"a larger out-degree":    func(p *plan) { p.Graph.MaxOutDegree = 1 },
		"an empty piece": func(p *plan) {
			p.Pieces = slices.Insert(p.Pieces, 0, partition.Piece{Edges: make([]uint64, len(p.Cuts))})
		},
		"an empty range of rows":  func(p *plan) { p.Grid.Rows = slices.Insert(p.Grid.Rows, 0, partition.Range{}) },
		"no columns":              func(p *plan) { p.Grid.Columns = nil },
		"blocks of somebody else": func(p *plan) { p.Set = "../../etc" },
		"too many subtasks": func(p *plan) {
			p.Rows, p.Graph = 1<<20, facts{Wedges: new(big.Int)}
			p.Cuts, p.Pieces, p.Grid = []partition.Range{{End: p.Rows}}, nil, partition.Grid{Columns: []partition.Range{{End: p.Rows}}}
			for begin := uint32(0); begin < p.Rows; begin += 512 {
				p.Pieces = append(p.Pieces, partition.Piece{Rows: partition.Range{Begin: begin, End: begin + 512}, Edges: []uint64{0}})
				p.Grid.Rows = append(p.Grid.Rows, partition.Range{Begin: begin, End: begin + 512})
			}
		},
		"a gap in the pieces":     func(p *plan) { p.Pieces[0].Rows.End-- },
		"pieces that end early":   func(p *plan) { p.Rows++ },
		"edges of too few cuts":   func(p *plan) { p.Pieces[0].Edges = p.Pieces[0].Edges[1:] },
		"a gap in the cuts":       func(p *plan) { p.Cuts[0].End-- },
		"columns beyond the end":  func(p *plan) { p.Grid.Columns[len(p.Grid.Columns)-1].End++ },
		"rows that split a piece": func(p *plan) { p.Grid.Rows = []partition.Range{{End: 1}, {Begin: 1, End: p.Rows}} },
		"hubs beyond the end":     func(p *plan) { p.Grid.Hubs = p.Rows + 1 },
	} {
		p := randomPlan(rand.New(rand.NewPCG(4, 1)))
		change(p)
		if p.check() == nil {
			t.Errorf("%s: would be written", what)
		}
		_, files := writePlan(t, p)
		if _, err := readPlan(t.Context(), files); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestOpenKnowsTheSizes opens plans whose blocks are not what they say: nothing is
// allocated for edges that are not there.
func TestOpenKnowsTheSizes(t *testing.T) {
	p := &plan{
		Graph: facts{Edges: 1 << 40, Wedges: new(big.Int)}, Set: "1234-", Rows: 1 << 21,
		Cuts: []partition.Range{{End: 1 << 21}}, Pieces: []partition.Piece{{Rows: partition.Range{End: 1 << 21}, Edges: []uint64{1 << 40}}},
		Grid: partition.Grid{Rows: []partition.Range{{End: 1 << 21}}, Columns: []partition.Range{{End: 1 << 21}}},
	}
	_, files := writePlan(t, p)
	const block = blockPrefix + "1234-rows-0-2097152-0.tblk"
	opens := func(what string, want error) {
		t.Helper()
		_, err := p.open(t.Context(), files)
		if wrong := (*partition.BlockError)(nil); !errors.As(err, &wrong) || !errors.Is(err, want) || wrong.File != block {
			t.Errorf("%s: %v", what, err)
		}
	}
	opens("no block", fs.ErrNotExist)
	if err := objectfs.CreateBytes(t.Context(), files, block, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	opens("a short block", partition.ErrTruncated)
}

// TestDocumentsHaveALimit reads what has no end.
func TestDocumentsHaveALimit(t *testing.T) {
	if data, err := readAtMost(strings.NewReader("abc"), 3); err != nil || len(data) != 3 {
		t.Error(data, err)
	}
	if _, err := readAtMost(endless{}, 1000); !errors.Is(err, errDamaged) {
		t.Error(err)
	}
}

// TestEndlessNumbers reads a number that would take minutes, and digits in a name.
func TestEndlessNumbers(t *testing.T) {
	p := randomPlan(rand.New(rand.NewPCG(4, 1)))
	p.Request.File = `"\` + strings.Repeat("7", 5*mostDigits)
	_, files := writePlan(t, p)
	if _, err := readPlan(t.Context(), files); err != nil {
		t.Error(err)
	}
	p.Graph.Wedges.Exp(big.NewInt(10), big.NewInt(mostDigits), nil)
	_, files = writePlan(t, p)
	if _, err := readPlan(t.Context(), files); !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), "digits") {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestOtherFilesAreNoPlans(t *testing.T) {
	for text, expected := range map[string]string{
		`{"format": "tricycle-shard", "version": 1}`: "tricycle-shard",
		"# edges\n1 2\n": "",
		"":               "",
	} {
		_, err := readPlan(t.Context(), withPlan(t, []byte(text)))
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || !strings.Contains(err.Error(), expected) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := readPlan(t.Context(), new(objectfs.Memory)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// TestOtherVersions opens jobs of other times.
func TestOtherVersions(t *testing.T) {
	for text, age := range map[string]string{
		`{"format": "tricycle-plan", "version": 3, "new": true}`:  "a newer",
		`{"format": "tricycle-plan", "version": 1, "id": "1234"}`: "an older",
	} {
		_, err := Open(t.Context(), withPlan(t, []byte(text)))
		version := new(VersionError)
		if input := (*graph.InputError)(nil); !errors.As(err, &input) || !errors.As(err, &version) || version.Known != 2 || !strings.Contains(err.Error(), age) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestColouredPlansThatDoNotFit reads plans by colours whose checksums are right.
func TestColouredPlansThatDoNotFit(t *testing.T) {
	r, _ := colouredGraph(t, 3)
	r.Question = ofEdges
	j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(p *plan){
		"a question that nobody asks":              func(p *plan) { p.Request.Question = "triads" },
		"less than no shares":                      func(p *plan) { p.Colouring.Shares, p.Colouring.Set = -1, "../../etc" },
		"cells of no shares elsewhere":             func(p *plan) { p.Colouring.From = "/elsewhere" },
		"rows of cells without their vertices":     func(p *plan) { p.Colouring.Shares = 2 },
		"vertices for a count that needs none":     func(p *plan) { p.Request.Question, p.Colouring.Shares, p.Colouring.From = "", 2, "/elsewhere" },
		"a cell that is there twice":               func(p *plan) { p.Colouring.Files[1].Name = p.Colouring.Files[0].Name },
		"cells of somebody else":                   func(p *plan) { p.Colouring.Set = "../../etc" },
		"vertices of fewer colours than there are": func(p *plan) { p.Colouring.Shares, p.Colouring.From = 2, "/elsewhere" },
	} {
		_, files := writePlan(t, j.plan)
		p, err := readPlan(t.Context(), files)
		if err != nil {
			t.Fatal(err)
		}
		change(p)
		_, files = writePlan(t, p)
		if _, err := readPlan(t.Context(), files); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
