package cli

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// amount is a flag for a large number of things as people write it: 2e10, 20G,
// 1.5M or a plain number; 0 where it is not given.
type amount int64

func (a *amount) Set(text string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !strings.ContainsAny(text, "bB") {
		var parsed uint64
		parsed, err = humanize.ParseBytes(text)
		n = float64(parsed)
	}
	const most = 1 << 53 // exact so far
	if err != nil || !(n >= 1 && n <= most) || n != float64(int64(n)) {
		return errors.New("not a number like 2e10, 20G or 123456")
	}
	*a = amount(n)
	return nil
}

func (a *amount) String() string { return strconv.FormatInt(int64(*a), 10) }

// Type names the flag's value in the help.
func (a *amount) Type() string { return "n" }
