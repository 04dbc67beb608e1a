package s3fs

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// TestErrors answers every request with an error, and looks at what comes of it.
func TestErrors(t *testing.T) {
	const said = "<Error><Code>%</Code><Message>so it is</Message><Region>eu-west-1</Region><StringToSign>hush</StringToSign></Error>"
	for _, c := range []struct {
		status   int
		code     string
		want     error
		unusable bool
		tries    int
	}{
		{http.StatusForbidden, "AccessDenied", ErrDenied, true, 1},
		{http.StatusForbidden, "InvalidAccessKeyId", ErrDenied, true, 1},
		{http.StatusUnauthorized, "", ErrDenied, true, 1},
		{http.StatusBadRequest, "ExpiredToken", ErrExpired, true, 2},
		{http.StatusForbidden, "ExpiredToken", ErrExpired, true, 2},
		{http.StatusNotFound, "NoSuchBucket", ErrBucket, true, 1},
		{http.StatusMovedPermanently, "PermanentRedirect", ErrRegion, true, 1},
		{http.StatusBadRequest, "AuthorizationHeaderMalformed", ErrRegion, true, 1},
		{http.StatusServiceUnavailable, "SlowDown", ErrUnavailable, false, 3},
		{http.StatusTooManyRequests, "", ErrUnavailable, false, 3},
		{http.StatusInternalServerError, "InternalError", ErrUnavailable, false, 3},
		{http.StatusBadGateway, "", ErrUnavailable, false, 3},
		{http.StatusBadRequest, "RequestTimeout", ErrUnavailable, false, 3},
		{http.StatusBadRequest, "InvalidArgument", ErrUnavailable, false, 1},
		{http.StatusNotFound, "NoSuchKey", fs.ErrNotExist, false, 1},
		{http.StatusNotFound, "", fs.ErrNotExist, false, 1},
	} {
		t.Run(c.code+" "+http.StatusText(c.status), func(t *testing.T) {
			server := s3test.Start(t)
			tries := 0
			server.Front(func(w http.ResponseWriter, _ *http.Request) {
				tries++
				w.WriteHeader(c.status)
				if c.code != "" {
					_, _ = io.WriteString(w, strings.Replace(said, "%", c.code, 1))
				}
			})
			_, err := fresh(t, partBytes).Open(t.Context(), "object", 0, 1)
			if !errors.Is(err, c.want) || tries != c.tries {
				t.Errorf("%v after %d tries, want %v after %d", err, tries, c.want, c.tries)
			}
			if errors.Is(err, fs.ErrNotExist) {
				return
			}
			if e := (*Error)(nil); !errors.As(err, &e) || e.Unusable() != c.unusable {
				t.Errorf("%v: unusable %v, want %v", err, e.Unusable(), c.unusable)
			}
			for _, secret := range []string{"hush", "a secret of the tests"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("a secret is in %v", err)
				}
			}
			if c.want == ErrRegion && !strings.Contains(err.Error(), "AWS_REGION=eu-west-1") {
				t.Error(err)
			}
		})
	}
}

// TestErrorInAnAnswer has parts put together by a store that found out too late that it
// cannot.
func TestErrorInAnAnswer(t *testing.T) {
	server := s3test.Start(t)
	late := 2
	server.Front(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Query().Get("uploadId") != "" && late > 0 {
			late--
			_, _ = io.WriteString(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n   <Error><Code>InternalError</Code></Error>")
			return
		}
		server.Serve(w, r)
	})
	files := fresh(t, 3)
	if err := write(t.Context(), files, "object", "0123456789"); err != nil || late > 0 {
		t.Error(err, late)
	}
	late = 100
	if err := write(t.Context(), files, "another", "0123456789"); !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
	if sizes, err := files.List(t.Context(), ""); err != nil || len(sizes) != 1 {
		t.Error(sizes, err)
	}
}

// TestNoStore asks where nothing listens.
func TestNoStore(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	s3test.Start(t)
	t.Setenv("AWS_ENDPOINT_URL_S3", server.URL)
	_, err := fresh(t, partBytes).List(t.Context(), "")
	if e := (*Error)(nil); !errors.As(err, &e) || e.Kind != ErrUnavailable || e.Tries != 3 {
		t.Error(err)
	}
}
