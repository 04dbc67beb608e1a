package graphio

import "io"

// watched keeps how reading ended, io.EOF included, which libraries put into words of their
// own.
type watched struct {
	io.Reader
	failed error
}

func (w *watched) Read(data []byte) (int, error) {
	n, err := w.Reader.Read(data)
	if err != nil {
		w.failed = err
	}
	return n, err
}
