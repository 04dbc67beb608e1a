package s3fs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// fromTokenFile takes a role for a token in a file, as pods of Kubernetes have it.
func fromTokenFile(ctx context.Context, s *settings) (aws.Credentials, error) {
	role, file := os.Getenv("AWS_ROLE_ARN"), os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE")
	if role == "" || file == "" {
		return aws.Credentials{}, errNone
	}
	return assumeRole(ctx, s, role, file, os.Getenv("AWS_ROLE_SESSION_NAME"))
}

// assumeRole asks the token service of AWS for credentials of a role. The token signs
// the request: it needs no other credentials.
func assumeRole(ctx context.Context, s *settings, role, file, session string) (aws.Credentials, error) {
	token, err := os.ReadFile(file)
	if err != nil {
		return aws.Credentials{}, err
	}
	service := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), s.profile["sts.endpoint_url"], "https://sts."+s.region+".amazonaws.com/")
	form := url.Values{
		"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"}, "RoleArn": {role},
		"RoleSessionName": {cmp.Or(session, "tricycle")}, "WebIdentityToken": {string(bytes.TrimSpace(token))},
	}
	data, err := ask(ctx, http.MethodPost, service, http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, []byte(form.Encode()))
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("the role of the token: %w", err)
	}
	var said struct {
		Credentials document `xml:"AssumeRoleWithWebIdentityResult>Credentials"`
	}
	if xml.Unmarshal(data, &said) != nil {
		return aws.Credentials{}, errors.New("the role of the token: the answer is no XML")
	}
	return said.Credentials.credentials()
}
