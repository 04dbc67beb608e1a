package device

import (
	"errors"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

func TestList(t *testing.T) {
	driver := fakecuda.New(
		fakecuda.Device{Name: "Fake H", Major: 9, Memory: 64 << 30},
		fakecuda.Device{Name: "Fake V", Major: 7, Memory: 16 << 30},
		fakecuda.Device{Name: "Fake P", Major: 8, Memory: 16 << 30, Prohibited: true},
	)
	found, err := list(driver.Load())
	if err != nil || len(found) != 3 || found[0].CUDA != "13.0" {
		t.Fatal(found, err)
	}
	for i, want := range []string{"", "compute capability is 7.0, and 7.5 is needed", "compute mode"} {
		x := found[i]
		if x.Number != i || x.Usable != (want == "") || !strings.Contains(x.Problem, want) {
			t.Errorf("GPU %d: usable %v, %q", i, x.Usable, x.Problem)
		}
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults: %v", faults)
	}
}

func TestListWithoutDriver(t *testing.T) {
	for _, why := range []error{gpu.ErrNoDriver, gpu.ErrOldDriver, gpu.ErrNoDevice} {
		if found, err := list(nil, why); found != nil || !errors.Is(err, ErrNone) {
			t.Errorf("%v, %v", found, err)
		}
	}
}

// However a GPU that was chosen cannot be used, the class of the error is the same.
func TestOpenNone(t *testing.T) {
	old := fakecuda.Device{Name: "old", Major: 6}
	for name, devices := range map[string][]fakecuda.Device{"no devices": nil, "too few": {old}, "too old": {old, old}} {
		g := (*Group)(gpu.NewGroup(fakecuda.New(devices...).Load, 0, 1))
		if err := g.Open(t.Context()); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}
