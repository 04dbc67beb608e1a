package graphio

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/inflate"
)

const (
	zipMember = "PK\x03\x04" // in front of each member
	zipEmpty  = "PK\x05\x06" // of an archive without members
	zipParts  = "PK\x07\x08" // of one in several files

	zipHeader    = 30     // bytes in front of the name of a member
	zipEncrypted = 1      // a flag of a member
	npyEnd       = ".npy" // of the names of the members of .npz
)

// The methods by which members are compressed, other than the names that compressions have.
var zipMethods = map[uint16]string{12: "bzip2", 93: "zstd", 95: "xz"}

// isZip recognises an archive by the header of its first member: the magic, and the least
// version of a reader, which is low.
func isZip(head []byte) bool {
	return prefix(zipMember)(head) && len(head) >= zipHeader && head[4] < 100 && head[5] < 32 ||
		prefix(zipEmpty)(head) || prefix(zipParts)(head)
}

// startsNPZ says that the first member of an archive is an array of NumPy: such an archive
// is of the format npz.
func startsNPZ(head []byte) bool {
	if !prefix(zipMember)(head) || len(head) < zipHeader {
		return false
	}
	name := head[zipHeader:]
	return strings.HasSuffix(string(name[:min(len(name), int(binary.LittleEndian.Uint16(head[26:])))]), npyEnd)
}

// enterZip finds the graph in an archive. One that is stored as it is stands there as in a
// file; another is a layer of c. An archive with nothing but arrays of NumPy is not entered.
func (in *input) enterZip(c *chain, member string) (entered bool, err error) {
	members, err := newZip(in.section(), in.bytes)
	switch {
	case errors.Is(err, zip.ErrFormat):
		return false, in.readError(&packedError{"no list of members at the end: the zip archive is truncated or damaged", err})
	case err != nil:
		return false, in.readError(err)
	}
	s := selection{in: in, wanted: member}
	var (
		chosen *zip.File
		arrays = 0
	)
	for _, f := range members.File {
		if strings.HasSuffix(f.Name, npyEnd) {
			arrays++
		}
		if !strings.HasSuffix(f.Name, "/") && s.takes(f.Name) {
			chosen = f
		}
	}
	if member == "" && arrays > 0 && arrays == len(members.File) {
		return false, nil
	}
	if err := s.check(); err != nil {
		return false, err
	}
	in.enter(chosen.Name)
	if err := in.findMember(chosen); err != nil {
		return false, err
	}
	c.Reader = in.section()
	if chosen.Method != zip.Store {
		if err := c.find(in, in.zipLayer(members, chosen)); err != nil {
			return false, err
		}
	}
	return true, in.findInside(c)
}

// newZip lists the members of an archive of so many bytes. What their names might do to
// other files is nothing to us, who unpack none.
func newZip(archive io.ReaderAt, size int64) (*zip.Reader, error) {
	members, err := zip.NewReader(archive, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	members.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return inflate.NewReader(r) }) // which is faster
	return members, nil
}

// findMember sets where the member stands.
func (in *input) findMember(f *zip.File) error {
	switch {
	case f.Mode()&fs.ModeSymlink != 0:
		return in.unfit("a link")
	case f.Flags&zipEncrypted != 0:
		return in.unfit("an encrypted one")
	case f.Method != zip.Store && f.Method != zip.Deflate && zipMethods[f.Method] == "":
		return in.unfit(fmt.Sprintf("one compressed by method %d, which is not read", f.Method))
	}
	start, err := memberStart(f, in.bytes)
	if err != nil {
		return in.readError(err)
	}
	in.start, in.bytes = start, int64(f.CompressedSize64)
	if f.Method == zip.Store {
		return in.checkStored(f)
	}
	return nil
}

// memberStart returns where a member begins in an archive of so many bytes, which has all of it.
func memberStart(f *zip.File, size int64) (int64, error) {
	start, err := f.DataOffset()
	if err != nil {
		return 0, &packedError{"damaged zip archive", err}
	}
	if start > size || f.CompressedSize64 > uint64(size-start) {
		return 0, &packedError{fmt.Sprintf("damaged zip archive: a member of %d bytes in a file of %d", f.CompressedSize64, size), nil}
	}
	return start, nil
}

// checkStored compares the checksum of a member that is stored as it is, of which the
// threads that read it see only parts.
func (in *input) checkStored(f *zip.File) error {
	sum := crc32.NewIEEE()
	if _, err := io.Copy(sum, in.section()); err != nil {
		return in.readError(err)
	}
	if f.UncompressedSize64 != f.CompressedSize64 || sum.Sum32() != f.CRC32 {
		return in.readError(&packedError{"damaged zip archive: a member does not have its checksum", zip.ErrChecksum})
	}
	return nil
}

// zipLayer is a member that is compressed.
func (in *input) zipLayer(members *zip.Reader, f *zip.File) layer {
	name := "deflate"
	if f.Method != zip.Deflate {
		name = zipMethods[f.Method]
		members.RegisterDecompressor(f.Method, func(r io.Reader) io.ReadCloser {
			return in.memberOf(name, r)
		})
	}
	in.compressed = name
	return layer{name, func(packed) (io.ReadCloser, error) { return f.Open() }}
}

// memberOf decompresses a member by one of our compressions.
func (in *input) memberOf(name string, r io.Reader) io.ReadCloser {
	for _, c := range compressions {
		if c.name == name {
			unpacked, err := c.reader(packed{r, graph.Size{}, 1, &in.budget})
			if err == nil {
				return unpacked
			}
			return io.NopCloser(unreadable{err})
		}
	}
	return nil
}

// unreadable is a reader that could not be made.
type unreadable struct{ err error }

func (r unreadable) Read([]byte) (int, error) { return 0, r.err }
