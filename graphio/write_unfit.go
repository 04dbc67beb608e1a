package graphio

import (
	"errors"
	"fmt"
)

// unfitError says that a graph holds what a format has no room for.
type unfitError struct{ message string }

func (e *unfitError) Error() string { return e.message }

func (e *unfitError) Is(target error) bool { return target == errors.ErrUnsupported }

func unfit(format string, values ...any) error {
	return &unfitError{fmt.Sprintf(format, values...) + "; choose another format"}
}
