package graph

import "strconv"

// Size is a number of things that may not be known, such as the records of a
// pipe. The zero Size is unknown.
type Size struct {
	n     int64
	known bool
}

// Known returns the size n; a negative n is unknown.
func Known[N int | int64 | uint32 | uint64](n N) Size { return Size{max(int64(n), 0), int64(n) >= 0} }

// Known says whether the size is known.
func (s Size) Known() bool { return s.known }

// Get returns the size, and 0 where it is not known.
func (s Size) Get() int64 { return s.n }

// Or returns the size, and otherwise where it is not known.
func (s Size) Or(otherwise int64) int64 {
	if s.known {
		return s.n
	}
	return otherwise
}

// MarshalJSON writes the number, -1 for a size that is not known.
func (s Size) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, s.Or(-1), 10), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Size) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	*s = Known(n)
	return err
}

func (s Size) String() string {
	if !s.known {
		return "unknown"
	}
	return strconv.FormatInt(s.n, 10)
}
