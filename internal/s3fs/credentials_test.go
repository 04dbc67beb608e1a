package s3fs

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// service answers some paths, and says who asked how.
func service(t *testing.T, answers map[string]string) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		asked := r.Method + " " + r.URL.Path + " " + r.Header.Get("Authorization") + r.Header.Get("X-Aws-Ec2-Metadata-Token") + r.Form.Get("WebIdentityToken")
		text, ok := answers[asked]
		if !ok {
			http.NotFound(w, r)
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// nobody takes the credentials of the tests away.
func nobody(t *testing.T) {
	t.Helper()
	s3test.Start(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
}

func found(t *testing.T) (aws.Credentials, error) {
	t.Helper()
	s, err := readSettings("graphs")
	if err != nil {
		t.Fatal(err)
	}
	return (&keyring{settings: s}).get(t.Context())
}

func expect(t *testing.T, id string) {
	t.Helper()
	if got, err := found(t); err != nil || got.AccessKeyID != id || got.SecretAccessKey != "hush" || got.SessionToken != "for a while" {
		t.Errorf("%s: %q, %v", id, got.AccessKeyID, err)
	}
}

const tellJSON = `{"AccessKeyId":"%s","SecretAccessKey":"hush","%s":"for a while","Expiration":"2999-01-01T00:00:00Z"}`

func TestCredentialsOfContainers(t *testing.T) {
	nobody(t)
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("pass\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", service(t, map[string]string{"GET /keys pass": fmt.Sprintf(tellJSON, "pod", "Token")})+"/keys")
	t.Setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", file)
	expect(t, "pod")
}

func TestCredentialsOfMachines(t *testing.T) {
	nobody(t)
	const path = "/latest/meta-data/iam/security-credentials/"
	t.Setenv("AWS_EC2_METADATA_DISABLED", "")
	t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", service(t, map[string]string{
		"PUT /latest/api/token ": "pass", "GET " + path + " pass": "role", "GET " + path + "role pass": fmt.Sprintf(tellJSON, "machine", "Token"),
	}))
	expect(t, "machine")
}

func TestCredentialsOfTokens(t *testing.T) {
	nobody(t)
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("pass"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_ENDPOINT_URL_STS", service(t, map[string]string{"POST / pass": `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
		<AccessKeyId>role</AccessKeyId><SecretAccessKey>hush</SecretAccessKey><SessionToken>for a while</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration>
		</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`}))
	t.Setenv("AWS_ROLE_ARN", "arn:aws:iam::1:role/some")
	t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", file)
	expect(t, "role")
	t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", "")
	configured(t, "[default]\nrole_arn = arn:aws:iam::1:role/some\nweb_identity_token_file = "+file+"\n")
	expect(t, "role")
}

func TestCredentialsOfProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a shell")
	}
	nobody(t)
	configured(t, "[default]\ncredential_process = echo '"+fmt.Sprintf(tellJSON, "process", "SessionToken")+"'\n")
	expect(t, "process")
	configured(t, "[default]\ncredential_process = echo hush; echo no luck >&2; exit 1\n")
	if _, err := found(t); !errors.Is(err, ErrCredentials) || !strings.Contains(err.Error(), "no luck") || strings.Contains(err.Error(), "hush") {
		t.Error(err)
	}
}

// TestCredentialsAreRenewed has credentials that expire, or that the store takes no more.
func TestCredentialsAreRenewed(t *testing.T) {
	nobody(t)
	times := 0
	old := sources
	sources = []source{func(context.Context, *settings) (aws.Credentials, error) {
		times++
		return aws.Credentials{AccessKeyID: "a", SecretAccessKey: "b", CanExpire: true, Expires: time.Now().Add(time.Hour)}, nil
	}}
	defer func() { sources = old }()
	k := new(keyring)
	for i, before := range []func(){
		func() {}, func() {}, func() { k.kept.Expires = time.Now().Add(time.Minute) }, func() { k.forget(k.kept) }, func() { k.forget(aws.Credentials{}) },
	} {
		before()
		if _, err := k.get(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 1, 2, 3, 3}[i]; times != want {
			t.Errorf("%d: asked %d times, want %d", i, times, want)
		}
	}
}

// TestSecretsTakeNoProxy looks at the connections for what is asked for by plain HTTP.
func TestSecretsTakeNoProxy(t *testing.T) {
	if direct, ok := directClient().Transport.(*http.Transport); !ok || direct.Proxy != nil {
		t.Error("a proxy may see credentials")
	}
	if plain, ok := plainClient().Transport.(*http.Transport); !ok || plain.Proxy == nil {
		t.Error("a store behind a proxy cannot be reached")
	}
}
