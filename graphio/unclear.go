package graphio

// UnclearError says that an input could be read in more than one way, or in
// none without being told how. It is the cause of an [*graph.InputError].
type UnclearError struct {
	Looks   string   // like what
	Choices []Choice // how it can be read
}

// Choice is a way to read an input.
type Choice struct {
	As      string  // what it would be
	Options Options // that say so
}

func (e *UnclearError) Error() string { return "looks like " + e.Looks }
