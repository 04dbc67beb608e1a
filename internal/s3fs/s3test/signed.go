package s3test

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// signed reports whether a request has the signature that it has when it is signed again,
// with nothing but the headers that the signature says it is about.
func signed(r *http.Request) bool {
	fields := make(map[string]string)
	scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	for field := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		fields[name] = value
	}
	scope := strings.Split(fields["Credential"], "/")
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if scheme != "AWS4-HMAC-SHA256" || len(scope) != 5 || scope[0] != id || err != nil {
		return false
	}
	again := r.Clone(context.Background())
	again.URL.Scheme, again.URL.Host = "http", r.Host
	again.Header = make(http.Header)
	again.ContentLength = 0
	for name := range strings.SplitSeq(fields["SignedHeaders"], ";") {
		switch name {
		case "host":
		case "content-length":
			again.ContentLength = r.ContentLength
		default:
			again.Header[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
		}
	}
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	err = signer.SignHTTP(r.Context(), aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, SessionToken: r.Header.Get("X-Amz-Security-Token")},
		again, r.Header.Get("X-Amz-Content-Sha256"), scope[3], scope[2], at)
	return err == nil && again.Header.Get("Authorization") == r.Header.Get("Authorization")
}
