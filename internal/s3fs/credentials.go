package s3fs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// early is how long before they expire new credentials are asked for.
const early = 5 * time.Minute

// source finds credentials in one place. It is errNone where the place has none: the
// next one is looked at then.
type source func(ctx context.Context, s *settings) (aws.Credentials, error)

var errNone = errors.New("none")

// sources are in the order in which the tools of AWS look.
var sources = []source{fromEnvironment, fromTokenFile, fromProfile, fromContainer, fromMachine}

// keyring keeps credentials as long as they are good.
type keyring struct {
	settings *settings
	mutex    sync.Mutex
	kept     aws.Credentials
}

// get returns credentials, those kept if they are good for a while.
func (k *keyring) get(ctx context.Context) (aws.Credentials, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.kept.HasKeys() && (!k.kept.CanExpire || time.Until(k.kept.Expires) > early) {
		return k.kept, nil
	}
	for _, from := range sources {
		found, err := from(ctx, k.settings)
		switch {
		case err == nil && found.HasKeys():
			k.kept = found
			return found, nil
		case ctx.Err() != nil:
			return aws.Credentials{}, context.Cause(ctx)
		case err != nil && !errors.Is(err, errNone):
			if k.kept.HasKeys() && !k.kept.Expired() {
				return k.kept, nil // they last a little longer
			}
			return aws.Credentials{}, &Error{Kind: ErrCredentials, Err: err}
		}
	}
	return aws.Credentials{}, &Error{Kind: ErrCredentials, Detail: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"}
}

// forget drops credentials that the store takes no more, if they are still those.
func (k *keyring) forget(old aws.Credentials) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.kept.AccessKeyID == old.AccessKeyID && k.kept.SessionToken == old.SessionToken {
		k.kept = aws.Credentials{}
	}
}

func fromEnvironment(context.Context, *settings) (aws.Credentials, error) {
	found := aws.Credentials{AccessKeyID: os.Getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"), SessionToken: os.Getenv("AWS_SESSION_TOKEN")}
	if found.HasKeys() {
		return found, nil
	}
	if found.AccessKeyID != "" || found.SecretAccessKey != "" {
		return found, errors.New("of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY only one is set")
	}
	return found, errNone
}

func fromProfile(ctx context.Context, s *settings) (aws.Credentials, error) {
	p := s.profile
	found := aws.Credentials{AccessKeyID: p["aws_access_key_id"], SecretAccessKey: p["aws_secret_access_key"], SessionToken: p["aws_session_token"]}
	switch {
	case p["role_arn"] != "" && p["web_identity_token_file"] != "":
		return assumeRole(ctx, s, p["role_arn"], p["web_identity_token_file"], p["role_session_name"])
	case p["role_arn"] == "" && found.HasKeys():
		return found, nil
	case p["credential_process"] != "":
		return fromProcess(ctx, p["credential_process"])
	case p["role_arn"] != "", p["sso_session"] != "", p["sso_start_url"] != "":
		return found, fmt.Errorf("profile %q is of a role or a single sign-on, which is not known here; give it to a profile with: credential_process = aws configure export-credentials --format process --profile %s", s.name, s.name)
	}
	return found, errNone
}

// document is what processes, containers and machines say of credentials.
type document struct {
	AccessKeyID     string `json:"AccessKeyId" xml:"AccessKeyId"`
	SecretAccessKey string
	SessionToken    string // of a process
	Token           string // of the others
	Expiration      *time.Time
}

func (d *document) credentials() (aws.Credentials, error) {
	c := aws.Credentials{AccessKeyID: d.AccessKeyID, SecretAccessKey: d.SecretAccessKey, SessionToken: d.SessionToken + d.Token}
	if d.Expiration != nil {
		c.CanExpire, c.Expires = true, *d.Expiration
	}
	if !c.HasKeys() {
		return c, errors.New("the answer has no keys")
	}
	return c, nil
}

// fromProcess runs the command of a profile. What it writes to standard output is
// credentials, and never shown.
func fromProcess(ctx context.Context, command string) (aws.Credentials, error) {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	shell := []string{"sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd.exe", "/C"}
	}
	process := exec.CommandContext(ctx, shell[0], shell[1], command)
	var said bytes.Buffer
	process.Stderr = &said
	out, err := process.Output()
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("credential_process of the profile: %w: %s", err, plain(said.String()))
	}
	d := new(document)
	if json.Unmarshal(out, d) != nil {
		return aws.Credentials{}, errors.New("credential_process of the profile: what it prints is no JSON")
	}
	return d.credentials()
}

// fromContainer asks the service of a container's platform, which says so.
func fromContainer(ctx context.Context, _ *settings) (aws.Credentials, error) {
	address := os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI")
	if path := os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); path != "" {
		address = "http://169.254.170.2" + path
	}
	if address == "" {
		return aws.Credentials{}, errNone
	}
	token := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	if name := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			return aws.Credentials{}, err
		}
		token = string(bytes.TrimSpace(data))
	}
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", token)
	}
	data, err := ask(ctx, http.MethodGet, address, header, nil)
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("the container's credentials: %w", err)
	}
	d := new(document)
	if json.Unmarshal(data, d) != nil {
		return aws.Credentials{}, errors.New("the container's credentials are no JSON")
	}
	return d.credentials()
}

// fromMachine asks a machine of EC2 for those of its role.
func fromMachine(ctx context.Context, _ *settings) (aws.Credentials, error) {
	if os.Getenv("AWS_EC2_METADATA_DISABLED") == "true" {
		return aws.Credentials{}, errNone
	}
	service := os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT")
	if service == "" {
		service = "http://169.254.169.254"
	}
	look, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	token, err := ask(look, http.MethodPut, service+"/latest/api/token", http.Header{"X-Aws-Ec2-Metadata-Token-Ttl-Seconds": {"300"}}, nil)
	if err != nil {
		return aws.Credentials{}, errNone // it is another machine
	}
	header := http.Header{"X-Aws-Ec2-Metadata-Token": {string(token)}}
	const path = "/latest/meta-data/iam/security-credentials/"
	role, err := ask(ctx, http.MethodGet, service+path, header, nil)
	if err != nil {
		return aws.Credentials{}, errNone // it has no role
	}
	name, _, _ := bytes.Cut(bytes.TrimSpace(role), []byte("\n"))
	data, err := ask(ctx, http.MethodGet, service+path+string(name), header, nil)
	if err != nil {
		return aws.Credentials{}, fmt.Errorf("the machine's credentials: %w", err)
	}
	d := new(document)
	if json.Unmarshal(data, d) != nil {
		return aws.Credentials{}, errors.New("the machine's credentials are no JSON")
	}
	return d.credentials()
}

// ask makes a small request to a service that hands out credentials. Errors have nothing
// of the answer in them.
func ask(ctx context.Context, method, address string, header http.Header, body []byte) ([]byte, error) {
	const most, patience = 1 << 20, 10 * time.Second
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address cannot be used")
	}
	request.Header = header
	client := plainClient()
	if request.URL.Scheme == "http" {
		client = directClient()
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, noAnswer(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		return nil, noAnswer(err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("HTTP status %d", response.StatusCode)
	}
	return data, nil
}
