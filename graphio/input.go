package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

const (
	// headSize is how much of an input is looked at to recognise it. The first
	// data line must begin within, unless the format is told,
	headSize = 256 << 10
	// longestHead is within how much it must begin then.
	longestHead = 16 << 20
)

// rawSize is how much is read at a time of what is decompressed.
const rawSize = 64 << 10

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// input is an opened file or stream before its format is settled.
type input struct {
	given      string  // the name as given, without that of a member of an archive
	name       string  // and with it
	format     string  // name of the format
	opt        Options // how it is to be read, but for the column of the weights
	weight     string  // that column, by name or number; "" for one that is called so
	recognised string  // how the format was recognised
	compressed string  // name of the compression, or ""
	bytes      int64   // size as stored, where file is not nil: of an archive, that of the member
	modified   time.Time

	head    []byte // the first bytes, decompressed, at most headSize; see lookFurther
	all     bool   // head is all there is
	returns bool   // lines end with a CR alone, in the file; see setReturns

	// file is the regular file that is read from its beginning, plain or
	// compressed; nil for streams. A member of an archive may begin at start.
	file  *os.File
	start int64
	whole int64 // size of the file

	budget budget

	layers      []layer       // around the graph, from the outside
	compression *compression  // of the graph itself
	unchosen    bool          // there may be other graphs behind this one in the archive
	rest        io.ReadCloser // of a stream: what follows head, decompressed
	started     bool          // the stream was handed out
	owned       io.Closer     // the file where Open opened it, or nil
}

// newInput looks at the beginning of r, or of a member of the archive that r is.
func newInput(r io.Reader, name, member string, opt Options) (*input, error) {
	in := &input{given: name, name: name}
	in.budget.memory, in.budget.of = opt.Memory, opt.within
	if file, ok := r.(*os.File); ok {
		stat, err := file.Stat()
		if err != nil {
			return nil, fileError(name, err)
		}
		if stat.IsDir() {
			return nil, fileError(name, syscall.EISDIR)
		}
		if at, err := file.Seek(0, io.SeekCurrent); err == nil && at == 0 && stat.Mode().IsRegular() {
			in.file, in.bytes, in.whole, in.modified = file, stat.Size(), stat.Size(), stat.ModTime()
			r = in.section()
		}
	}

	c := &chain{Reader: r}
	err := in.findLayers(c, member)
	if err == nil {
		if in.head, err = fillHead(c, in.atMost(headSize)); err != nil && err != io.EOF {
			err = in.readError(err)
		}
	}
	in.all = err == io.EOF
	if err != nil && err != io.EOF {
		return nil, errors.Join(err, c.Close())
	}
	in.rest = c
	if in.file != nil {
		in.rest, err = nil, c.Close()
		if err != nil {
			return nil, err
		}
	}
	return in, in.checkCompression()
}

// section returns what the file has of the input.
func (in *input) section() *io.SectionReader { return io.NewSectionReader(in.file, in.start, in.bytes) }

// size returns the size of the input as stored.
func (in *input) size() graph.Size {
	if in.file == nil {
		return graph.Size{}
	}
	return graph.Known(in.bytes)
}

// atMost returns how large a buffer is for some of the input, which need not be
// larger than all of it with its end.
func (in *input) atMost(size int) int {
	if in.file == nil {
		return size
	}
	return int(min(int64(size), in.bytes+1))
}

// fillHead reads the first headSize bytes into a buffer that grows from a first
// size on. Its error is that of fill.
func fillHead(r io.Reader, size int) ([]byte, error) {
	head := make([]byte, size)
	n, err := fill(r, head)
	for err == nil && n < headSize {
		var more int
		head = append(head, make([]byte, min(3*n, headSize-n))...)
		more, err = fill(r, head[n:])
		n += more
	}
	return head[:n], err
}

// lookFurther makes head four times as long.
func (in *input) lookFurther() error {
	known, rest := len(in.head), io.Reader(in.rest)
	if in.file != nil {
		whole, err := in.stream(1)
		if err != nil {
			return err
		}
		defer whole.Close()
		known, rest = 0, whole
	}
	head := make([]byte, 4*len(in.head))
	if err := in.budget.take("what stands in front of the data", int64(len(head)-len(in.head))); err != nil {
		return err
	}
	copy(head, in.head[:known])
	n, err := fill(rest, head[known:])
	if err != nil && err != io.EOF {
		return in.readError(err)
	}
	in.head, in.all = head[:known+n], err == io.EOF
	return nil
}

// fill reads until text is full. Its error is that of r: io.EOF at the end,
// unlike io.ReadFull, which makes the end look like a truncated stream.
func fill(r io.Reader, text []byte) (n int, err error) {
	for n < len(text) && err == nil {
		var more int
		more, err = r.Read(text[n:])
		n += more
	}
	return n, err
}

// text returns head without a byte-order mark.
func (in *input) text() []byte { return bytes.TrimPrefix(in.head, []byte(byteOrderMark)) }

// plain returns the input for reading at any position, where it is a regular file, or
// a part of one, that is not compressed and is read as it stands. The input has in.bytes bytes.
func (in *input) plain() (io.ReaderAt, bool) {
	if in.file == nil || len(in.layers) > 0 || in.returns {
		return nil, false
	}
	return in.section(), true
}

// mappable returns the file, where all of it is the input.
func (in *input) mappable() (*os.File, bool) {
	return in.file, in.file != nil && len(in.layers) == 0 && in.start == 0 && in.bytes == in.whole
}

// rereadable says that stream may be called again.
func (in *input) rereadable() bool { return in.file != nil }

// stream returns the decompressed input from its beginning. Where it can be
// cut, up to workers goroutines decompress a file, and one a stream. The caller
// closes it; what it returns for errors goes through readError.
func (in *input) stream(workers int) (io.ReadCloser, error) {
	if in.file == nil {
		if in.started {
			return nil, errors.New("graphio: " + in.name + " is a stream and was read already")
		}
		in.started = true
		return struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(in.head), in.rest), in.rest}, nil
	}
	if in.all {
		return io.NopCloser(bytes.NewReader(in.head)), nil
	}
	c := &chain{Reader: in.section()}
	for _, l := range in.layers {
		if err := c.add(in, l, workers); err != nil {
			_ = c.Close() // the error is known
			return nil, in.readError(err)
		}
	}
	if in.returns {
		return returnLines{in: in}.of(c), nil
	}
	return c, nil
}

// info returns what the input itself tells about a source.
func (in *input) info() graph.Info {
	return graph.Info{
		Name:       in.name,
		Format:     in.format,
		Recognised: in.recognised,
		Compressed: in.compressed,
		Bytes:      in.size(),
		Rereadable: in.rereadable(),
		Held:       &in.budget.held,
	}
}

// readError is the InputError for a failed read of the input.
func (in *input) readError(err error) error {
	if errors.As(err, new(*graph.MemoryError)) || errors.As(err, new(*graph.InputError)) {
		return err
	}
	return fileError(in.name, err)
}

// packedError says what is wrong with a compressed stream.
type packedError struct {
	what  string
	cause error
}

func (e *packedError) Error() string { return e.what }
func (e *packedError) Unwrap() error { return e.cause }

// shrunk is the InputError for a file that has become shorter.
func (in *input) shrunk(size int64) error {
	return &graph.InputError{
		File:     in.name,
		Expected: fmt.Sprintf("%d bytes as at opening", in.bytes),
		Found:    fmt.Sprintf("the end at byte %d: the file shrank while it was read", size),
	}
}

// changed is the InputError for a file that somebody has changed since it was
// opened; nil where nobody has.
func (in *input) changed() error {
	stat, err := in.file.Stat()
	if err != nil {
		return nil // the caller of OpenReader may have closed it
	}
	if stat.Size() == in.whole && stat.ModTime().Equal(in.modified) {
		return nil
	}
	return in.errChanged()
}

func (in *input) errChanged() error {
	return &graph.InputError{File: in.name, Found: "other contents than at opening: the file changed while it was in use"}
}

// malformed is the InputError for a line.
func (in *input) malformed(line int64, err *lineError) error {
	input := &graph.InputError{File: in.name, Line: line, Expected: err.expected, Found: err.found}
	if err.looks != nil {
		input.Err = err.looks
	}
	return input
}

// Close releases what the input holds. A stream that was handed out is closed
// by who took it.
func (in *input) Close() error {
	var err error
	if in.rest != nil && !in.started {
		err = in.rest.Close()
	}
	if in.owned != nil {
		err = errors.Join(err, in.owned.Close())
	}
	return err
}
