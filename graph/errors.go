package graph

import (
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// InputError says where an input breaks the rules of its format. The command
// line exits with 3 for it.
type InputError struct {
	File     string // name as given
	Line     int64  // 1-based line, or 0 where the input has no lines
	Offset   int64  // byte offset for binary input, where Line is 0 and Offset > 0
	Expected string // what the format asks for there
	Found    string // what was there instead
	Err      error  // cause, where there is one (a truncated gzip stream, a missing file)
}

func (e *InputError) Error() string {
	where := e.File
	switch {
	case e.Line > 0:
		where = fmt.Sprintf("%s:%d", e.File, e.Line)
	case e.Offset > 0:
		where = fmt.Sprintf("%s: at byte %d", e.File, e.Offset)
	}
	switch {
	case e.Expected != "" && e.Found != "":
		return fmt.Sprintf("%s: expected %s, found %s", where, e.Expected, e.Found)
	case e.Expected != "":
		return fmt.Sprintf("%s: expected %s", where, e.Expected)
	case e.Err != nil:
		return fmt.Sprintf("%s: %v", where, e.Err)
	}
	return fmt.Sprintf("%s: %s", where, e.Found)
}

func (e *InputError) Unwrap() error { return e.Err }

// MemoryError says that a step would not fit the memory limit. It is returned
// before the step starts. The command line exits with 4 for it.
type MemoryError struct {
	What  string // the step that would not fit
	Need  int64  // bytes it would have needed
	Limit int64  // bytes allowed
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s needs %s, which does not fit the limit of %s", e.What, bytesize.Need(e.Need), bytesize.Limit(e.Limit))
}

// ErrOverflow is returned when a count does not fit its 64-bit counter.
var ErrOverflow = errors.New("count exceeds 64 bits")
