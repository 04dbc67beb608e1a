package triangle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// question says of what triangles are counted.
type question uint8

const (
	ofGraph question = iota
	perVertex
	perEdge
	trussOfEdges
	eachTriangle
)

func (q question) String() string {
	return [...]string{
		"counting the triangles", "counting the triangles of each vertex", "counting the triangles of each edge",
		"finding the trussness of each edge", "listing the triangles",
	}[q]
}

// answerable returns the wishes with the engine that answers a question, and refuses
// what there is no way to answer it by.
func (opt Options) answerable(q question) (Options, error) {
	if q == ofGraph {
		return opt, nil
	}
	if opt.Engine == opencl.Engine {
		if !q.onOpenCL() {
			return opt, errOpenCL(q.String())
		}
		opt.asked = q
		return opt, nil
	}
	cut, credits := opt.Parts != (Parts{}), slices.Contains(gpucount.AnswerMethods, opt.method())
	switch onGPU := opt.Engine == device.CUDA; {
	case onGPU && !q.onDevice():
		return opt, fmt.Errorf("%s is done by the CPU, and not on a GPU yet: %w", q, errors.ErrUnsupported)
	case cut && !q.inParts():
		return opt, fmt.Errorf("%s is done with the graph whole in memory, and not in parts yet: %w", q, errors.ErrUnsupported)
	case onGPU && !credits:
		return opt, fmt.Errorf("%s is done on a GPU by the methods %v, and not by %q: %w", q, gpucount.AnswerMethods, opt.method(), errors.ErrUnsupported)
	case !credits || !q.onDevice():
		opt.Engine = device.CPU
	}
	opt.asked = q
	return opt, nil
}

// onDevice reports whether a GPU answers a question.
func (q question) onDevice() bool { return q != eachTriangle }

// onOpenCL reports whether a device of OpenCL answers a question.
func (q question) onOpenCL() bool { return q == ofGraph || q == perVertex || q == perEdge }

// inParts reports whether a question may be answered in parts.
func (q question) inParts() bool { return q == ofGraph || q == perVertex || q == perEdge }
