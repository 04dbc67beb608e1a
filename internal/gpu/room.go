package gpu

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// roomMargin is the part of the free memory that is left alone, as a divisor: the
// driver rounds allocations up, and takes some memory itself.
const roomMargin = 64

// Room returns the bytes that can be allocated now, about: what the device has
// free, or what the limit leaves where that is less.
func (d *Device) Room() (int64, error) {
	free, err := d.FreeMemory()
	if err != nil {
		return 0, err
	}
	room := free - free/roomMargin
	if limit := d.Limit(); limit > 0 {
		used, _ := d.Used()
		room = min(room, limit-used)
	}
	return room, nil
}

// Fits returns an error of the class [ErrOutOfMemory] where something needs more
// bytes than there is room for.
func (d *Device) Fits(what string, need int64) error {
	used, _ := d.Used()
	if limit := d.Limit(); limit > 0 && need > limit-used {
		return &LimitError{Need: need, Used: used, Limit: limit}
	}
	room, err := d.Room()
	if err == nil && need > room {
		err = fmt.Errorf("%w: %s needs %s on the GPU, and there is room for %s",
			ErrOutOfMemory, what, humanize.IBytes(uint64(need)), humanize.IBytes(uint64(max(room, 0))))
	}
	return err
}
