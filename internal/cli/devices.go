package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// listing holds the flags of devices.
type listing struct {
	*common
	json bool
}

func newDevices(c *common) *cobra.Command {
	opt := &listing{common: c}
	cmd := &cobra.Command{
		Use:   "devices",
		Short: "List the GPUs, and say why one cannot be used",
		Long: `List the NVIDIA GPUs with their memory, compute capability and driver, and say
why one cannot be used. Each is opened for a moment, to see that it can be.

A machine without GPUs is no error: nothing is listed, the reason is given on
standard error, and the exit code is 0. Which GPUs there are, and their order,
is up to CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER.`,
		Example: `  tricycle devices
  tricycle devices --json`,
		Args: takes(),
		RunE: opt.run,
	}
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object")
	return cmd
}

func (l *listing) run(cmd *cobra.Command, _ []string) error {
	found := survey(gpu.Open())
	if l.json {
		return output(writeJSON(cmd.OutOrStdout(), found))
	}
	if found.Problem != "" {
		if !l.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: no GPU can be used: %s\n", oneLine(found.Problem))
		}
		return nil
	}
	return output(found.print(cmd.OutOrStdout()))
}

// gpus is what devices says.
type gpus struct {
	Driver  *gpuDriver `json:"driver"` // null where none can be used
	Devices []gpuEntry `json:"devices"`
	Problem string     `json:"problem,omitempty"` // why there is no driver, or nothing for it to do
}

type gpuDriver struct {
	CUDA    string `json:"cuda"`
	Release string `json:"release,omitempty"`
}

type gpuEntry struct {
	Device          int    `json:"device"`
	Name            string `json:"name"`
	UUID            string `json:"uuid"`
	Capability      string `json:"compute_capability"`
	Memory          int64  `json:"memory_bytes"`
	Free            int64  `json:"free_bytes"`
	Multiprocessors int    `json:"multiprocessors"`
	Clock           int64  `json:"clock_hz"`
	L2              int64  `json:"l2_bytes"`
	Shared          int    `json:"shared_bytes_per_block"`
	Usable          bool   `json:"usable"`
	Problem         string `json:"problem,omitempty"` // why it is not usable
}

// survey looks at every GPU of a driver, or at why there is none.
func survey(driver *gpu.Driver, err error) gpus {
	if err != nil {
		return gpus{Devices: []gpuEntry{}, Problem: err.Error()}
	}
	found := gpus{Driver: &gpuDriver{CUDA: driver.Version().String(), Release: driver.Release()}}
	for ordinal := range driver.Devices() {
		found.Devices = append(found.Devices, examine(driver, ordinal))
	}
	return found
}

// examine describes a GPU and opens it.
func examine(driver *gpu.Driver, ordinal int) gpuEntry {
	info, err := driver.Info(ordinal)
	if err != nil {
		return gpuEntry{Device: ordinal, Problem: err.Error()}
	}
	entry := gpuEntry{
		Device:          ordinal,
		Name:            info.Name,
		UUID:            info.UUID,
		Capability:      info.Capability.String(),
		Memory:          info.Memory,
		Multiprocessors: info.Multiprocessors,
		Clock:           info.Clock,
		L2:              info.L2,
		Shared:          info.SharedPerBlock,
	}
	entry.Free, err = freeMemory(driver, ordinal)
	var unusable *gpu.UnusableError
	switch {
	case err == nil:
		entry.Usable = true
	case errors.As(err, &unusable):
		entry.Problem = unusable.Reason // the entry names the device
	default:
		entry.Problem = err.Error()
	}
	return entry
}

// freeMemory opens a GPU to ask for its free memory.
func freeMemory(driver *gpu.Driver, ordinal int) (int64, error) {
	device, err := driver.OpenDevice(ordinal, 0)
	if err != nil {
		return 0, err
	}
	free, err := device.FreeMemory()
	if closed := device.Close(); err == nil {
		err = closed
	}
	return free, err
}

func (g gpus) print(w io.Writer) error {
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tabs, "device\tname\tcompute\tmemory\tfree\tSMs\tclock\tL2\tshared\tusable")
	for _, x := range g.Devices {
		free, usable := graph.FormatBytes(x.Free), "yes"
		if !x.Usable {
			free, usable = "-", "no: "+oneLine(x.Problem)
		}
		fmt.Fprintf(tabs, "%d\t%s\t%s\t%s\t%s\t%d\t%.2f GHz\t%s\t%s\t%s\n", x.Device, x.Name, x.Capability,
			graph.FormatBytes(x.Memory), free, x.Multiprocessors, float64(x.Clock)/1e9,
			graph.FormatBytes(x.L2), graph.FormatBytes(int64(x.Shared)), usable)
	}
	// The builder takes everything.
	_ = tabs.Flush()
	text.WriteString("driver: ")
	if g.Driver.Release != "" {
		fmt.Fprintf(&text, "%s, ", g.Driver.Release)
	}
	fmt.Fprintf(&text, "CUDA %s\n", g.Driver.CUDA)
	_, err := io.WriteString(w, text.String())
	return err
}
