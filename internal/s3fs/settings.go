package s3fs

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// profile has the settings of a profile, by their names; of nested ones, as in "s3 =" with
// lines below, the names are joined by a point.
type profile map[string]string

// settings are where the store is, and how it is asked.
type settings struct {
	profile  profile
	name     string // of the profile
	region   string
	endpoint *url.URL // of the environment or the profile; nil for AWS
	virtual  bool     // the bucket is in the name of the host, not in the path
	attempts int
	sums     bool // checksums that not every store knows are sent, and asked for
	bundle   string
}

// readSettings reads what the tools of AWS read.
func readSettings(bucket string) (*settings, error) {
	s := &settings{name: cmp.Or(os.Getenv("AWS_PROFILE"), os.Getenv("AWS_DEFAULT_PROFILE"), "default"), attempts: 8, sums: true}
	var err error
	if s.profile, err = readProfile(s.name); err != nil {
		return nil, err
	}
	s.region = cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), s.profile["region"], "us-east-1")
	s.bundle = cmp.Or(os.Getenv("AWS_CA_BUNDLE"), s.profile["ca_bundle"])
	if text := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), s.profile["s3.endpoint_url"], s.profile["endpoint_url"]); text != "" {
		if s.endpoint, err = url.Parse(text); err != nil || s.endpoint.Host == "" || s.endpoint.Scheme != "https" && s.endpoint.Scheme != "http" {
			return nil, errors.New("the endpoint is not an address such as https://store.example.org:9000")
		}
		if s.endpoint.User != nil || s.endpoint.RawQuery != "" || s.endpoint.Fragment != "" {
			return nil, errors.New("the endpoint has more in it than a host and a path")
		}
	}
	// AWS knows every bucket whose name can be that of a host by it; of other stores
	// most know the path alone.
	s.virtual = s.endpoint == nil && !strings.ContainsAny(bucket, "._") && bucket == strings.ToLower(bucket)
	switch style := s.profile["s3.addressing_style"]; style {
	case "", "auto":
	case "path", "virtual":
		s.virtual = style == "virtual"
	default:
		return nil, fmt.Errorf("addressing_style %q is not path, virtual or auto", style)
	}
	if text := cmp.Or(os.Getenv("AWS_MAX_ATTEMPTS"), s.profile["max_attempts"]); text != "" {
		if s.attempts, err = strconv.Atoi(text); err != nil || s.attempts < 1 {
			return nil, fmt.Errorf("AWS_MAX_ATTEMPTS is %q, not a number from 1 on", text)
		}
	}
	s.sums = cmp.Or(os.Getenv("AWS_REQUEST_CHECKSUM_CALCULATION"), s.profile["request_checksum_calculation"]) != "when_required"
	return s, nil
}

// readProfile reads a profile from the files of it. That there is none is an error where
// one was asked for.
func readProfile(name string) (profile, error) {
	config, err := readSections(cmp.Or(os.Getenv("AWS_CONFIG_FILE"), inHome("config")))
	if err != nil {
		return nil, err
	}
	credentials, err := readSections(cmp.Or(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), inHome("credentials")))
	if err != nil {
		return nil, err
	}
	all, found := profile{}, false
	for _, section := range []profile{config["profile "+name], config[name], credentials[name]} {
		for key, value := range section {
			all[key], found = value, true
		}
	}
	if services, ok := config["services "+all["services"]]; ok {
		for key, value := range services {
			all[key] = value
		}
	}
	if !found && name != "default" {
		return nil, fmt.Errorf("there is no profile %q", name)
	}
	return all, nil
}

// inHome names a file of AWS in the user's folder; "" where there is none.
func inHome(name string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".aws", name)
}

// readSections reads a file of settings by its sections. One that is not there has none.
func readSections(name string) (map[string]profile, error) {
	sections := make(map[string]profile)
	if name == "" {
		return sections, nil
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return sections, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	section, nest := profile{}, ""
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := lines.Text()
		text := strings.TrimSpace(line)
		switch {
		case text == "", text[0] == '#', text[0] == ';':
			continue
		case text[0] == '[':
			title, _, _ := strings.Cut(text[1:], "]")
			title = strings.Join(strings.Fields(title), " ")
			if sections[title] == nil {
				sections[title] = profile{}
			}
			section, nest = sections[title], ""
			continue
		}
		key, value, _ := strings.Cut(text, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		switch inside := line[0] == ' ' || line[0] == '\t'; {
		case inside && nest != "":
			section[nest+"."+key] = value
		default:
			section[key], nest = value, ""
			if value == "" {
				nest = key
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return sections, nil
}

// url returns the address of a key in a bucket.
func (s *settings) url(bucket, key string) *url.URL {
	u := &url.URL{Scheme: "https"}
	if s.endpoint != nil {
		*u = *s.endpoint
		u.Path = strings.TrimRight(u.Path, "/")
	} else {
		u.Host = "s3." + s.region + ".amazonaws.com"
		if strings.HasPrefix(s.region, "cn-") {
			u.Host += ".cn"
		}
	}
	path := "/" + key
	if s.virtual {
		u.Host = bucket + "." + u.Host
	} else {
		path = "/" + bucket + path
	}
	u.Path += path
	u.RawPath = escape(u.Path)
	return u
}
