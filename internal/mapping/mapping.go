// Package mapping maps files into memory. Where a page of one cannot be read,
// because the file was cut meanwhile or its disk fails, the system sends a
// signal to whoever touches it. Guard turns that into an error.
package mapping

import (
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"unsafe"
)

// Mapping is a file in memory, to be read only.
type Mapping struct {
	data []byte
	lost error
}

// all are the mappings that somebody may touch.
var all struct {
	sync.Mutex
	mappings []*Mapping
}

// Map maps the first size bytes of file. What touches a page that is not there
// gets the error lost from [Guard].
func Map(file *os.File, size int, lost error) (*Mapping, error) {
	data, err := mapFile(file, size)
	if err != nil {
		return nil, err
	}
	m := &Mapping{data, lost}
	all.Lock()
	defer all.Unlock()
	all.mappings = append(all.mappings, m)
	return m, nil
}

// Bytes returns the contents. They are there until Close.
func (m *Mapping) Bytes() []byte { return m.data }

// Close gives the memory back.
func (m *Mapping) Close() error {
	all.Lock()
	all.mappings = slices.DeleteFunc(all.mappings, func(other *Mapping) bool { return other == m })
	all.Unlock()
	return unmapFile(m.data)
}

// Guard runs body in the calling goroutine and returns its error, or that of
// the mapping of which body touched a page that is not there. Goroutines that
// body starts need a guard of their own.
func Guard(body func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if err = Lost(r); err == nil {
				panic(r)
			}
		}
	}()
	return body()
}

// Lost returns the error of the mapping that a panic is about, or nil. The
// mapping must not be closed yet.
func Lost(panicked any) error {
	fault, ok := panicked.(interface{ Addr() uintptr }) // see debug.SetPanicOnFault
	if !ok {
		return nil
	}
	all.Lock()
	defer all.Unlock()
	for _, m := range all.mappings {
		if begin := uintptr(unsafe.Pointer(unsafe.SliceData(m.data))); fault.Addr()-begin < uintptr(len(m.data)) {
			return m.lost
		}
	}
	return nil
}

// Touch reads data, so that a guard learns of a page that is not there. A system
// call that is handed such a page does not say whose it is.
func Touch(data []byte) {
	sum := byte(0)
	for i := 0; i < len(data); i += 512 {
		sum ^= data[i]
	}
	runtime.KeepAlive(sum) // or the compiler might leave the reading out
}
