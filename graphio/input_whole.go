package graphio

import (
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// holding is what memory is for where an input has to be read to its end first.
const holding = "holding an input that comes compressed or through a pipe"

// readWhole returns all of the input, decompressed, for reading at any position, and its
// size. What is no plain file is read into memory: formats whose table of contents stands
// at the end need that.
func (in *input) readWhole() (io.ReaderAt, int64, error) {
	if file, ok := in.plain(); ok {
		return file, in.bytes, nil
	}
	stream, err := in.stream(par.Workers(0))
	if err != nil {
		return nil, 0, err
	}
	defer stream.Close()
	var all pieces
	for {
		if err := in.budget.take(holding, pieceSize); err != nil {
			rest, _ := io.Copy(io.Discard, stream) // to name a limit that does
			return nil, 0, in.budget.take(holding, rest)
		}
		piece := make([]byte, pieceSize)
		n, err := fill(stream, piece)
		all = append(all, piece[:n])
		switch err {
		case nil:
		case io.EOF:
			return all, all.size(), nil
		default:
			return nil, 0, in.readError(err)
		}
	}
}

// pieceSize is how much memory is made at a time for what is read as a whole.
const pieceSize = 1 << 18

// pieces are data in memory, all of pieceSize but the last.
type pieces [][]byte

func (p pieces) size() int64 { return int64(len(p)-1)*pieceSize + int64(len(p[len(p)-1])) }

// ReadAt implements [io.ReaderAt].
func (p pieces) ReadAt(data []byte, offset int64) (n int, err error) {
	if offset < 0 {
		return 0, errors.New("a place before the beginning")
	}
	for n < len(data) && offset < p.size() {
		more := copy(data[n:], p[offset/pieceSize][offset%pieceSize:])
		n, offset = n+more, offset+int64(more)
	}
	if n < len(data) {
		return n, io.EOF
	}
	return n, nil
}
