package graphio

import (
	"archive/tar"
	"bytes"
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
)

// tarBlock is the size of a header of tar, of which everything is a multiple.
const tarBlock = 512

// isTar recognises the header of a first member: by its magic, which the oldest have not,
// or by its checksum.
func isTar(head []byte) bool {
	if len(head) < tarBlock {
		return false
	}
	if string(head[257:262]) == "ustar" {
		return true
	}
	const from, to = 148, 156 // where the checksum stands, which counts as blanks
	wanted, err := strconv.ParseInt(strings.Trim(string(head[from:to]), " \x00"), 8, 64)
	if err != nil || head[0] == 0 {
		return false
	}
	sum := int64((to - from) * ' ')
	for i, c := range head[:tarBlock] {
		if i < from || i >= to {
			sum += int64(c)
		}
	}
	return sum == wanted
}

// tarLayer is an archive that is read in one go. What stands behind the graph is only seen
// once the graph was read.
func tarLayer(in *input, member string) layer {
	return layer{open: func(p packed) (io.ReadCloser, error) {
		t := newTarMembers(in, p.Reader, member)
		for t.end == nil && !t.taken {
			t.next()
		}
		if t.end != nil {
			return nil, t.end
		}
		in.unchosen = member == ""
		return t, nil
	}}
}

// tarMembers goes through an archive.
type tarMembers struct {
	selection
	below  watched
	tar    *tar.Reader
	header *tar.Header // of the member at which it is
	taken  bool        // that member is the graph
	end    error       // why there are no more
}

func newTarMembers(in *input, r io.Reader, wanted string) *tarMembers {
	t := &tarMembers{selection: selection{in: in, wanted: wanted}, below: watched{Reader: r}}
	t.tar = tar.NewReader(&t.below)
	if seeker, ok := r.(io.Seeker); ok {
		t.tar = tar.NewReader(struct {
			io.Reader
			io.Seeker
		}{&t.below, seeker})
	}
	return t
}

// next goes to the next member.
func (t *tarMembers) next() {
	t.taken = false
	t.header, t.end = t.tar.Next()
	switch {
	case t.end == nil:
		if t.header.Typeflag == tar.TypeXGlobalHeader || t.header.Typeflag == tar.TypeDir {
			return
		}
		if t.taken = t.takes(t.header.Name); t.taken {
			t.in.enter(t.header.Name)
			t.end = t.checkKind()
		}
	case t.end == io.EOF && t.below.failed == io.EOF:
		t.end = &packedError{"truncated tar archive", io.ErrUnexpectedEOF} // two blocks of zeros are its end
	case t.end == io.EOF:
		t.end = cmp.Or(t.padding(), t.check(), io.EOF)
	default:
		t.end = t.wrong(t.end)
	}
}

// checkKind refuses a member that is no plain file.
func (t *tarMembers) checkKind() error {
	switch {
	case t.header.Typeflag == tar.TypeSymlink, t.header.Typeflag == tar.TypeLink:
		return t.in.unfit("a link to " + t.header.Linkname)
	case t.header.Typeflag != tar.TypeReg:
		return t.in.unfit("a member of type " + strconv.QuoteRune(rune(t.header.Typeflag)))
	}
	for key := range t.header.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return t.in.unfit("a sparse one")
		}
	}
	return nil
}

// padding reads what is left behind the end, which is zeros.
func (t *tarMembers) padding() error {
	buffer := make([]byte, 64*tarBlock)
	for {
		n, err := t.below.Read(buffer)
		if len(bytes.Trim(buffer[:n], "\x00")) > 0 {
			return &packedError{"damaged tar archive: there is something behind its end", nil}
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// wrong puts what the library of tar says into our words, but for what the layer below says.
func (t *tarMembers) wrong(err error) error {
	switch {
	case t.below.failed != nil && t.below.failed != io.EOF:
		return t.below.failed
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &packedError{"truncated tar archive", err}
	}
	return &packedError{"damaged tar archive", err}
}

// Read reads the graph. At its end it goes through the rest of the archive, which may
// have another.
func (t *tarMembers) Read(data []byte) (int, error) {
	if !t.taken {
		return 0, t.end
	}
	n, err := t.tar.Read(data)
	switch {
	case err == io.EOF:
		for t.next(); t.end == nil; t.next() {
			// Who is asked for the graph is not asked for the others.
		}
		err = t.end
	case err != nil:
		err = t.wrong(err)
	}
	return n, err
}

// Close has nothing to close: the layer below is closed by itself.
func (t *tarMembers) Close() error { return nil }

// enterTar finds the graph in an archive that is not compressed: it stands there as in a
// file.
func (in *input) enterTar(member string) error {
	section := in.section()
	t := newTarMembers(in, section, member)
	start, size := int64(-1), int64(0)
	for t.next(); t.end == nil; t.next() {
		if t.taken {
			at, err := section.Seek(0, io.SeekCurrent)
			if err != nil {
				return in.readError(err)
			}
			start, size = at, t.header.Size
		}
	}
	if t.end != io.EOF {
		return in.readError(t.end)
	}
	if start < 0 || size > in.bytes-start {
		return in.readError(&packedError{"truncated tar archive", io.ErrUnexpectedEOF})
	}
	in.start, in.bytes = in.start+start, size
	return nil
}
