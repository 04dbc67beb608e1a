package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// whole are the types of flags that hold a whole number.
type whole interface {
	~int | ~int64 | ~uint8 | ~uint32 | ~uint64
}

// number is a flag for a whole number as people write it.
type number[T whole] struct{ value *T }

// addNumber adds a flag for a whole number, which is value where the flag is
// not given.
func addNumber[T whole](flags *pflag.FlagSet, at *T, name string, value T, what string) {
	*at = value
	flags.Var(number[T]{at}, name, what)
}

func (n number[T]) Set(text string) error {
	parsed, err := parseNumber(text)
	if err != nil {
		return err
	}
	if T(parsed) < 0 || uint64(T(parsed)) != parsed {
		return errLarge
	}
	*n.value = T(parsed)
	return nil
}

func (n number[T]) String() string {
	if n.value == nil {
		return ""
	}
	return strconv.FormatUint(uint64(*n.value), 10)
}

// Type names the flag's value in the help.
func (n number[T]) Type() string { return "n" }

var (
	errNumber = errors.New("not a whole number like 2e10, 20G or 123456")
	errLarge  = errors.New("too large a number")
)

// parseNumber reads a whole number: 123456, 1_000_000, 0xff, 2e10, 20G or 1.5M.
func parseNumber(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil { // separators, and bases behind a prefix
		n, err = strconv.ParseUint(text, 0, 64)
	}
	if err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !strings.ContainsAny(text, "bB") {
		n, err = humanize.ParseBytes(text)
		f = float64(n)
	}
	const most = 1 << 53 // exact so far
	switch {
	case err != nil || !(f >= 0) || f != math.Trunc(f):
		return 0, errNumber
	case f > most:
		return 0, errLarge
	}
	return uint64(f), nil
}

// numbers is a flag for several whole numbers, separated by commas.
type numbers struct{ values *[]int }

func (n numbers) Set(text string) error {
	var values []int
	for field := range strings.SplitSeq(text, ",") {
		var value int
		if err := (number[int]{&value}).Set(strings.TrimSpace(field)); err != nil {
			return errors.New("not whole numbers like 1,2 or 1e3,1e3")
		}
		values = append(values, value)
	}
	*n.values = values
	return nil
}

func (n numbers) String() string {
	if n.values == nil {
		return ""
	}
	texts := make([]string, len(*n.values))
	for i, value := range *n.values {
		texts[i] = strconv.Itoa(value)
	}
	return strings.Join(texts, ",")
}

// Type names the flag's value in the help.
func (n numbers) Type() string { return "n,n" }

// fraction is a flag for a number that need not be whole.
type fraction struct{ value *float64 }

func (f fraction) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errors.New("not a number like 0.25 or 3e-5")
	}
	*f.value = value
	return nil
}

func (f fraction) String() string {
	if f.value == nil {
		return ""
	}
	return strconv.FormatFloat(*f.value, 'g', -1, 64)
}

// Type names the flag's value in the help.
func (f fraction) Type() string { return "x" }

// span is a flag for a length of time.
type span struct{ value *time.Duration }

func (s span) Set(text string) error {
	value, err := time.ParseDuration(text)
	if err != nil {
		return errors.New("not a time like 60s or 1h30m")
	}
	*s.value = value
	return nil
}

func (s span) String() string {
	if s.value == nil || *s.value == 0 {
		return ""
	}
	return s.value.String()
}

// Type names the flag's value in the help.
func (s span) Type() string { return "time" }
