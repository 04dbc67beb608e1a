package gpu

import (
	"bytes"
	"errors"
	"io/fs"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Module is code that was loaded on a device.
type Module struct {
	device *Device
	handle cuda.Module
	name   string

	mu      sync.Mutex
	allowed map[string]int // bytes of dynamic shared memory, for kernels that were allowed some
}

// LoadModule loads a module from the file name.ptx. The driver compiles it for
// the device, and keeps the result for the next time. The error is of the class
// [ErrInvalidPTX] where it does not load.
func (d *Device) LoadModule(files fs.FS, name string) (*Module, error) {
	file := name + ".ptx"
	ptx, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	return d.LoadImage(file, ptx)
}

// LoadImage loads a module from PTX, or from a cubin for this very device.
func (d *Device) LoadImage(name string, image []byte) (*Module, error) {
	m := &Module{device: d, name: name, allowed: map[string]int{}}
	// PTX is a C string. A cubin knows its length.
	image = append(image[:len(image):len(image)], 0)
	log := make([]byte, 8<<10)
	err := d.do("cuModuleLoadDataEx", "load "+name, func() cuda.Result { return d.table.ModuleLoadData(&m.handle, image, log) })
	if err != nil {
		var failed *Error
		if errors.As(err, &failed) {
			text, _, _ := bytes.Cut(log, []byte{0})
			failed.Log = string(text)
		}
		return nil, err
	}
	d.own(m)
	return m, nil
}

// Free unloads the module. Its functions must not be used after. Freeing it
// again does nothing.
func (m *Module) Free() error { return m.device.free(m) }

func (m *Module) release() error {
	return m.device.giveBack("cuModuleUnload", "unload "+m.name, func() cuda.Result { return m.device.table.ModuleUnload(m.handle) })
}
