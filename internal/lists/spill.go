package lists

import (
	"hash/crc32"
	"os"
)

// Spill keeps bytes in a temporary file, which is made when it is first needed and gone
// when it is closed. Each chunk of them has a checksum. It may be used from several
// goroutines at once; the errors are *DiskError, *FileError, and the system's.
type Spill struct{ chunks *chunkStore }

// Spilled says where a chunk of bytes is in the file.
type Spilled struct {
	offset      int64
	length, sum uint32
}

// NewSpill makes one in a folder, or in the system's place for temporary files.
func NewSpill(folder string) *Spill { return &Spill{newChunkStore(folder)} }

// Len returns the number of bytes; 0 for what was never written.
func (c Spilled) Len() int { return int(c.length) }

// Write keeps data.
func (s *Spill) Write(data []byte) (Spilled, error) {
	c, err := s.chunks.write(data)
	return Spilled{c.offset, uint32(c.length), c.sum}, err
}

// Rewrite keeps data in the place of as many bytes.
func (s *Spill) Rewrite(c *Spilled, data []byte) error {
	if _, err := s.chunks.file.WriteAt(data[:c.length], c.offset); err != nil {
		return s.chunks.failed(err)
	}
	c.sum = crc32.Checksum(data[:c.length], castagnoli)
	return nil
}

// Read reads a chunk into a buffer that is as long as it or longer.
func (s *Spill) Read(c Spilled, buffer []byte) error {
	if s.chunks.file == nil {
		return s.chunks.failed(os.ErrClosed)
	}
	_, err := s.chunks.read(chunk{offset: c.offset, length: int(c.length), sum: c.sum}, buffer)
	return err
}

// Close removes the file.
func (s *Spill) Close() error { return s.chunks.close() }
