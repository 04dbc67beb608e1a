package lists

import "errors"

// stage is how far a [Builder] has come. A step leads from one to the next; a step
// that fails is the last one.
type stage uint8

const (
	counted stage = iota // the records of each id
	ranked               // the vertices
	shared               // the records, to buckets
	made                 // the rows are
)

var (
	errRanked   = errors.New("lists: the vertices are ranked already")
	errUnranked = errors.New("lists: the vertices are not ranked yet")
	errBuilt    = errors.New("lists: the rows were made already")
	errClosed   = errors.New("lists: the builder is closed")
)

// at returns why a step cannot begin that leads on from a stage.
func (s *Builder) at(begin stage) error {
	switch {
	case s.failed != nil:
		return s.failed
	case s.stage == begin:
		return nil
	case s.stage < begin:
		return errUnranked
	case begin == counted:
		return errRanked
	}
	return errBuilt
}

// finish ends a step that leads to a stage, with its error.
func (s *Builder) finish(end stage, err error) error {
	s.stage, s.failed = end, err
	return err
}
