package fakecl

import (
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

const (
	platform opencl.Handle = 1
	device   opencl.Handle = 2
)

// built is every program that was built.
const built = "what a compiler made"

// texts and numbers are what the platform and the device say of themselves, by the names of
// the questions.
var (
	texts   = map[uint32]string{0x0902: "Fake", 0x102B: "Fake G", 0x102D: "1", 0x102F: "OpenCL 1.2 fake", 0x1030: "cl_khr_int64_base_atomics"}
	numbers = map[uint32]uint64{
		0x1000: 4, 0x1002: 2, 0x1004: 64, 0x100C: 1000, 0x1010: 1 << 28, 0x101F: 1 << 30, 0x1023: 1 << 15,
		0x1026: 1, 0x1027: 1, 0x1028: 1, 0x11B0: 64,
		0x1165: uint64(len(built)),
	}
)

func answer(name uint32, value []byte, size *uint64) opencl.Result {
	text, ok := texts[name]
	said := append([]byte(text), 0)
	if !ok {
		said = binary.LittleEndian.AppendUint64(nil, numbers[name])
	}
	if size != nil {
		*size = uint64(len(said))
	}
	copy(value, said)
	return 0
}

func one(handle opencl.Handle, into []opencl.Handle, count *uint32) {
	*count = 1
	if len(into) > 0 {
		into[0] = handle
	}
}

// Table returns the calls.
func (d *Driver) Table() *opencl.Table {
	asks := func(call string) func(opencl.Handle, uint32, []byte, *uint64) opencl.Result {
		return func(_ opencl.Handle, name uint32, value []byte, size *uint64) opencl.Result {
			if result := d.call(call); result != 0 {
				return result
			}
			return answer(name, value, size)
		}
	}
	return &opencl.Table{
		GetPlatformIDs: func(platforms []opencl.Handle, count *uint32) opencl.Result {
			one(platform, platforms, count)
			return d.call("clGetPlatformIDs")
		},
		GetPlatformInfo: asks("clGetPlatformInfo"),
		GetDeviceIDs: func(_ opencl.Handle, _ uint64, devices []opencl.Handle, count *uint32) opencl.Result {
			one(device, devices, count)
			return d.call("clGetDeviceIDs")
		},
		GetDeviceInfo: asks("clGetDeviceInfo"),

		CreateContext: func(_ opencl.Handle, result *opencl.Result) opencl.Handle {
			return d.made("clCreateContext", "context", 0, result)
		},
		ReleaseContext: d.releases("clReleaseContext", "context"),
		CreateCommandQueue: func(context, _ opencl.Handle, result *opencl.Result) opencl.Handle {
			d.find("context", context)
			return d.made("clCreateCommandQueue", "queue", 0, result)
		},
		ReleaseCommandQueue: d.releases("clReleaseCommandQueue", "queue"),
		Finish: func(queue opencl.Handle) opencl.Result {
			d.find("queue", queue)
			return d.call("clFinish")
		},

		CreateBuffer: func(context opencl.Handle, bytes uint64, result *opencl.Result) opencl.Handle {
			d.find("context", context)
			return d.made("clCreateBuffer", "buffer", bytes, result)
		},
		ReleaseMemObject: d.releases("clReleaseMemObject", "buffer"),
		EnqueueWriteBuffer: func(queue, buffer opencl.Handle, offset, bytes uint64, from unsafe.Pointer) opencl.Result {
			return d.copies("clEnqueueWriteBuffer", queue, buffer, offset, bytes, func(memory []byte) { copy(memory, hostBytes(from, bytes)) })
		},
		EnqueueReadBuffer: func(queue, buffer opencl.Handle, offset, bytes uint64, to unsafe.Pointer) opencl.Result {
			return d.copies("clEnqueueReadBuffer", queue, buffer, offset, bytes, func(memory []byte) { copy(hostBytes(to, bytes), memory) })
		},
		EnqueueCopyBuffer: func(queue, from, to opencl.Handle, fromOffset, toOffset, bytes uint64) opencl.Result {
			return d.copies("clEnqueueCopyBuffer", queue, to, toOffset, bytes, func(memory []byte) {
				held := d.find("buffer", from).bytes
				if fromOffset+bytes > uint64(len(held)) {
					d.misuses = append(d.misuses, "clEnqueueCopyBuffer beyond its buffer")
					return
				}
				copy(memory, held[fromOffset:])
			})
		},
		EnqueueFillBuffer: func(queue, buffer opencl.Handle, bytes uint64) opencl.Result {
			return d.copies("clEnqueueFillBuffer", queue, buffer, 0, bytes, func(memory []byte) { clear(memory) })
		},

		CreateProgramWithSource: func(context opencl.Handle, source string, result *opencl.Result) opencl.Handle {
			d.find("context", context)
			d.Sources = append(d.Sources, source)
			return d.made("clCreateProgramWithSource", "program", 0, result)
		},
		CreateProgramWithBinary: func(context, _ opencl.Handle, binary []byte, result *opencl.Result) opencl.Handle {
			d.find("context", context)
			program := d.made("clCreateProgramWithBinary", "program", 0, result)
			if program != 0 && (d.NoBinaries || string(binary) != built) {
				delete(d.objects, program)
				program, *result = 0, -42
			}
			return program
		},
		GetProgramInfo: asks("clGetProgramInfo"),
		GetProgramBinary: func(program opencl.Handle, binary []byte) opencl.Result {
			d.find("program", program)
			copy(binary, built)
			return d.call("clGetProgramInfo")
		},
		BuildProgram: func(program, _ opencl.Handle, options string) opencl.Result {
			d.find("program", program)
			if !slices.Contains(strings.Fields(options), "-w") {
				d.misuses = append(d.misuses, "clBuildProgram with warnings, which some drivers count on standard error")
			}
			return d.call("clBuildProgram")
		},
		GetProgramBuildInfo: func(program, _ opencl.Handle, name uint32, value []byte, size *uint64) opencl.Result {
			d.find("program", program)
			return answer(name, value, size)
		},
		ReleaseProgram: d.releases("clReleaseProgram", "program"),
		CreateKernel: func(program opencl.Handle, _ string, result *opencl.Result) opencl.Handle {
			d.find("program", program)
			return d.made("clCreateKernel", "kernel", 0, result)
		},
		ReleaseKernel: d.releases("clReleaseKernel", "kernel"),
		GetKernelWorkGroupInfo: func(kernel, _ opencl.Handle, name uint32, value []byte, size *uint64) opencl.Result {
			d.find("kernel", kernel)
			if result := d.call("clGetKernelWorkGroupInfo"); result != 0 {
				return result
			}
			return answer(name, value, size)
		},
		SetKernelArg: func(kernel opencl.Handle, _ uint32, _ uint64, _ unsafe.Pointer) opencl.Result {
			d.find("kernel", kernel)
			return d.call("clSetKernelArg")
		},
		EnqueueNDRangeKernel: func(queue, kernel opencl.Handle, items, group uint64) opencl.Result {
			d.find("queue", queue)
			d.find("kernel", kernel)
			if group == 0 || items == 0 || items%group != 0 || group > numbers[0x11B0] {
				d.misuses = append(d.misuses, "a launch of a shape that no device takes")
			}
			return d.call("clEnqueueNDRangeKernel")
		},
	}
}
