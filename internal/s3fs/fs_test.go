package s3fs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/objectfs/objecttest"
	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// folders numbers those of tests.
var folders atomic.Int64

// fresh returns an empty folder of the store that the environment leads to, with parts of
// so many bytes.
func fresh(t testing.TB, part int64) *FS {
	t.Helper()
	files := New(fmt.Sprintf("s3://%s/tests & more/%d", s3test.Bucket, folders.Add(1)))
	files.part = part
	files.Hurry()
	return files
}

func TestEachPartSize(t *testing.T) {
	s3test.Start(t)
	for _, part := range []int64{partBytes, 50_000} {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			objecttest.Test(t, func(t *testing.T) objectfs.FS { return fresh(t, part) }, false)
		})
	}
}

// write makes an object of data.
func write(ctx context.Context, files *FS, name, data string) error {
	return objectfs.CreateBytes(ctx, files, name, []byte(data))
}

// read reads all of an object, as those who read it do.
func read(ctx context.Context, files *FS, name string) (string, error) {
	r, err := objectfs.NewReader(ctx, files, name, 1<<62)
	if err != nil {
		return "", err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	return string(data), err
}

// TestEveryRequestFails has each request of all that is done with objects meet each
// fault: it is as if nothing was, or there is an error and no object that is wrong.
func TestEveryRequestFails(t *testing.T) {
	server := s3test.Start(t)
	text := strings.Repeat("0123456789", 1000)
	all := func(files *FS) error {
		ctx := t.Context()
		if err := write(ctx, files, "small", "so small"); err != nil {
			return err
		}
		if err := write(ctx, files, "large", text); err != nil {
			return err
		}
		if err := write(ctx, files, "large", text); !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("a second time: %w", err)
		}
		if got, err := read(ctx, files, "large"); err != nil || got != text {
			return fmt.Errorf("read %d bytes: %w", len(got), err)
		}
		if sizes, err := files.List(ctx, "s"); err != nil || len(sizes) != 1 || sizes["small"] != 8 {
			return fmt.Errorf("lists %v: %w", sizes, err)
		}
		return files.Remove(ctx, "small")
	}
	files := fresh(t, 4000)
	server.Requests()
	if err := all(files); err != nil {
		t.Fatal(err)
	}
	requests := server.Requests()
	for how := range s3test.Fault(s3test.Faults) {
		if how == s3test.Stalled {
			continue // which takes its time
		}
		for at := 1; at <= requests; at++ {
			files := fresh(t, 4000)
			server.FailAt(at, how)
			err := all(files)
			server.FailAt(0, 0)
			if passes := how != s3test.Dead && how != s3test.Refused; passes && err != nil {
				t.Errorf("fault %d at request %d: %v", how, at, err)
			} else if e := (*Error)(nil); !passes && !errors.As(err, &e) {
				t.Errorf("fault %d at request %d on: %v", how, at, err)
			}
			sizes, failed := files.List(t.Context(), "")
			for name, size := range sizes {
				if want := map[string]int64{"small": 8, "large": int64(len(text))}[name]; size != want {
					t.Errorf("fault %d at request %d: %s has %d bytes", how, at, name, size)
				}
			}
			if failed != nil {
				t.Error(failed)
			}
		}
	}
}

// TestSilence has a store say nothing to a request, which is made again.
func TestSilence(t *testing.T) {
	server := s3test.Start(t)
	t.Setenv("AWS_MAX_ATTEMPTS", "10")
	files := fresh(t, partBytes)
	c, err := files.open()
	if err != nil {
		t.Fatal(err)
	}
	c.quiet = time.Second / 2
	server.FailAt(1, s3test.Stalled)
	if err := write(t.Context(), files, "object", "text"); err != nil {
		t.Error(err)
	}
	c.attempts = 1
	server.FailAt(1, s3test.Stalled)
	if _, err := read(t.Context(), files, "object"); !errors.Is(err, ErrTimeout) {
		t.Error(err)
	}
}

// TestSilenceInTheMiddle has the store say nothing more after half of an object, once.
func TestSilenceInTheMiddle(t *testing.T) {
	server := s3test.Start(t)
	files := fresh(t, partBytes)
	text := strings.Repeat("0123456789", 1000)
	if err := write(t.Context(), files, "object", text); err != nil {
		t.Fatal(err)
	}
	c, err := files.open()
	if err != nil {
		t.Fatal(err)
	}
	c.quiet = time.Second / 2
	var stalls atomic.Int32
	server.Front(func(w http.ResponseWriter, r *http.Request) {
		if stalls.Add(1) > 1 {
			server.Serve(w, r)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		_, _ = io.WriteString(w, text[:len(text)/2])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if got, err := read(t.Context(), files, "object"); err != nil || got != text || stalls.Load() < 2 {
		t.Errorf("%d bytes after %d requests, %v", len(got), stalls.Load(), err)
	}
}

// TestNoPartsAreLeft fails parts for good: the store is told to forget them.
func TestNoPartsAreLeft(t *testing.T) {
	server := s3test.Start(t)
	files := fresh(t, 10)
	why := errors.New("why")
	err := files.Create(t.Context(), "parts", 100, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 55))
		return errors.Join(err, why)
	})
	seen := server.Seen()
	if !errors.Is(err, why) || !strings.HasPrefix(seen[len(seen)-1], "DELETE ") {
		t.Error(err, seen)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = files.Create(ctx, "parts", 100, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 55))
		stop()
		_, again := w.Write(make([]byte, 45))
		return errors.Join(err, again)
	})
	seen = server.Seen()
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(seen[len(seen)-1], "DELETE ") {
		t.Error(err, seen)
	}
}

// TestPages lists more objects than a page has.
func TestPages(t *testing.T) {
	s3test.Start(t)
	files := fresh(t, partBytes)
	want := 1001
	if testing.Short() {
		want = 3
	}
	for i := range want {
		if err := write(t.Context(), files, fmt.Sprintf("a/%d +%%&é", i), ""); err != nil {
			t.Fatal(err)
		}
	}
	sizes, err := files.List(t.Context(), "a/")
	if _, ok := sizes["a/0 +%&é"]; err != nil || len(sizes) != want || !ok {
		t.Errorf("%d objects, want %d, %v", len(sizes), want, err)
	}
}

// TestReplace has an object take the place of another one, whole and in parts.
func TestReplace(t *testing.T) {
	s3test.Start(t)
	for _, part := range []int64{partBytes, 2} {
		files := fresh(t, part)
		for _, text := range []string{"first", "second"} {
			err := files.Replace(t.Context(), "object", int64(len(text)), func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
			if got, failed := read(t.Context(), files, "object"); err != nil || failed != nil || got != text {
				t.Errorf("%q, want %q, %v, %v", got, text, err, failed)
			}
		}
	}
}

// TestStoreWithoutConditions asks first where a store knows no conditions.
func TestStoreWithoutConditions(t *testing.T) {
	server := s3test.Start(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		r.Host = server.Listener.Addr().String()
		server.Serve(w, r)
	}))
	defer front.Close()
	// What is signed is signed for the store behind.
	transport := newTransport()
	transport.Proxy = nil
	files := fresh(t, 4)
	c, err := files.open()
	if err != nil {
		t.Fatal(err)
	}
	c.http = withTransport(transport)
	c.http.Transport = through{transport, front.Listener.Addr().String()}
	for _, name := range []string{"abc", "abcdefgh"} {
		for i, want := range []error{nil, fs.ErrExist, fs.ErrExist} {
			if err := write(t.Context(), files, name, name); !errors.Is(err, want) {
				t.Errorf("%s, %d: %v", name, i, err)
			}
		}
	}
}

// through sends requests elsewhere than they say.
type through struct {
	http.RoundTripper
	to string
}

func (t through) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host = r.URL.Host
	r.URL.Host = t.to
	return t.RoundTripper.RoundTrip(r)
}

// TestDamageOnTheWay changes a byte of what comes.
func TestDamageOnTheWay(t *testing.T) {
	server := s3test.Start(t)
	files := fresh(t, partBytes)
	text := strings.Repeat("0123456789", 1000)
	if err := write(t.Context(), files, "object", text); err != nil {
		t.Fatal(err)
	}
	server.Front(func(w http.ResponseWriter, r *http.Request) {
		whole := httptest.NewRecorder()
		server.Serve(whole, r)
		for name, values := range whole.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(whole.Code)
		_, _ = w.Write(bytes.Replace(whole.Body.Bytes(), []byte("5"), []byte("6"), 1))
	})
	if got, err := read(t.Context(), files, "object"); !errors.Is(err, objectfs.ErrDamaged) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestInterruptsPauses ends a context while a store that is busy is waited for.
func TestInterruptsPauses(t *testing.T) {
	server := s3test.Start(t)
	files := fresh(t, partBytes)
	c, err := files.open()
	if err != nil {
		t.Fatal(err)
	}
	c.first = time.Hour
	busy := make(chan struct{}, 100)
	server.Front(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		busy <- struct{}{}
	})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-busy
		stop()
	}()
	if _, err := files.List(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
