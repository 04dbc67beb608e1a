package s3fs

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// What goes wrong with a store; [Error] says more. What is not there, and what is there
// already, is fs.ErrNotExist and fs.ErrExist, as with every file system.
var (
	ErrSettings    = errors.New("the settings of the store cannot be used")
	ErrCredentials = errors.New("there are no credentials for the store")
	ErrDenied      = errors.New("the store denies access")
	ErrExpired     = errors.New("the credentials for the store have expired")
	ErrBucket      = errors.New("there is no such bucket")
	ErrRegion      = errors.New("the bucket is in another region")
	ErrTimeout     = errors.New("the store did not answer in time")
	ErrUnavailable = errors.New("the store fails")
)

// Error is what a store said, or why it said nothing. It has no secrets in it.
type Error struct {
	Kind   error  // one of the above
	Status int    // of HTTP; 0 where there was no answer
	Code   string // of S3
	Detail string
	Region string // of the bucket, where the store tells it
	Tries  int    // how often it was asked
	Err    error  // why there was no answer
}

func (e *Error) Error() string {
	text := e.Kind.Error()
	var why []string
	for _, part := range []string{e.Code, e.Detail} {
		if part != "" {
			why = append(why, part)
		}
	}
	if e.Status != 0 && e.Code == "" {
		why = append(why, fmt.Sprintf("HTTP status %d", e.Status))
	}
	if e.Err != nil {
		why = append(why, e.Err.Error())
	}
	if len(why) > 0 {
		text += ": " + strings.Join(why, ": ")
	}
	if e.Region != "" {
		text += fmt.Sprintf("; set AWS_REGION=%s", e.Region)
	}
	if e.Tries > 1 {
		text += fmt.Sprintf(" (tried %d times)", e.Tries)
	}
	return text
}

func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Unusable reports whether it is for the user to change something: the address, the
// settings, the credentials or what they allow.
func (e *Error) Unusable() bool { return e.Kind != ErrTimeout && e.Kind != ErrUnavailable }

// Codes of S3, by what is to be done about them.
var (
	codesExpired = []string{"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "RequestExpired"}
	codesRegion  = []string{"PermanentRedirect", "TemporaryRedirect", "Redirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"}
	codesAgain   = []string{
		"SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "RequestTimeoutException", "Throttling",
		"ThrottlingException", "RequestLimitExceeded", "BandwidthLimitExceeded", "TooManyRequests", "OperationAborted",
		"ConditionalRequestConflict", "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody",
	}
)

// mostAnswer is the most bytes of an answer that is no object: a list has a thousand
// names of at most a kilobyte each.
const mostAnswer = 16 << 20

// answerError makes an error of an answer that is one.
func answerError(response *http.Response, body []byte) *Error {
	var said struct {
		Code, Message, Region string
	}
	_ = xml.Unmarshal(body, &said) // what is no XML says nothing more
	e := &Error{Status: response.StatusCode, Code: said.Code, Detail: plain(said.Message)}
	region := cmp.Or(response.Header.Get("X-Amz-Bucket-Region"), said.Region)
	switch {
	case slices.Contains(codesExpired, e.Code):
		e.Kind = ErrExpired
	case e.Code == "NoSuchBucket":
		e.Kind = ErrBucket
	case slices.Contains(codesRegion, e.Code) && region != "", e.Status == http.StatusMovedPermanently:
		e.Kind, e.Region = ErrRegion, region
	case slices.Contains(codesAgain, e.Code), e.Status >= 500 && e.Status != http.StatusNotImplemented,
		e.Status == http.StatusTooManyRequests, e.Status == http.StatusRequestTimeout:
		e.Kind = ErrUnavailable
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		e.Kind = ErrDenied
	default:
		e.Kind = ErrUnavailable
	}
	return e
}

// plain makes a line of what a store says.
func plain(text string) string {
	const most = 300
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// passing reports whether what went wrong may go right another time.
func (e *Error) passing() bool {
	switch {
	case e.Status == 0:
		missing := (*net.DNSError)(nil)
		return (e.Kind == ErrTimeout || e.Kind == ErrUnavailable) && !(errors.As(e.Err, &missing) && missing.IsNotFound)
	case slices.Contains(codesAgain, e.Code):
		return true
	}
	return e.Kind == ErrUnavailable && (e.Status >= 500 && e.Status != http.StatusNotImplemented ||
		e.Status == http.StatusTooManyRequests || e.Status == http.StatusRequestTimeout || e.Status == http.StatusOK)
}

// noAnswer makes an error of a request that was not answered, or not to the end. The
// address is not in it: whoever asked says of what object it is.
func noAnswer(err error) *Error {
	if whole := (*url.Error)(nil); errors.As(err, &whole) {
		err = whole.Err
	}
	late := net.Error(nil)
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout() {
		return &Error{Kind: ErrTimeout}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("the answer broke off")
	}
	return &Error{Kind: ErrUnavailable, Err: err}
}

// about names the object, and what was done with it.
func about(op, path string, err error) error {
	if err == nil {
		return nil
	}
	if e := (*Error)(nil); errors.As(err, &e) || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return err
}
