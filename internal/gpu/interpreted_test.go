package gpu_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/gpu/internal/selftest"
)

func TestMain(m *testing.M) { os.Exit(gputest.Main(m, selftest.Fill.Files)) }

func TestInterpretedKernels(t *testing.T) {
	runAllKernels(t, gputest.Interpret(t, 0), 1, 31, 1000)
}

// TestInterpretedFault has a kernel write where nothing is: what follows fails, and the
// driver says where that was.
func TestInterpretedFault(t *testing.T) {
	driver := fakecuda.New(fakecuda.Running)
	device := must(driver.Open(0))(t)
	stream := must(device.NewStream())(t)
	module := must(device.LoadModule(selftest.Fill.Files, selftest.Fill.Module))(t)
	if err := stream.Launch(must(module.Function("fault"))(t), gpu.Grid1D(1, 32), pack(selftest.FaultArgs{})); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"synchronize": stream.Synchronize(), "close": device.Close()} {
		if !errors.Is(err, gpu.ErrDeviceLost) {
			t.Errorf("%s after a fault: %v", name, err)
		}
	}
	if faults := strings.Join(driver.Faults(), "\n"); !strings.Contains(faults, "fault: line ") || !strings.Contains(faults, "writes 4 bytes at 0x10 of global memory, where nothing is") {
		t.Errorf("faults %q", faults)
	}
}
