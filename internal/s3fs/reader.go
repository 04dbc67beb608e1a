package s3fs

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// castagnoli is the polynomial of the checksums, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksumHeader has the checksum of a whole object.
const checksumHeader = "X-Amz-Checksum-Crc32c"

// checksum is how it is written.
func checksum(sum uint32) string {
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum))
}

// reader reads an object, or a part of it.
type reader struct {
	io.ReadCloser
	left int64
	want string // checksum of all that comes; "" where it is not known
	sum  uint32
}

// newReader reads what was asked for of an object.
func newReader(response *http.Response, offset, length int64) (io.ReadCloser, error) {
	begin, end, size := int64(0), int64(-1), response.ContentLength
	if response.StatusCode == http.StatusPartialContent {
		if n, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &begin, &end, &size); n < 2 {
			begin = -1
		} else if err != nil {
			size = -1 // "*": the store does not know it
		}
	}
	if begin != offset {
		_ = response.Body.Close() // it is not used
		return nil, &Error{Kind: ErrUnavailable, Status: response.StatusCode, Detail: "another part of the object came than was asked for"}
	}
	r := &reader{ReadCloser: response.Body, left: length}
	if offset == 0 && 0 <= size && size <= length && (end < 0 || end == size-1) {
		r.want = response.Header.Get(checksumHeader)
		if len(r.want) != len(checksum(0)) { // of parts, and not of the whole
			r.want = ""
		}
	}
	return r, nil
}

func (r *reader) Read(data []byte) (int, error) {
	n, err := 0, io.EOF
	if r.left > 0 {
		n, err = r.ReadCloser.Read(data[:min(int64(len(data)), r.left)])
		r.left -= int64(n)
	}
	if r.want != "" {
		r.sum = crc32.Update(r.sum, castagnoli, data[:n])
		if err == io.EOF && checksum(r.sum) != r.want {
			return n, objectfs.ErrDamaged
		}
	}
	if err != nil && err != io.EOF {
		err = noAnswer(err)
	}
	return n, err
}
