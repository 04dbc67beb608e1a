package opencl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/dynlib"
)

// Info describes a device. The numbers of devices go through all platforms.
type Info struct {
	Number       int
	Platform     string
	Name         string
	Version      string // of OpenCL, such as 3.0
	Driver       string // its version
	Kind         string // gpu, cpu, or other
	Memory       int64  // bytes
	MostBuffer   int64  // bytes of a buffer, at most
	Local        int64  // bytes of a work-group
	GroupSize    int    // items of a work-group, at most
	ComputeUnits int
	Clock        int64  // Hz, at its highest
	Atomics64    bool   // it adds to words of 64 bits in one step
	Shares       bool   // its memory is the machine's, as that of a CPU, or of a GPU beside one in a chip
	Problem      string // why it cannot be used; "" where it can

	table            *Table
	platform, handle Handle
}

// GPU and CPU are the kinds of devices that are told apart.
const (
	GPU = "gpu"
	CPU = "cpu"
)

// Driver is OpenCL as the machine has it.
type Driver struct {
	devices []Info
	built   store
}

// Open finds OpenCL and lists its devices. Its error is of the class gpu.ErrNone where
// there is no library, or no device.
func Open() (*Driver, error) {
	d, err := find()
	if err != nil {
		return nil, err
	}
	d.KeepBuilt(usersStore())
	return d, nil
}

// OpenGPU is Open for those who take nothing but a GPU. Where the system shows none nothing is
// loaded: a driver, a CPU's too, may take a tenth of a second for that.
func OpenGPU() (*Driver, error) {
	if !showsGPU() {
		return nil, fmt.Errorf("%w: the system shows no GPU", ErrNoDevice)
	}
	return Open()
}

// listing is held while devices are listed: drivers set themselves up at the first question, and
// PoCL 3.1 crashes where a second thread asks before that is done.
var listing sync.Mutex

// New lists the devices behind a table: Open with another library than the machine's, for
// tests.
func New(t *Table) (*Driver, error) {
	d := &Driver{}
	if err := d.add(t); err != nil {
		return nil, err
	}
	return d, nil
}

// add lists the devices behind a table, but for those of platforms that are listed already.
func (d *Driver) add(t *Table) error {
	listing.Lock()
	defer listing.Unlock()
	defer dynlib.KeepSignals()()
	const what = "list the OpenCL platforms"
	var count uint32
	result := t.GetPlatformIDs(nil, &count)
	if result == platformNotFound {
		return fmt.Errorf("%w: the library of OpenCL finds no driver", ErrNoDevice)
	}
	if err := check(result, "clGetPlatformIDs", what); err != nil {
		return err
	}
	platforms := make([]Handle, count)
	if count > 0 {
		if err := check(t.GetPlatformIDs(platforms, &count), "clGetPlatformIDs", what); err != nil {
			return err
		}
	}
	before := slices.Clip(d.devices)
	for _, platform := range platforms {
		if err := d.list(t, platform, before); err != nil {
			return err
		}
	}
	if len(d.devices) == 0 {
		return fmt.Errorf("%w: none of %d platforms has a device", ErrNoDevice, len(platforms))
	}
	return nil
}

// KeepBuilt has programs that are built kept in a folder, and taken from there; "" keeps none.
func (d *Driver) KeepBuilt(folder string) { d.built = store(folder) }

// Devices describes all devices.
func (d *Driver) Devices() []Info { return d.devices }

// list adds the devices of a platform, unless one of that name had some before: two libraries
// may lead to one driver.
func (d *Driver) list(t *Table, platform Handle, before []Info) error {
	of := asked{ask: t.GetPlatformInfo, object: platform, call: "clGetPlatformInfo"}
	name := of.text(platformName)
	if of.err != nil || slices.ContainsFunc(before, func(i Info) bool { return i.Platform == name }) {
		return of.err
	}
	const what = "list the OpenCL devices"
	var count uint32
	result := t.GetDeviceIDs(platform, typeAll, nil, &count)
	if result == deviceNotFound || result == success && count == 0 {
		return nil
	}
	if err := check(result, "clGetDeviceIDs", what); err != nil {
		return err
	}
	handles := make([]Handle, count)
	if err := check(t.GetDeviceIDs(platform, typeAll, handles, &count), "clGetDeviceIDs", what); err != nil {
		return err
	}
	for _, handle := range handles {
		info, err := describe(t, handle)
		if err != nil {
			return err
		}
		info.Number, info.Platform, info.platform = len(d.devices), name, platform
		d.devices = append(d.devices, info)
	}
	return nil
}

// asked is the answers of an object, and the first error.
type asked struct {
	ask    question
	object Handle
	call   string
	err    error
}

func (a *asked) bytes(name uint32) []byte {
	var size uint64
	const what = "describe an OpenCL device"
	if a.err == nil {
		a.err = check(a.ask(a.object, name, nil, &size), a.call, what)
	}
	value := make([]byte, size)
	if a.err == nil && size > 0 {
		a.err = check(a.ask(a.object, name, value, nil), a.call, what)
	}
	return value
}

func (a *asked) text(name uint32) string {
	text, _, _ := bytes.Cut(a.bytes(name), []byte{0})
	return string(bytes.TrimSpace(text))
}

// number is an unsigned number of 4 or 8 bytes.
func (a *asked) number(name uint32) int64 {
	return int64(binary.LittleEndian.Uint64(append(a.bytes(name), make([]byte, 8)...)))
}

var versionText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^OpenCL (\d+)\.(\d+)`) })

func describe(t *Table, handle Handle) (Info, error) {
	i := Info{table: t, handle: handle, Kind: "other"}
	a := &asked{ask: t.GetDeviceInfo, object: handle, call: "clGetDeviceInfo"}
	switch kind := a.number(deviceType); {
	case kind&typeGPU != 0:
		i.Kind = GPU
	case kind&typeCPU != 0:
		i.Kind = CPU
	}
	i.Name, i.Driver = a.text(deviceName), a.text(deviceDriver)
	i.Memory, i.MostBuffer, i.Local = a.number(deviceMemory), a.number(deviceMaxAlloc), a.number(deviceLocalMemory)
	i.GroupSize, i.ComputeUnits = int(a.number(deviceGroupSize)), int(a.number(deviceComputeUnits))
	i.Clock = a.number(deviceClock) * 1_000_000
	i.Shares = i.Kind == CPU || a.number(deviceUnified) != 0
	i.Atomics64 = slices.Contains(strings.Fields(a.text(deviceExtensions)), "cl_khr_int64_base_atomics")
	version := versionText().FindStringSubmatch(a.text(deviceVersion))
	major, minor := 0, 0
	if version != nil {
		i.Version = version[1] + "." + version[2]
		major, _ = strconv.Atoi(version[1])
		minor, _ = strconv.Atoi(version[2])
	}
	switch {
	case a.number(deviceAvailable) == 0:
		i.Problem = "it is not available"
	case a.number(deviceCompiler) == 0:
		i.Problem = "its driver has no compiler"
	case a.number(deviceEndianLittle) == 0:
		i.Problem = "its numbers begin with the high byte"
	case 10*major+minor < 12:
		i.Problem = fmt.Sprintf("it has OpenCL %s, and 1.2 is needed", i.Version)
	}
	return i, a.err
}

// Choose returns the device with a number; with a negative one the first GPU, and never a
// CPU. The error is of the class gpu.ErrNone.
func (d *Driver) Choose(number int) (Info, error) {
	if number >= len(d.devices) {
		return Info{}, fmt.Errorf("%w: there is no OpenCL device %d; there are %d, numbered from 0", ErrNoDevice, number, len(d.devices))
	}
	if number < 0 {
		for _, i := range d.devices {
			if i.Kind == GPU && i.Problem == "" {
				return i, nil
			}
		}
		return Info{}, fmt.Errorf("%w: none is a GPU; a CPU is used where it is named, as in --device opencl:0", ErrNoDevice)
	}
	i := d.devices[number]
	if i.Problem != "" {
		return Info{}, fmt.Errorf("%w: device %d (%s): %s", ErrNoDevice, number, i.Name, i.Problem)
	}
	return i, nil
}
