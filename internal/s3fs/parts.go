package s3fs

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// inParts makes an object of parts, of which one is in memory at a time. The store puts
// them together when all are there.
func (m *making) inParts(ctx context.Context, size int64, write func(w io.Writer) error) (err error) {
	header := http.Header{}
	header.Set(madeBy, m.mark)
	a, err := m.do(ctx, &request{method: http.MethodPost, key: m.key, query: url.Values{"uploads": {""}}, header: header})
	if err != nil {
		return err
	}
	var begun struct {
		XMLName  xml.Name `xml:"InitiateMultipartUploadResult"`
		UploadID string   `xml:"UploadId"`
	}
	if xml.Unmarshal(a.data, &begun) != nil || begun.UploadID == "" {
		return &Error{Kind: ErrUnavailable, Detail: "the store does not say how to send parts"}
	}
	defer func() {
		if err != nil {
			m.abort(ctx, begun.UploadID)
		}
	}()
	p := &parts{making: m, ctx: ctx, upload: begun.UploadID, bytes: int(max(m.files.part, (size+mostParts-1)/mostParts))}
	m.body.Grow(p.bytes)
	if err := objectfs.WriteSized(p, size, write); err != nil {
		return err
	}
	if err := p.send(); err != nil {
		return err
	}
	list, err := xml.Marshal(&p.done)
	if err != nil {
		return err
	}
	return m.conditional(ctx, func(header http.Header) (*answer, error) {
		header.Set("Content-Type", "application/xml")
		return m.do(ctx, &request{method: http.MethodPost, key: m.key, query: url.Values{"uploadId": {p.upload}}, header: header, body: list})
	})
}

// abort has the store forget parts. It is tried at the end of ctx, too, for a moment;
// the store's own rules remove what is left then.
func (m *making) abort(ctx context.Context, upload string) {
	ctx, stop := objectfs.Lingering(ctx, time.Second)
	defer stop()
	_, _ = m.do(ctx, &request{method: http.MethodDelete, key: m.key, query: url.Values{"uploadId": {upload}}}) // there is an error already
}

// parts sends what is written to it.
type parts struct {
	*making
	ctx    context.Context
	upload string
	bytes  int
	done   finished
}

// finished is the list of parts that the store puts together.
type finished struct {
	XMLName xml.Name `xml:"CompleteMultipartUpload"`
	Parts   []part   `xml:"Part"`
}

type part struct {
	PartNumber int
	ETag       string
}

func (p *parts) Write(data []byte) (n int, err error) {
	for len(data) > 0 {
		if p.body.Len() == p.bytes {
			if err := p.send(); err != nil {
				return n, err
			}
		}
		some := data[:min(len(data), p.bytes-p.body.Len())]
		p.body.Write(some)
		n, data = n+len(some), data[len(some):]
	}
	return n, nil
}

// send sends the part in memory.
func (p *parts) send() error {
	number := len(p.done.Parts) + 1
	a, err := p.do(p.ctx, &request{
		method: http.MethodPut, key: p.key, body: p.body.Bytes(),
		query: url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {p.upload}},
	})
	if err != nil {
		return err
	}
	tag := a.Header.Get("ETag")
	if tag == "" {
		return &Error{Kind: ErrUnavailable, Detail: fmt.Sprintf("the store does not name part %d", number)}
	}
	p.done.Parts = append(p.done.Parts, part{number, tag})
	p.body.Reset()
	return nil
}
