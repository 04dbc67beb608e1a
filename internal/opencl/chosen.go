package opencl

import (
	"fmt"
	"strconv"
)

// OpenChosen opens the device with a number, or the first GPU where there is none. What is
// allocated there stays within limit bytes; 0 is no limit. find is [Open], or another for tests.
func OpenChosen(find func() (*Driver, error), number string, limit int64) (*Device, error) {
	chosen := -1
	if number != "" {
		n, err := strconv.ParseUint(number, 10, 16)
		if err != nil {
			return nil, fmt.Errorf("%q is not the number of a device of OpenCL", number)
		}
		chosen = int(n)
	}
	driver, err := find()
	if err != nil {
		return nil, err
	}
	info, err := driver.Choose(chosen)
	if err != nil {
		return nil, err
	}
	return driver.Open(info, limit)
}
