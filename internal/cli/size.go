package cli

import (
	"errors"
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
)

// byteSize is a flag for a number of bytes as people write it: 4GiB, 500MB,
// or a plain number.
type byteSize int64

func (s *byteSize) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return errors.New("not a size like 4GiB, 500MB or 123456")
	}
	*s = byteSize(n)
	return nil
}

func (s *byteSize) String() string { return strconv.FormatInt(int64(*s), 10) }

// Type names the flag's value in the help.
func (s *byteSize) Type() string { return "size" }
