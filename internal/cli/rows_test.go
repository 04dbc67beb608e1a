package cli

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestRoomIsCheckedBeforeRowsAreCounted: rows that surely do not fit the disk are refused,
// and those of which nobody knows how many there are, or that go elsewhere, are not.
func TestRoomIsCheckedBeforeRowsAreCounted(t *testing.T) {
	const many = 1 << 54
	folder := t.TempDir()
	link := filepath.Join(folder, "link.csv")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Skip(err)
	}
	out := func(name, form string) rowTarget {
		target := rowTarget{path: name, form: form}
		if name != "-" {
			target.path = filepath.Join(folder, name)
		}
		if err := target.check(&cobra.Command{}, "-"); err != nil {
			t.Fatal(err)
		}
		return target
	}
	for _, c := range []struct {
		name, form string
		fits       bool
	}{
		{"rows.csv", bySuffix, false}, {"rows.tcol", bySuffix, false}, {"arrays", "npy", false}, {".", "npy", false},
		{"-", bySuffix, true}, {"rows.csv.gz", bySuffix, true}, {"rows.parquet", bySuffix, true}, {"link.csv", bySuffix, true},
	} {
		vertices := measuringVertices{}
		vertices.out = out(c.name, c.form)
		edges := measuringEdges{}
		edges.out = vertices.out
		edges.with = edgeMeasures[1:]
		truss := decomposing{}
		truss.out = vertices.out
		for command, err := range map[string]error{
			"vertices": vertices.checkRoom(many), "edges": edges.checkRoom(1000, many), "truss": truss.checkRoom(1000, many),
		} {
			var disk *lists.DiskError
			if c.fits != (err == nil) || err != nil && (!errors.As(err, &disk) || !disk.Surely || kindOf(t.Context(), err).code != exitMemory) {
				t.Errorf("%s -o %s: %v", command, c.name, err)
			}
		}
		vertices.top, edges.minSupport, truss.max = 10, 1, true
		for command, err := range map[string]error{
			"vertices --top": vertices.checkRoom(many), "edges --min-support": edges.checkRoom(1000, many), "truss --max": truss.checkRoom(1000, many),
		} {
			if err != nil {
				t.Errorf("%s -o %s: %v", command, c.name, err)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 1 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// Room for rows is taken beforehand where a GPU finds the answer, and it is known how many
// rows there will be.
func TestRoomIsTakenBesideGPU(t *testing.T) {
	m := measuringVertices{}
	m.out = rowTarget{path: filepath.Join(t.TempDir(), "rows.tcol"), form: bySuffix}
	if err := m.out.check(&cobra.Command{}, "-"); err != nil {
		t.Fatal(err)
	}
	bare := m.out.target
	devices := gpu.NewGroup(fakecuda.New(fakecuda.Hopper).Load, 0)
	defer devices.Close()
	refused := errors.New("refused")
	taken := func(refusal error) bool {
		t.Helper()
		m.out.target = bare
		cleaned := m.out.besideGPU(t.Context(), (*device.Group)(devices), func(vertices, _ uint64) error {
			return cmp.Or(m.checkRoom(vertices), refusal)
		})
		if err := cleaned(1000, 10); !errors.Is(err, refusal) {
			t.Fatal(err)
		}
		defer m.out.target.Release()
		return m.out.target != bare
	}
	if taken(nil) {
		t.Error("room is taken while the CPU counts")
	}
	if _, err := devices.Devices(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !taken(nil) {
		t.Error("no room is taken while a GPU counts")
	}
	if taken(refused) {
		t.Error("room is taken for a graph that was refused")
	}
	if m.minTriangles = 1; taken(nil) {
		t.Error("room is taken for nobody knows how many rows")
	}
}
