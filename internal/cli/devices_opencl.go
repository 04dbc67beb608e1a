package cli

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// openCLs is what devices says of OpenCL.
type openCLs struct {
	Devices []openCLDevice `json:"devices"`
	Problem string         `json:"problem,omitempty"` // why there is none
}

type openCLDevice struct {
	Device       string `json:"device"` // for --device
	Name         string `json:"name"`
	Platform     string `json:"platform"`
	Kind         string `json:"kind"` // gpu, cpu, other
	Version      string `json:"opencl"`
	Driver       string `json:"driver"`
	Memory       int64  `json:"memory_bytes"`
	MostBuffer   int64  `json:"buffer_bytes"` // of one buffer, at most
	Local        int64  `json:"local_bytes"`  // of a work-group
	GroupSize    int    `json:"work_group_size"`
	ComputeUnits int    `json:"compute_units"`
	Clock        int64  `json:"clock_hz"`
	Usable       bool   `json:"usable"`
	Problem      string `json:"problem,omitempty"`
}

func surveyOpenCL() openCLs {
	found := openCLs{Devices: []openCLDevice{}}
	driver, err := opencl.Open()
	if err != nil {
		found.Problem = err.Error()
		return found
	}
	for _, i := range driver.Devices() {
		found.Devices = append(found.Devices, openCLDevice{
			Device: fmt.Sprint(ofOpenCL, i.Number), Name: i.Name, Platform: i.Platform, Kind: i.Kind, Version: i.Version, Driver: i.Driver,
			Memory: i.Memory, MostBuffer: i.MostBuffer, Local: i.Local, GroupSize: i.GroupSize,
			ComputeUnits: i.ComputeUnits, Clock: i.Clock, Usable: i.Problem == "", Problem: i.Problem,
		})
	}
	return found
}

// print lists the devices, and nothing where there is none.
func (o openCLs) print(w io.Writer) error {
	if len(o.Devices) == 0 {
		return nil
	}
	return sheet.Left(w, func(tabs io.Writer) {
		fmt.Fprintln(tabs, "device\tname\tplatform\tkind\tOpenCL\tmemory\tbuffer\tlocal\tunits\tclock\tusable")
		for _, x := range o.Devices {
			usable := "yes"
			if !x.Usable {
				usable = "no: " + readable.OneLine(x.Problem)
			}
			fmt.Fprintf(tabs, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%.2f GHz\t%s\n", x.Device, x.Name, x.Platform, x.Kind, x.Version,
				bytesize.Text(x.Memory), bytesize.Text(x.MostBuffer), bytesize.Text(x.Local), x.ComputeUnits, float64(x.Clock)/1e9, usable)
		}
	})
}
