package s3fs

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// FS are the objects of a folder in a bucket. What is wrong with its address, or with the
// settings, is the error of whatever is asked first.
type FS struct {
	address string
	open    func() (*client, error)
	prefix  string

	// simple says that the store does not know conditional requests.
	simple atomic.Bool
	slots  chan struct{} // for parts in memory
	part   int64         // bytes of each, at least
}

// A part of an object is held in memory while it is sent, of so many objects at once.
const (
	partBytes = 8 << 20
	mostParts = 10_000 // of an object
	atOnce    = 4
)

// New returns the objects of a folder, such as s3://bucket/run1.
func New(address string) *FS {
	bucket, prefix, err := parse(address)
	return &FS{
		address: scheme + bucket + "/", prefix: prefix, slots: make(chan struct{}, atOnce), part: partBytes,
		open: sync.OnceValues(func() (*client, error) {
			if err != nil {
				return nil, &Error{Kind: ErrSettings, Err: err}
			}
			return newClient(bucket)
		}),
	}
}

// NewObject returns the objects of the folder that one is in, and its name there.
func NewObject(address string) (files *FS, name string) {
	folder, name := Split(address)
	files = New(folder)
	if name == "" {
		files.open = func() (*client, error) {
			return nil, &Error{Kind: ErrSettings, Err: fmt.Errorf("%s names a folder, and no object in it", address)}
		}
	}
	return files, name
}

// Path returns the address of an object.
func (f *FS) Path(name string) string { return f.address + f.prefix + name }

// Open implements the file system.
func (f *FS) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	r, err := f.get(ctx, name, offset, length)
	if err != nil {
		return nil, about("open", f.Path(name), err)
	}
	return r, nil
}

func (f *FS) get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	c, err := f.open()
	if err != nil {
		return nil, err
	}
	r := &request{method: http.MethodGet, key: f.prefix + name, header: http.Header{}, object: true}
	if end := offset + length - 1; end >= offset {
		r.header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, end))
	} else {
		r.header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	if c.sums {
		r.header.Set("X-Amz-Checksum-Mode", "ENABLED")
	}
	a, err := c.do(ctx, r)
	if err != nil {
		if a != nil && a.StatusCode == http.StatusRequestedRangeNotSatisfiable {
			return io.NopCloser(strings.NewReader("")), nil // it ends before
		}
		return nil, missing(a, err)
	}
	return newReader(a.Response, offset, length)
}

// missing is fs.ErrNotExist where an answer says that an object is not there.
func missing(a *answer, err error) error {
	if a != nil && a.StatusCode == http.StatusNotFound && !errors.Is(err, ErrBucket) {
		return fs.ErrNotExist
	}
	return err
}

// List implements the file system.
func (f *FS) List(ctx context.Context, prefix string) (map[string]int64, error) {
	sizes := make(map[string]int64)
	err := f.each(ctx, prefix, func(name string, size int64) error {
		sizes[name] = size
		return nil
	})
	return sizes, err
}

// each calls use with the objects whose names begin with prefix, until that fails.
func (f *FS) each(ctx context.Context, prefix string, use func(name string, size int64) error) error {
	c, err := f.open()
	if err != nil {
		return about("list", f.Path(prefix), err)
	}
	next := ""
	for {
		query := url.Values{"list-type": {"2"}, "prefix": {f.prefix + prefix}, "encoding-type": {"url"}}
		if next != "" {
			query.Set("continuation-token", next)
		}
		a, err := c.do(ctx, &request{method: http.MethodGet, query: query})
		if err != nil {
			return about("list", f.Path(prefix), err)
		}
		var page listing
		if err := page.decode(a.data); err != nil {
			return about("list", f.Path(prefix), &Error{Kind: ErrUnavailable, Err: err})
		}
		for _, object := range page.Contents {
			name, ours := strings.CutPrefix(object.Key, f.prefix)
			if !ours || name == "" || name[len(name)-1] == '/' { // a mark that some tools leave for a folder
				continue
			}
			if err := use(name, object.Size); err != nil {
				return err
			}
		}
		if !page.IsTruncated {
			return nil
		}
		if page.NextContinuationToken == "" || page.NextContinuationToken == next {
			return about("list", f.Path(prefix), &Error{Kind: ErrUnavailable, Detail: "the list goes on, and the store does not say where"})
		}
		next = page.NextContinuationToken
	}
}

// listing is a page of a list.
type listing struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Contents []struct {
		Key  string
		Size int64
	}
	EncodingType          string
	IsTruncated           bool
	NextContinuationToken string
}

func (l *listing) decode(data []byte) error {
	if err := xml.Unmarshal(data, l); err != nil {
		return errors.New("the list cannot be read")
	}
	if l.EncodingType != "url" {
		return nil
	}
	for i := range l.Contents {
		key, err := url.QueryUnescape(l.Contents[i].Key)
		if err != nil {
			return errors.New("a name in the list cannot be read")
		}
		l.Contents[i].Key = key
	}
	return nil
}

// Remove implements the file system.
func (f *FS) Remove(ctx context.Context, name string) error {
	c, err := f.open()
	if err == nil {
		var a *answer
		a, err = c.do(ctx, &request{method: http.MethodDelete, key: f.prefix + name})
		err = missing(a, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return about("remove", f.Path(name), err)
}

// Hurry makes pauses short, for tests.
func (f *FS) Hurry() {
	open := f.open
	f.open = sync.OnceValues(func() (*client, error) {
		c, err := open()
		if err == nil {
			c.first = time.Millisecond
		}
		return c, err
	})
}

// Foreign returns an object that is not one of those whose names known takes; "" where
// there is none.
func (f *FS) Foreign(ctx context.Context, known func(name string) bool) (string, error) {
	found := ""
	err := f.each(ctx, "", func(name string, _ int64) error {
		if known(name) {
			return nil
		}
		found = f.Path(name)
		return io.EOF
	})
	if err == io.EOF {
		err = nil
	}
	return found, err
}

var _ objectfs.FS = (*FS)(nil)
