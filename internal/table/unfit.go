package table

import (
	"errors"
	"fmt"
)

// unfitError says that a table holds what a form has no room for. It is
// [errors.ErrUnsupported].
type unfitError struct{ message string }

func (e *unfitError) Error() string { return e.message }

func (e *unfitError) Is(target error) bool { return target == errors.ErrUnsupported }

func unfit(format string, values ...any) error {
	return &unfitError{fmt.Sprintf(format, values...) + "; choose another form"}
}
