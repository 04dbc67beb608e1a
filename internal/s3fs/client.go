package s3fs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// How long is waited for a store.
const (
	firstPause = 200 * time.Millisecond // after the first failure; twice as long after each one
	mostPause  = 10 * time.Second
	silence    = time.Minute // without an answer, or more of one
	slowest    = 32 << 10    // bytes that are sent in a second, at least
)

// client asks a store.
type client struct {
	*settings
	bucket string
	keys   *keyring
	signer *v4.Signer
	http   *http.Client
	first  time.Duration // pause
	quiet  time.Duration // that is suffered
}

// newClient returns one for a bucket, of the environment as it is.
func newClient(bucket string) (*client, error) {
	s, err := readSettings(bucket)
	if err != nil {
		return nil, &Error{Kind: ErrSettings, Err: err}
	}
	c := &client{settings: s, bucket: bucket, keys: &keyring{settings: s}, http: plainClient(), first: firstPause, quiet: silence}
	c.signer = v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	if s.bundle != "" {
		if c.http, err = trusting(s.bundle); err != nil {
			return nil, &Error{Kind: ErrSettings, Err: err}
		}
	}
	return c, nil
}

// newTransport returns connections of their own.
func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: silence,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       90 * time.Second,
		DisableCompression:    true, // bytes as they are kept
	}
}

// plainClient follows no redirection: a request is signed for one host, and what is sent
// along is for nobody else.
var plainClient = sync.OnceValue(func() *http.Client { return withTransport(newTransport()) })

// directClient uses no proxy, as what is beside a process hands out secrets by plain HTTP.
var directClient = sync.OnceValue(func() *http.Client {
	t := newTransport()
	t.Proxy = nil
	return withTransport(t)
})

func withTransport(t *http.Transport) *http.Client {
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// trusting returns a client that takes the authorities of a file.
func trusting(bundle string) (*http.Client, error) {
	data, err := os.ReadFile(bundle)
	if err != nil {
		return nil, err
	}
	t := newTransport()
	t.TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS12}
	if !t.TLSClientConfig.RootCAs.AppendCertsFromPEM(data) {
		return nil, fmt.Errorf("%s holds no certificates", bundle)
	}
	return withTransport(t), nil
}

// request is what a store is asked.
type request struct {
	method string
	key    string // "" for the bucket
	query  url.Values
	header http.Header
	body   []byte
	object bool // the answer is an object, and read by whoever asks
}

// answer is what a store said, with the whole body where that is no object.
type answer struct {
	*http.Response
	data []byte
	// unsure says that a try before may have done what was asked for, and nobody was told.
	unsure bool
}

// do asks until there is an answer, or one that is an error for good. An answer that is an
// error may come with that.
func (c *client) do(ctx context.Context, r *request) (*answer, error) {
	unsure, renewed := false, false
	for try := 1; ; try++ {
		a, err := c.once(ctx, r)
		if err == nil {
			a.unsure = unsure
			return a, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e := (*Error)(nil)
		if !errors.As(err, &e) {
			return nil, err
		}
		e.Tries = try
		if e.Kind == ErrExpired && !renewed {
			renewed = true // by other credentials than those kept, where there are any
			continue
		}
		if !e.passing() || try >= c.attempts {
			if a == nil {
				return nil, e
			}
			a.unsure = unsure
			return a, e
		}
		// What was refused was not done.
		unsure = unsure || e.Status == 0 || e.Status >= 500 && e.Code != "SlowDown" || e.Status == http.StatusOK
		if err := pause(ctx, c.wait(try, a)); err != nil {
			return nil, err
		}
	}
}

// wait returns how long to pause after so many tries: at random, so that many that were
// turned away do not come back together.
func (c *client) wait(try int, a *answer) time.Duration {
	most := min(c.first<<min(try-1, 16), mostPause)
	wait := most/2 + rand.N(most/2+1)
	if a != nil {
		if asked, err := strconv.Atoi(a.Header.Get("Retry-After")); err == nil {
			wait = max(wait, min(time.Duration(asked)*time.Second, mostPause))
		}
	}
	return wait
}

func pause(ctx context.Context, long time.Duration) error {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// once asks once.
func (c *client) once(ctx context.Context, r *request) (*answer, error) {
	credentials, err := c.keys.get(ctx)
	if err != nil {
		return nil, err
	}
	// An object takes as long as it takes, as long as more of it comes: see [body].
	ctx, stop := context.WithCancelCause(ctx)
	timer := time.AfterFunc(c.quiet+time.Duration(len(r.body)/slowest)*time.Second, func() { stop(context.DeadlineExceeded) })
	done := func() {
		timer.Stop()
		stop(nil)
	}
	u := c.url(c.bucket, r.key)
	u.RawQuery = r.query.Encode()
	q, err := http.NewRequestWithContext(ctx, r.method, u.String(), bytes.NewReader(r.body))
	if err != nil {
		done()
		return nil, &Error{Kind: ErrSettings, Err: errors.New("the endpoint makes no address")}
	}
	for name, values := range r.header {
		q.Header[name] = values
	}
	sum := sha256.Sum256(r.body)
	digest := hex.EncodeToString(sum[:])
	q.Header.Set("X-Amz-Content-Sha256", digest)
	if err := c.signer.SignHTTP(ctx, credentials, q, digest, "s3", c.region, time.Now()); err != nil {
		done()
		return nil, &Error{Kind: ErrSettings, Err: err}
	}
	response, err := c.http.Do(q)
	if err != nil {
		defer done()
		return nil, noAnswer(cmp.Or(late(ctx), err))
	}
	a := &answer{Response: response}
	if r.object && response.StatusCode/100 == 2 {
		timer.Stop() // who reads may take its time
		response.Body = &body{open: response.Body, timer: timer, quiet: c.quiet, ctx: ctx, done: done}
		return a, nil
	}
	defer done()
	defer response.Body.Close()
	a.data, err = io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	switch {
	case err != nil:
		return nil, noAnswer(cmp.Or(late(ctx), err))
	case response.StatusCode/100 == 2 && !saysError(a.data):
		return a, nil
	}
	e := answerError(response, a.data)
	if e.Kind == ErrExpired {
		c.keys.forget(credentials)
	}
	return a, e
}

// saysError reports whether an answer is an error in spite of its status: so it is where
// the store began to answer before it knew.
func saysError(data []byte) bool {
	const head = 200 // with what stands before the first element
	data = bytes.TrimSpace(data)
	return bytes.Contains(data[:min(len(data), head)], []byte("<Error>"))
}

// late is the error of a store that said nothing for too long, and else nil.
func late(ctx context.Context) error {
	if context.Cause(ctx) == context.DeadlineExceeded {
		return context.DeadlineExceeded
	}
	return nil
}

// body is an object as it comes. That nothing comes for long is an error.
type body struct {
	open  io.ReadCloser
	timer *time.Timer
	quiet time.Duration
	ctx   context.Context // that the timer ends
	done  func()
}

func (b *body) Read(data []byte) (int, error) {
	b.timer.Reset(b.quiet)
	n, err := b.open.Read(data)
	b.timer.Stop()
	if err != nil && err != io.EOF {
		err = cmp.Or(late(b.ctx), err)
	}
	return n, err
}

func (b *body) Close() error {
	b.done()
	return b.open.Close()
}
