package cli

import (
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

func TestDevices(t *testing.T) {
	driver := fakecuda.New(
		fakecuda.Device{Name: "Fake H", Major: 9, Memory: 64 << 30},
		fakecuda.Device{Name: "Fake V", Major: 7, Memory: 16 << 30},
		fakecuda.Device{Name: "Fake P", Major: 8, Memory: 16 << 30, Prohibited: true},
	)
	found := survey(gpu.New(driver.Table()))
	if found.Problem != "" || found.Driver.CUDA != "13.0" || len(found.Devices) != 3 {
		t.Fatalf("%+v", found)
	}
	for i, want := range []string{"", "compute capability is 7.0, and 7.5 is needed", "compute mode"} {
		x := found.Devices[i]
		if x.Usable != (want == "") || !strings.Contains(x.Problem, want) {
			t.Errorf("GPU %d: usable %v, %q", i, x.Usable, x.Problem)
		}
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults: %v", faults)
	}
	var text strings.Builder
	if err := found.print(&text); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", &text)
	if lines := strings.Split(text.String(), "\n"); len(lines) != 6 ||
		!strings.Contains(lines[1], "64.0 GiB") || !strings.HasSuffix(lines[1], "yes") ||
		!strings.HasPrefix(lines[4], "driver: ") {
		t.Errorf("printed\n%s", &text)
	}
}

func TestDevicesWithoutDriver(t *testing.T) {
	found := survey(nil, gpu.ErrNoDriver)
	if found.Driver != nil || found.Devices == nil || len(found.Devices) != 0 || found.Problem != gpu.ErrNoDriver.Error() {
		t.Errorf("%+v", found)
	}
}
