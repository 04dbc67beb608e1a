package device

import (
	"errors"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// Info describes a GPU.
type Info struct {
	Number          int    `json:"device"` // for New
	Name            string `json:"name"`
	UUID            string `json:"uuid"`
	Capability      string `json:"compute_capability"` // such as 9.0
	Memory          int64  `json:"memory_bytes"`
	Free            int64  `json:"free_bytes"` // of the memory, at the moment; 0 where the GPU is not usable
	Multiprocessors int    `json:"multiprocessors"`
	Clock           int64  `json:"clock_hz"` // of the multiprocessors, at its highest
	L2              int64  `json:"l2_bytes"` // cache
	Shared          int    `json:"shared_bytes_per_block"`
	Usable          bool   `json:"usable"`
	Problem         string `json:"problem,omitempty"` // why it is not usable
	CUDA            string `json:"-"`                 // version of CUDA that the driver is for
	Driver          string `json:"-"`                 // release of the driver; "" where that is not known
}

// List describes every GPU of the machine. It opens each for a moment, to see that
// it can be used. The error is of the class [ErrNone] where there is none to describe.
func List() ([]Info, error) { return list(gpu.Open()) }

func list(driver *gpu.Driver, err error) ([]Info, error) {
	if err != nil {
		return nil, err
	}
	all := make([]Info, driver.Devices())
	for number := range all {
		all[number] = examine(driver, number)
	}
	return all, nil
}

// examine describes a GPU and opens it.
func examine(driver *gpu.Driver, number int) Info {
	found := Info{Number: number, CUDA: driver.Version().String(), Driver: driver.Release()}
	info, err := driver.Info(number)
	if err != nil {
		found.Problem = err.Error()
		return found
	}
	found.Name, found.UUID, found.Capability = info.Name, info.UUID, info.Capability.String()
	found.Memory, found.L2, found.Shared = info.Memory, info.L2, info.SharedPerBlock
	found.Multiprocessors, found.Clock = info.Multiprocessors, info.Clock
	found.Free, err = freeMemory(driver, number)
	var unusable *gpu.UnusableError
	switch {
	case err == nil:
		found.Usable = true
	case errors.As(err, &unusable):
		found.Problem = unusable.Reason // whose it is stands beside it
	default:
		found.Problem = err.Error()
	}
	return found
}

// freeMemory opens a GPU to ask for its free memory.
func freeMemory(driver *gpu.Driver, number int) (int64, error) {
	device, err := driver.OpenDevice(number, 0)
	if err != nil {
		return 0, err
	}
	free, err := device.FreeMemory()
	if closed := device.Close(); err == nil {
		err = closed
	}
	return free, err
}
