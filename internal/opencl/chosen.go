package opencl

import (
	"fmt"
	"strconv"
)

// Chosen finds the device with a number, or the first GPU where there is none. find is [Open],
// or [OpenGPU] where nothing was chosen, or another for tests.
func Chosen(find func() (*Driver, error), number string) (*Driver, Info, error) {
	chosen := -1
	if number != "" {
		n, err := strconv.ParseUint(number, 10, 16)
		if err != nil {
			return nil, Info{}, fmt.Errorf("%q is not the number of a device of OpenCL", number)
		}
		chosen = int(n)
	}
	driver, err := find()
	if err != nil {
		return nil, Info{}, err
	}
	info, err := driver.Choose(chosen)
	return driver, info, err
}
