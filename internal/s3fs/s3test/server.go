// Package s3test starts a store that speaks the protocol of S3 on this machine, for
// tests. Behind it stands gofakes3, in memory. Before it, requests are checked as a store
// checks them, and fail where a test says so.
package s3test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket is the one that there is.
const Bucket = "graphs"

// Who may ask.
const (
	id     = "AKIDTEST"
	secret = "a secret of the tests"
)

// Server is a store.
type Server struct {
	*httptest.Server
	store http.Handler

	one sync.Mutex // of what is done on a condition

	mutex    sync.Mutex
	front    http.HandlerFunc
	requests int
	fault    Fault
	at       int
	call     func() // instead of a fault
	seen     []string
	stalled  chan struct{}
}

// Start starts a store, to which the environment of the test leads, and nowhere else.
func Start(t testing.TB) *Server {
	t.Helper()
	s := New(t)
	for _, variable := range s.Environment(filepath.Join(t.TempDir(), "none")) {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	return s
}

// New starts a store and leaves the environment as it is.
func New(t testing.TB) *Server {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	s := &Server{store: gofakes3.New(backend).Server(), stalled: make(chan struct{})}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(s.stalled) })
	return s
}

// Environment leads to the store; none is a file that is not there.
func (s *Server) Environment(none string) []string {
	return []string{
		"AWS_ENDPOINT_URL_S3=" + s.URL, "AWS_ACCESS_KEY_ID=" + id, "AWS_SECRET_ACCESS_KEY=" + secret, "AWS_SESSION_TOKEN=",
		"AWS_REGION=us-east-1", "AWS_PROFILE=", "AWS_DEFAULT_PROFILE=", "AWS_CONFIG_FILE=" + none, "AWS_SHARED_CREDENTIALS_FILE=" + none,
		"AWS_EC2_METADATA_DISABLED=true", "AWS_MAX_ATTEMPTS=3", "AWS_CA_BUNDLE=", "AWS_ENDPOINT_URL=", "AWS_WEB_IDENTITY_TOKEN_FILE=",
		"AWS_CONTAINER_CREDENTIALS_FULL_URI=", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI=", "AWS_REQUEST_CHECKSUM_CALCULATION=",
	}
}

// Requests returns how many requests came since the last call, and begins anew.
func (s *Server) Requests() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	n := s.requests
	s.requests, s.seen = 0, nil
	return n
}

// Seen returns the requests since then: their methods and addresses.
func (s *Server) Seen() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]string(nil), s.seen...)
}

// FailAt has the request of a number, from 1 on and counted from now on, meet a fault;
// that of number 0 is none.
func (s *Server) FailAt(at int, how Fault) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests, s.at, s.fault, s.call = 0, at, how, nil
}

// CallAt calls something at the request of a number, which is done if done says so, and
// answers nothing to it.
func (s *Server) CallAt(at int, done bool, call func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests, s.at, s.fault, s.call = 0, at, Reset, call
	if done {
		s.fault = Lost
	}
}

// Front has something else answer from now on, which may leave that to [Server.Serve].
func (s *Server) Front(answer http.HandlerFunc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.front = answer
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	answer := s.front
	s.mutex.Unlock()
	if answer == nil {
		answer = s.Serve
	}
	answer(w, r)
}

// Serve answers a request as the store does.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	s.requests++
	s.seen = append(s.seen, r.Method+" "+r.URL.String())
	now, how, call := s.at > 0 && (s.requests == s.at || s.fault.lasts() && s.requests > s.at), s.fault, s.call
	s.mutex.Unlock()
	if now {
		if call != nil {
			defer call() // when it is done
		}
		s.fail(w, r, how)
		return
	}
	s.answer(w, r)
}

// answer does what is asked for, if it is signed.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // nobody is there to be told
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sum := sha256.Sum256(body)
	switch {
	case r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]):
		refuse(w, http.StatusBadRequest, "XAmzContentSHA256Mismatch", "the body is another")
	case !signed(r):
		refuse(w, http.StatusForbidden, "SignatureDoesNotMatch", "the signature is another")
	default:
		s.conditional(w, r)
	}
}

// conditional knows the condition of parts that are put together, which the store behind
// knows of whole objects alone.
func (s *Server) conditional(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost || r.Method == http.MethodPut {
		s.one.Lock()
		defer s.one.Unlock()
	}
	if r.Method == http.MethodPost && r.Header.Get("If-None-Match") == "*" {
		look := httptest.NewRequest(http.MethodHead, r.URL.EscapedPath(), nil)
		found := httptest.NewRecorder()
		s.store.ServeHTTP(found, look)
		if found.Code == http.StatusOK {
			refuse(w, http.StatusPreconditionFailed, "PreconditionFailed", "it is there")
			return
		}
	}
	s.store.ServeHTTP(w, r)
}

// refuse answers with an error, as S3 has it.
func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "<?xml version=\"1.0\"?>\n<Error><Code>"+code+"</Code><Message>"+message+"</Message></Error>")
}
