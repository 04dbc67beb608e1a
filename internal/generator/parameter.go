package generator

import "fmt"

// ParameterError says that a parameter has a value that its generator does not
// take.
type ParameterError struct {
	Kind      string // "rmat"
	Parameter string // "scale"
	Value     any
	Problem   string // "33 is not from 1 to 32"
}

func (e *ParameterError) Error() string {
	return fmt.Sprintf("generate %s: %s: %s", e.Kind, e.Parameter, e.Problem)
}

// wrong says what a value is not.
func wrong(kind, parameter string, value any, not string) error {
	return &ParameterError{kind, parameter, value, fmt.Sprintf("%v is not %s", value, not)}
}

// within returns an error unless low <= value <= high.
func within(kind, parameter string, value, low, high int) error {
	if value < low || value > high {
		return wrong(kind, parameter, value, fmt.Sprintf("from %d to %d", low, high))
	}
	return nil
}

// some returns an error unless there are values, and not too many.
func some(kind, parameter string, values []int) error {
	if n := len(values); n < 1 || n > mostDense {
		return &ParameterError{kind, parameter, values, fmt.Sprintf("there are %d, not 1 to %d", n, mostDense)}
	}
	return nil
}

// chance returns an error unless p is a probability.
func chance(kind, parameter string, p float64) error {
	if !(p >= 0 && p <= 1) { // NaN is none
		return wrong(kind, parameter, p, "from 0 to 1")
	}
	return nil
}

// maxVertices is the most vertices a graph may have.
const maxVertices = 1<<32 - 1

// maxRecords keeps the size of a file of pairs within 63 bits.
const maxRecords = 1 << 59
