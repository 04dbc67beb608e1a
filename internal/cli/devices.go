package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
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
why one cannot be used. Each is opened for a moment, to see that it can be. Below
them stand the devices of OpenCL, of any maker, as --device of count names them.

A machine without GPUs, or without OpenCL, is no error: nothing is listed, the
reason is given on standard error, and the exit code is 0. Which GPUs there are,
and their order, is up to CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER; which
drivers of OpenCL, up to the files in /etc/OpenCL/vendors, or to OCL_ICD_VENDORS.
NVIDIA's is opened where they do not name it, but not beside OCL_ICD_VENDORS.`,
		Example: `  tricycle devices
  tricycle devices --json`,
		Args: takes(),
		RunE: opt.run,
	}
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object")
	return cmd
}

func (l *listing) run(cmd *cobra.Command, _ []string) error {
	found := survey(device.List())
	found.OpenCL = surveyOpenCL()
	if l.json {
		return output(writeJSON(cmd.OutOrStdout(), found))
	}
	if found.Problem != "" {
		if !l.quiet {
			warn(cmd.ErrOrStderr(), "", "no GPU can be used: %s", found.Problem)
		}
	} else if err := found.print(cmd.OutOrStdout()); err != nil {
		return output(err)
	}
	if found.OpenCL.Problem != "" && !l.quiet {
		warn(cmd.ErrOrStderr(), "", "%s", found.OpenCL.Problem)
	}
	return output(found.OpenCL.print(cmd.OutOrStdout()))
}

// gpus is what devices says.
type gpus struct {
	Driver  *gpuDriver    `json:"driver"` // null where none can be used
	Devices []device.Info `json:"devices"`
	Problem string        `json:"problem,omitempty"` // why there is no driver, or nothing for it to do
	OpenCL  openCLs       `json:"opencl"`
}

type gpuDriver struct {
	CUDA    string `json:"cuda"`
	Release string `json:"release,omitempty"`
}

// survey puts what was found on a machine, or why nothing was.
func survey(found []device.Info, err error) gpus {
	if err != nil {
		return gpus{Devices: []device.Info{}, Problem: err.Error()}
	}
	return gpus{Driver: &gpuDriver{CUDA: found[0].CUDA, Release: found[0].Driver}, Devices: found}
}

func (g gpus) print(w io.Writer) error {
	if err := sheet.Left(w, func(tabs io.Writer) {
		fmt.Fprintln(tabs, "device\tname\tcompute\tmemory\tfree\tSMs\tclock\tL2\tshared\tusable")
		for _, x := range g.Devices {
			free, usable := bytesize.Text(x.Free), "yes"
			if !x.Usable {
				free, usable = "-", "no: "+readable.OneLine(x.Problem)
			}
			fmt.Fprintf(tabs, "%d\t%s\t%s\t%s\t%s\t%d\t%.2f GHz\t%s\t%s\t%s\n", x.Number, x.Name, x.Capability,
				bytesize.Text(x.Memory), free, x.Multiprocessors, float64(x.Clock)/1e9,
				bytesize.Text(x.L2), bytesize.Text(int64(x.Shared)), usable)
		}
	}); err != nil {
		return err
	}
	release := ""
	if g.Driver.Release != "" {
		release = g.Driver.Release + ", "
	}
	_, err := fmt.Fprintf(w, "driver: %sCUDA %s\n", release, g.Driver.CUDA)
	return err
}
