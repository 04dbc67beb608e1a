package gpu

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

func TestClassesOfErrors(t *testing.T) {
	all := []error{ErrNoDriver, ErrOldDriver, ErrNoDevice, ErrOutOfMemory, ErrDeviceLost, ErrInvalidPTX}
	for result, want := range map[cuda.Result][]error{
		cuda.OutOfMemory:           {ErrOutOfMemory},
		cuda.IllegalAddress:        {ErrDeviceLost},
		cuda.ECCUncorrectable:      {ErrDeviceLost},
		cuda.NoDevice:              {ErrNoDevice},
		cuda.DeviceUnavailable:     {ErrNoDevice},
		cuda.InvalidPTX:            {ErrInvalidPTX},
		cuda.UnsupportedPTXVersion: {ErrOldDriver, ErrInvalidPTX},
		cuda.StubLibrary:           {ErrNoDriver},
		cuda.InvalidValue:          {},
	} {
		err := fmt.Errorf("wrapped: %w", check(result, "cuCall", "do something"))
		var is []error
		for _, class := range all {
			if errors.Is(err, class) {
				is = append(is, class)
			}
		}
		if fmt.Sprint(is) != fmt.Sprint(want) {
			t.Errorf("%v is %v, want %v", result, is, want)
		}
	}
	if check(cuda.Success, "cuCall", "do something") != nil {
		t.Error("success is an error")
	}
}

func TestErrorText(t *testing.T) {
	err := &Error{Call: "cuModuleLoadDataEx", Code: 218, Name: cuda.InvalidPTX.String(), What: "load a.ptx", Log: "line 1; bad\nline 2; worse\n"}
	want := "load a.ptx: cuModuleLoadDataEx failed with CUDA_ERROR_INVALID_PTX (218): line 1; bad; line 2; worse"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
	if text := check(cuda.OutOfMemory, "cuMemAlloc", "allocate").Error(); !strings.HasSuffix(text, "(see nvidia-smi)") {
		t.Errorf("no hint: %s", text)
	}
	if got := cuda.Result(12345).String(); got != "CUDA_ERROR_12345" {
		t.Errorf("unknown result is %s", got)
	}
}
