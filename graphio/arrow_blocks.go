package graphio

import (
	"fmt"
	"io"
)

// arrowBlock is a message: metadata, and behind them the body.
type arrowBlock struct {
	at, metadata, body int64 // where it begins, and its sizes
}

// arrowMetadata is how long the metadata of a message may be.
const arrowMetadata = 64 << 20

// readAt reads n bytes, which the file has, as was checked.
func (s *arrowSource) readAt(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || n > s.size-at {
		return nil, inPages(errArrowCut)
	}
	data := make([]byte, n)
	if _, err := s.data.ReadAt(data, at); err != nil && (err != io.EOF || n > 0) {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, inPages(errArrowCut)
		}
		return nil, err
	}
	return data, nil
}

// readFooter reads the table of contents at the end of a file: the schema, and where
// dictionaries and batches stand.
func (s *arrowSource) readFooter() ([]arrowBlock, error) {
	const tail = 4 + int64(len(arrowEnd))
	if s.size < int64(len(arrowMagic))+tail {
		return nil, fmt.Errorf("%d bytes are no table: the file is truncated", s.size)
	}
	end, err := s.readAt(s.size-tail, tail)
	if err != nil {
		return nil, err
	}
	if string(end[4:]) != arrowEnd {
		return nil, fmt.Errorf("no %s at the end: the file is truncated", arrowEnd)
	}
	size := (&flat{data: end}).number(0, 4)
	if size <= 0 || size > s.size-tail-int64(len(arrowMagic)) {
		return nil, inPages(fmt.Errorf("a table of contents of %d bytes in a file of %d", size, s.size))
	}
	data, err := s.readAt(s.size-tail-size, size)
	if err != nil {
		return nil, err
	}
	f := &flat{data: data}
	footer := f.root()
	if s.columns, err = readArrowSchema(footer.child(1)); err != nil {
		return nil, err
	}
	var blocks []arrowBlock
	for _, field := range []int{2, 3} { // dictionaries, batches
		at, n := footer.vector(field, 24)
		for i := range n {
			b := arrowBlock{f.number(at+24*i, 8), f.number(at+24*i+8, 4), f.number(at+24*i+16, 8)}
			if b.at < int64(len(arrowMagic)) || b.metadata <= 8 || b.metadata > arrowMetadata || b.body < 0 ||
				b.at > s.size-b.metadata || b.body > s.size-b.at-b.metadata {
				return nil, inPages(fmt.Errorf("%d and %d bytes from byte %d on, in a file of %d", b.metadata, b.body, b.at, s.size))
			}
			blocks = append(blocks, b)
		}
	}
	if f.bad {
		return nil, inPages(errFlat)
	}
	return blocks, nil
}

// scanStream goes from message to message through a stream.
func (s *arrowSource) scanStream() (blocks []arrowBlock, err error) {
	for at := int64(0); ; {
		head, err := s.readAt(at, int64(len(arrowContinue))+4)
		if err != nil {
			return nil, fmt.Errorf("the stream has no end: %w", err)
		}
		size := (&flat{data: head}).number(len(arrowContinue), 4)
		if string(head[:len(arrowContinue)]) != arrowContinue || size < 0 || size > arrowMetadata {
			return nil, inPages(fmt.Errorf("no message at byte %d", at))
		}
		b := arrowBlock{at: at, metadata: size + int64(len(head))}
		if size == 0 {
			if rest := s.size - at - b.metadata; rest > 0 {
				return nil, inPages(fmt.Errorf("%d bytes behind the end of the stream", rest))
			}
			if s.columns == nil {
				return nil, inPages(errFlat)
			}
			return blocks, nil
		}
		message, err := s.message(b)
		if err != nil {
			return nil, err
		}
		b.body = message.scalar(arrowMessageBody, 8)
		if b.body < 0 || b.body > s.size-at-b.metadata {
			return nil, inPages(errArrowCut)
		}
		switch first := s.columns == nil; {
		case first != (message.scalar(arrowMessageKind, 1) == arrowSchema):
			return nil, inPages(fmt.Errorf("a schema that is missing, or a second one, at byte %d", at))
		case first:
			if s.columns, err = readArrowSchema(message.child(arrowMessageHeader)); err != nil {
				return nil, err
			}
			if s.columns == nil {
				s.columns = []arrowColumn{}
			}
		default:
			blocks = append(blocks, b)
		}
		at += b.metadata + b.body
	}
}

// message reads the metadata of a message.
func (s *arrowSource) message(b arrowBlock) (flatTable, error) {
	data, err := s.readAt(b.at, b.metadata)
	if err != nil {
		return flatTable{}, err
	}
	if string(data[:len(arrowContinue)]) == arrowContinue {
		data = data[len(arrowContinue):]
	}
	f := &flat{data: data[4:]} // behind the size, with which old files begin
	message := f.root()
	if version := message.scalar(arrowMessageVersion, 2); f.bad || version < arrowOldestMetadata || version > arrowNewestMetadata {
		return flatTable{}, inPages(errFlat)
	}
	return message, nil
}
