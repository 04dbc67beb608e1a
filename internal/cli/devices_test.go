package cli

import (
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

func TestDevices(t *testing.T) {
	found := survey([]device.Info{
		{Name: "Fake H", Memory: 64 << 30, Usable: true, CUDA: "13.0"},
		{Number: 1, Name: "Fake V", Problem: "too\nold", CUDA: "13.0"},
	}, nil)
	var text strings.Builder
	if err := found.print(&text); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", &text)
	if lines := strings.Split(text.String(), "\n"); len(lines) != 5 ||
		!strings.Contains(lines[1], "64.0 GiB") || !strings.HasSuffix(lines[1], "yes") ||
		!strings.HasSuffix(lines[2], `no: too\nold`) || lines[3] != "driver: CUDA 13.0" {
		t.Errorf("printed\n%s", &text)
	}
}

func TestDevicesWithoutDriver(t *testing.T) {
	found := survey(nil, gpu.ErrNoDriver)
	if found.Driver != nil || found.Devices == nil || len(found.Devices) != 0 || found.Problem != gpu.ErrNoDriver.Error() {
		t.Errorf("%+v", found)
	}
}
