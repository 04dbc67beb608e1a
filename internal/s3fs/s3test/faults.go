package s3test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
)

// Fault is how a request fails.
type Fault int

const (
	Broken   Fault = iota // an internal error, and nothing is done
	SlowDown              // too many requests
	Lost                  // it is done, and the connection ends without an answer
	Reset                 // the connection is reset, and nothing is done
	Cut                   // it is done, and half of the answer comes
	Half                  // half of the body is taken for all of it
	Stalled               // nothing comes
	Dead                  // from then on nothing is answered
	Refused               // from then on all is denied

	Faults = iota // how many there are
)

// lasts reports whether all requests that follow meet the fault, too.
func (f Fault) lasts() bool { return f == Dead || f == Refused }

// fail has a request meet a fault.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, f Fault) {
	switch f {
	case Broken:
		refuse(w, http.StatusInternalServerError, "InternalError", "try again")
	case SlowDown:
		refuse(w, http.StatusServiceUnavailable, "SlowDown", "reduce your request rate")
	case Refused:
		refuse(w, http.StatusForbidden, "AccessDenied", "Access Denied")
	case Lost:
		s.answer(httptest.NewRecorder(), r)
		hangUp(w, nil)
	case Cut:
		whole := httptest.NewRecorder()
		s.answer(whole, r)
		hangUp(w, whole)
	case Half:
		r.Body = io.NopCloser(io.LimitReader(r.Body, r.ContentLength/2))
		s.answer(w, r)
	case Stalled:
		select {
		case <-r.Context().Done():
		case <-s.stalled:
		}
		hangUp(w, nil)
	default:
		hangUp(w, nil)
	}
}

// hangUp ends the connection, after half of an answer if there is one.
func hangUp(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer connection.Close()
	if tcp, ok := connection.(*net.TCPConn); ok && answer == nil {
		_ = tcp.SetLinger(0) // a reset is all that comes
	}
	if answer == nil {
		return
	}
	var text strings.Builder
	header := answer.Header()
	header.Set("Content-Length", strconv.Itoa(answer.Body.Len()))
	text.WriteString("HTTP/1.1 " + strconv.Itoa(answer.Code) + " " + http.StatusText(answer.Code) + "\r\n")
	_ = header.Write(&text)
	text.WriteString("\r\n")
	text.WriteString(answer.Body.String()[:answer.Body.Len()/2])
	_, _ = io.WriteString(connection, text.String())
}
