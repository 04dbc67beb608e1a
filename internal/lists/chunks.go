package lists

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// chunkStore keeps chunks of bytes: in memory as far as its share of it goes,
// and beyond that in one temporary file, which is made when it is first needed.
// It may be used from several goroutines at once.
type chunkStore struct {
	folder string
	create func(folder string) (chunkFile, error) // tests put faults here
	room   atomic.Int64                           // bytes of memory that chunks may still take
	slabs  *slabs                                 // that buffers are cut from, where all stay until the end; nil for buffers that go one by one

	once    sync.Once
	file    chunkFile
	failure error        // of making the file
	end     atomic.Int64 // of the file
}

// chunkFile is what a temporary file is used for.
type chunkFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// FileError says that a temporary file in a folder does not give back what was
// written to it, or fails.
type FileError struct {
	Folder string
	Err    error
}

func (e *FileError) Error() string { return fmt.Sprintf("a temporary file in %s: %v", e.Folder, e.Err) }
func (e *FileError) Unwrap() error { return e.Err }

var (
	errTruncated = errors.New("the file is truncated")
	errDamaged   = errors.New("the file is damaged")
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
)

// chunk is a run of bytes in a store.
type chunk struct {
	memory hugemem.Array[byte] // of at least length bytes; empty where they are in the file
	offset int64               // in the file
	length int
	sum    uint32 // CRC-32C, of what is in the file
}

func newChunkStore(folder string) *chunkStore {
	return &chunkStore{folder: tempFolder(folder), create: temporaryFile}
}

// slabs are arrays that buffers are cut from: a mapping for each buffer costs a small graph
// more than all the rest, and a large one a fault for each small page.
type slabs struct {
	mutex sync.Mutex
	all   []hugemem.Array[byte]
	used  int // of the last one

	wide []hugemem.Array[byte] // for large pieces
	rest hugemem.Array[byte]   // of the last of these
}

// Slabs double from the first size to the last, which is too small for a huge page.
const (
	firstSlab = 8 << 10
	lastSlab  = 1 << 20
)

func (s *slabs) cut(size int) (hugemem.Array[byte], error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if size >= lastSlab {
		return s.cutLarge(size)
	}
	last := len(s.all) - 1
	if last < 0 || s.used+size > len(s.all[last].Slice()) {
		slab, err := hugemem.New[byte](max(min(firstSlab<<min(len(s.all), 16), lastSlab), size))
		if err != nil {
			return slab, err
		}
		s.all, s.used = append(s.all, slab), 0
		last++
	}
	begin := s.used
	s.used += (size + 7) &^ 7
	return s.all[last].Part(begin, begin+size), nil
}

// Slabs for large pieces double, too. They have huge pages, and what nobody touches takes no
// memory. They are few, as while one is mapped those wait who touch others for the first time.
const (
	firstWide = 8 << 20
	lastWide  = 64 << 20
)

// cutLarge is cut for large pieces, with the mutex held.
func (s *slabs) cutLarge(size int) (hugemem.Array[byte], error) {
	if len(s.rest.Slice()) < size {
		slab, err := hugemem.New[byte](max(min(firstWide<<min(len(s.wide), 16), lastWide), size))
		if err != nil {
			return slab, err
		}
		s.wide, s.rest = append(s.wide, slab), slab
	}
	piece := s.rest.Part(0, size)
	s.rest = s.rest.Part(size, len(s.rest.Slice()))
	return piece, nil
}

// arena is what a worker cuts buffers from by itself: so workers do not wait for each other
// for each buffer, nor for the pages. Where several write to a huge page first, each of them
// has the system clear one.
type arena struct {
	rest hugemem.Array[byte]
	cut  int // bytes in all
}

// An arena grows by little until a worker has so much that it may as well have huge pages.
const (
	smallArena = 32 << 10
	largeArena = 2 << 20
	largeFrom  = 512 << 10
)

// cutFrom is cut for a worker with an arena, which gets more of a slab when it is used up.
func (s *slabs) cutFrom(a *arena, size int) (hugemem.Array[byte], error) {
	size8 := (size + 7) &^ 7
	if len(a.rest.Slice()) < size8 {
		length := max(smallArena/size8, 1) * size8
		if a.cut >= largeFrom {
			length = max(largeArena, size8)
		}
		var err error
		if a.rest, err = s.cut(length); err != nil {
			return a.rest, err
		}
		a.cut += length
	}
	buffer := a.rest.Part(0, size)
	a.rest = a.rest.Part(size8, len(a.rest.Slice()))
	return buffer, nil
}

func (s *slabs) free() {
	for i := range s.all {
		s.all[i].Free()
	}
	for i := range s.wide {
		s.wide[i].Free()
	}
	s.all, s.wide, s.rest = nil, nil, hugemem.Array[byte]{}
}

// buffer returns an empty buffer for a chunk to a worker, out of its arena where there are slabs.
func (s *chunkStore) buffer(from *arena, size int) (hugemem.Array[byte], error) {
	if s.slabs != nil {
		return s.slabs.cutFrom(from, size)
	}
	return hugemem.New[byte](size)
}

// keep keeps the first length bytes of a buffer. Where these stay in memory the
// buffer is taken over, and empty afterwards; else it can be filled again.
func (s *chunkStore) keep(buffer *hugemem.Array[byte], length int) (chunk, error) {
	size := int64(len(buffer.Slice()))
	if s.room.Add(-size) >= 0 {
		c := chunk{memory: *buffer, length: length}
		*buffer = hugemem.Array[byte]{}
		return c, nil
	}
	s.room.Add(size)
	return s.write(buffer.Slice()[:length])
}

// write puts a chunk into the file.
func (s *chunkStore) write(data []byte) (chunk, error) {
	if s.once.Do(func() { s.file, s.failure = s.create(s.folder) }); s.failure != nil {
		return chunk{}, s.failed(s.failure)
	}
	end := s.end.Add(int64(len(data)))
	c := chunk{offset: end - int64(len(data)), length: len(data), sum: crc32.Checksum(data, castagnoli)}
	n, err := s.file.WriteAt(data, c.offset)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return chunk{}, s.failed(err)
	}
	return c, nil
}

// failed is the error for the file.
func (s *chunkStore) failed(err error) error {
	var place *atomicfile.PlaceError
	switch {
	case atomicfile.Full(err):
		return &DiskError{Folder: s.folder, Need: s.end.Load(), Err: err}
	case errors.As(err, &place):
		return err // and not of the file
	}
	return &FileError{s.folder, err}
}

// read returns the bytes of a chunk, those in the file in a buffer of the
// caller's, which is long enough. At least slack more bytes follow them, of any
// value.
func (s *chunkStore) read(c chunk, buffer []byte) ([]byte, error) {
	if data := c.memory.Slice(); data != nil {
		return data, nil
	}
	n, err := s.file.ReadAt(buffer[:c.length], c.offset)
	switch {
	case n == c.length:
	case err == nil, err == io.EOF:
		return nil, s.failed(errTruncated)
	default:
		return nil, s.failed(err)
	}
	if crc32.Checksum(buffer[:c.length], castagnoli) != c.sum {
		return nil, s.failed(errDamaged)
	}
	return buffer, nil
}

// release gives the memory of a chunk back.
func (s *chunkStore) release(c *chunk) {
	s.room.Add(int64(len(c.memory.Slice())))
	c.memory.Free()
}

// releaseAll gives the memory of chunks back.
func (s *chunkStore) releaseAll(chunks []chunk) {
	for i := range chunks {
		s.release(&chunks[i])
	}
}

// close removes the file, and what slabs hold.
func (s *chunkStore) close() error {
	if s.slabs != nil {
		s.slabs.free()
	}
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
