package jobs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// onFake are options for GPUs that compute nothing: every count of theirs is 0.
func onFake(t *testing.T, driver *fakecuda.Driver) triangle.Options {
	t.Helper()
	group := (*device.Group)(gpu.NewGroup(driver.Load, 0))
	t.Cleanup(func() { _ = group.Close() })
	return triangle.Options{Engine: device.CUDA, Devices: group, Threads: 1}
}

// TestFinishedObjectsKnowTheirGPU interrupts a count on a GPU: what it has written down
// says what counted it.
func TestFinishedObjectsKnowTheirGPU(t *testing.T) {
	r, _ := testGraph(t)
	memory := new(objectfs.Memory)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	j, err := Prepare(ctx, &stopping{memory, stop}, r, cpu)
	if err != nil {
		t.Fatal(err)
	}
	opt := onFake(t, fakecuda.New(fakecuda.Hopper))
	if err := j.Run(ctx, 1, 1, opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	begun, err := j.progress(t.Context())
	if err != nil || len(begun.shards) == 0 {
		t.Fatal(begun, err)
	}
	for _, s := range begun.shards {
		if s.Engine != device.CUDA || s.Device != "Fake H" {
			t.Errorf("%s was counted on engine %q, device %q", s.path, s.Engine, s.Device)
		}
	}
	// What is left is counted on the CPU: the answer says both, and names no engine that
	// there is not.
	if err := j.Run(t.Context(), 1, 1, cpu); err != nil {
		t.Fatal(err)
	}
	merged, err := j.Merge(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counted, err := j.Count(t.Context(), cpu)
	if err != nil {
		t.Fatal(err)
	}
	for how, result := range map[string]*triangle.Result{"merged": merged, "counted": counted} {
		if result.Engine != device.Auto || result.Device != "Fake H" || !strings.Contains(result.Note, "cuda") || !strings.Contains(result.Note, "cpu") {
			t.Errorf("%s on engine %q, device %q, note %q", how, result.Engine, result.Device, result.Note)
		}
	}
}

// TestLostGPUIsNoted loses one of two GPUs: that is noted with the shard, wherever it
// goes.
func TestLostGPUIsNoted(t *testing.T) {
	r, _ := testGraph(t)
	const note = "counted without a device that failed"
	two := []fakecuda.Device{fakecuda.Hopper, fakecuda.Hopper}
	noted := 0
	for call := 20; call < 200; call += 20 {
		memory := new(objectfs.Memory)
		j, err := Prepare(t.Context(), memory, r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		for name, count := range map[string]func(opt triangle.Options) (*triangle.Result, error){
			"Run": func(opt triangle.Options) (*triangle.Result, error) {
				if err := j.Run(t.Context(), 1, 1, opt); err != nil {
					return nil, err
				}
				return j.Merge(t.Context())
			},
			"Shard": func(opt triangle.Options) (*triangle.Result, error) {
				s, err := j.Shard(t.Context(), 1, 1, opt)
				if err != nil {
					return nil, err
				}
				if s.Note == "" {
					return j.Sum(s)
				}
				noted++
				return j.Sum(reread(t, s, "shard.json"))
			},
		} {
			driver := fakecuda.New(two...)
			driver.FailAt(call, cuda.LaunchFailed)
			result, err := count(onFake(t, driver))
			if err != nil {
				continue // the call was one of opening
			}
			if result.Engine != device.CUDA || result.Device != "Fake H, Fake H" || driver.Calls() >= call && !strings.HasPrefix(result.Note, note) {
				t.Errorf("%s, call %d of %d: engine %q, device %q, note %q", name, call, driver.Calls(), result.Engine, result.Device, result.Note)
			}
		}
	}
	if noted == 0 {
		t.Error("no GPU was lost")
	}
}

// TestRequestLimitsTheGPU asks for a GPU and chooses none: it is the first, within the
// limit of the request, and is given back.
func TestRequestLimitsTheGPU(t *testing.T) {
	r, _ := testGraph(t)
	driver := fakecuda.New(fakecuda.Hopper)
	var chosen []*device.Group
	newDevices = func(memory int64, numbers ...int) *device.Group {
		group := (*device.Group)(gpu.NewGroup(driver.Load, memory, numbers...))
		chosen = append(chosen, group)
		return group
	}
	t.Cleanup(func() { newDevices = device.New })
	for limit, want := range map[int64]error{1 << 30: nil, 1 << 10: device.ErrMemory} {
		r.Engine, r.GPUMemory = device.CUDA, limit
		j, err := Prepare(t.Context(), new(objectfs.Memory), r, cpu)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Shard(t.Context(), 1, 1, triangle.Options{}); !errors.Is(err, want) {
			t.Errorf("a limit of %d: %v, want %v", limit, err, want)
		}
		if _, err := Prepare(t.Context(), new(objectfs.Memory), r, triangle.Options{}); !errors.Is(err, want) && limit < 1<<20 {
			t.Errorf("preparing with a limit of %d: %v, want %v", limit, err, want)
		}
	}
	if len(chosen) != 4 {
		t.Errorf("%d groups were made", len(chosen))
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Errorf("faults: %v", faults)
	}
}
