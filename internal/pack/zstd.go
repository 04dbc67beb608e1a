package pack

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdText is how much text a frame gets.
const zstdText = 2 << 20

// newZstdWriter writes frames of equal size.
func newZstdWriter(w io.Writer, workers int) (io.WriteCloser, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(workers), zstd.WithZeroFrames(true))
	if err != nil {
		return nil, err
	}
	return newFrameWriter(w, workers, zstdText, "", func() func(data, text []byte) ([]byte, error) {
		return func(data, text []byte) ([]byte, error) { return encoder.EncodeAll(text, data), nil }
	}), nil
}
