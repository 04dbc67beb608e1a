package graphio

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/archive"
)

// An archive with one graph in it is read as that graph. It is a layer between a file and
// its text, as a compression is.

// mostMembers is how many names of members a message lists.
const mostMembers = 20

// selection finds the graph among the members of an archive.
type selection struct {
	in     *input
	wanted string   // the member that was named, or ""
	found  int      // how many members it could be
	names  []string // of members that could be a graph, the first ones
	graphs int      // how many there are
}

// takes says that a member is the graph, if no other is.
func (s *selection) takes(member string) bool {
	member = archive.Clean(member)
	isGraph := archive.IsGraph(member)
	if isGraph {
		if s.graphs++; len(s.names) < mostMembers {
			s.names = append(s.names, member)
		}
	}
	if s.wanted != "" && member == archive.Clean(s.wanted) || s.wanted == "" && isGraph {
		s.found++
		return s.found == 1
	}
	return false
}

// errMembers is in the error for an archive whose members leave the graph open.
var errMembers = errors.New("the members of the archive")

// check returns the InputError for an archive that was seen to its end, unless one member
// was taken.
func (s *selection) check() error {
	if s.found == 1 {
		return nil
	}
	wrong := &graph.InputError{File: s.in.given, Expected: "an archive with one graph", Found: "none: no member has the name of one", Err: errMembers}
	if s.wanted != "" {
		wrong.Expected, wrong.Found = "one member "+s.wanted, "none"
	}
	if s.found > 1 {
		wrong.Found = fmt.Sprint(s.found)
	}
	if s.graphs == 0 {
		return wrong
	}
	list := strings.Join(s.names, ", ")
	if more := s.graphs - len(s.names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case s.wanted == "":
		wrong.Found += ": " + list + "; name one, as in " + archive.Join(s.in.given, s.names[0])
	case s.found == 0:
		wrong.Found += "; there are " + list
	}
	return wrong
}

// enter settles which member of the archive the input is.
func (in *input) enter(member string) { in.name = archive.Join(in.given, archive.Clean(member)) }

// unfit is the InputError for a member that is no file.
func (in *input) unfit(found string) error {
	return &graph.InputError{File: in.name, Expected: "a member of the archive that is a plain file", Found: found}
}

// otherArchives are archives that are not read, by their magic.
var otherArchives = []struct{ name, magic string }{
	{"7-Zip", "7z\xbc\xaf\x27\x1c"},
	{"RAR", "Rar!\x1a\x07"},
}

// findLayers finds what lies around the graph, and takes it off c: a compression, an
// archive, of which member is asked for unless that is "", and a compression of the
// member. A member that is stored as it is becomes what the file is read from.
func (in *input) findLayers(c *chain, member string) error {
	head, err := c.peek(in)
	if err != nil {
		return err
	}
	if in.file != nil && in.isZip(head) {
		if entered, err := in.enterZip(c, member); entered || err != nil {
			return err
		}
	}
	packed := in.compressionOf(head)
	if packed != nil {
		if head, err = c.addCompression(in, packed); err != nil {
			return err
		}
	}
	switch {
	case isTar(head) && in.file != nil && packed == nil:
		if err := in.enterTar(member); err != nil {
			return err
		}
		c.Reader = in.section()
		return in.findInside(c)
	case isTar(head):
		if err := c.find(in, tarLayer(in, member)); err != nil {
			return err
		}
		return in.findInside(c)
	case in.isZip(head) && !startsNPZ(head):
		return &graph.InputError{File: in.given, Expected: "a zip archive as a file, whose list of members stands at its end", Found: "one that comes compressed or through a pipe"}
	}
	for _, other := range otherArchives {
		if prefix(other.magic)(head) {
			return &graph.InputError{File: in.given, Expected: "a graph, or an archive of zip or tar", Found: "one of " + other.name + ", which is not read"}
		}
	}
	if member != "" {
		return &graph.InputError{File: in.given, Expected: "an archive with a member " + member, Found: "no archive"}
	}
	return nil
}

// findInside takes the compression off a member of an archive.
func (in *input) findInside(c *chain) error {
	in.compression = nil // that of the archive
	head, err := c.peek(in)
	if err != nil {
		return err
	}
	if packed := in.compressionOf(head); packed != nil {
		if head, err = c.addCompression(in, packed); err != nil {
			return err
		}
	}
	if isTar(head) || in.isZip(head) && !startsNPZ(head) {
		return in.unfit("an archive in the archive")
	}
	return nil
}

// othersFirst returns the error for an archive of which a member could not be opened: err,
// or that there are others which could be meant.
func (in *input) othersFirst(err error) error {
	if !in.unchosen || in.started {
		return err
	}
	stream, failed := in.stream(1)
	if failed != nil {
		return err
	}
	defer stream.Close()
	if _, failed := io.Copy(io.Discard, stream); errors.Is(failed, errMembers) {
		return failed
	}
	return err
}
