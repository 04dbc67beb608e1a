package s3fs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// configured writes a file of settings, of a profile that is asked for.
func configured(t *testing.T, text string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_CONFIG_FILE", name)
}

func TestWhereABucketIs(t *testing.T) {
	s3test.Start(t)
	for _, c := range []struct {
		environment, config, bucket, want string
	}{
		{"", "", "graphs", "https://graphs.s3.us-east-1.amazonaws.com/a/b%20%2B%C3%A9"},
		{"AWS_REGION=eu-west-1", "", "graphs", "https://graphs.s3.eu-west-1.amazonaws.com/a/b%20%2B%C3%A9"},
		{"AWS_DEFAULT_REGION=cn-north-1", "", "graphs", "https://graphs.s3.cn-north-1.amazonaws.com.cn/a/b%20%2B%C3%A9"},
		{"", "", "graphs.example.org", "https://s3.us-east-1.amazonaws.com/graphs.example.org/a/b%20%2B%C3%A9"},
		{"", "[default]\nregion=eu-north-1 \n", "graphs", "https://graphs.s3.eu-north-1.amazonaws.com/a/b%20%2B%C3%A9"},
		{"AWS_ENDPOINT_URL=http://store:9000", "", "graphs", "http://store:9000/graphs/a/b%20%2B%C3%A9"},
		{"AWS_ENDPOINT_URL_S3=https://store/base/", "[default]\nendpoint_url = https://other\n", "graphs", "https://store/base/graphs/a/b%20%2B%C3%A9"},
		{"", "[default]\nendpoint_url = https://store\ns3 =\n  addressing_style = virtual\n", "graphs", "https://graphs.store/a/b%20%2B%C3%A9"},
		{"AWS_PROFILE=mine", "[profile mine]\nservices = near\n[services near]\ns3 =\n  endpoint_url = https://near\n", "graphs", "https://near/graphs/a/b%20%2B%C3%A9"},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Setenv("AWS_ENDPOINT_URL_S3", "")
			t.Setenv("AWS_REGION", "")
			configured(t, c.config)
			if name, value, ok := strings.Cut(c.environment, "="); ok {
				t.Setenv(name, value)
			}
			s, err := readSettings(c.bucket)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.url(c.bucket, "a/b +é").String(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	s3test.Start(t)
	for environment, want := range map[string]string{
		"AWS_ENDPOINT_URL_S3=store:9000":             "not an address such as",
		"AWS_ENDPOINT_URL_S3=https://me:secret@host": "more in it than",
		"AWS_MAX_ATTEMPTS=none":                      "not a number",
		"AWS_PROFILE=nobody":                         `no profile "nobody"`,
		"AWS_CA_BUNDLE=none.pem":                     "none.pem",
	} {
		t.Run(environment, func(t *testing.T) {
			name, value, _ := strings.Cut(environment, "=")
			t.Setenv(name, value)
			_, err := New("s3://graphs/a").List(t.Context(), "")
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"s3://graphs": "", "s3://graphs/": "", "s3://graphs/a": "a/", "s3://graphs/a/b//": "a/b/",
		"s3://": "error", "s3:///a": "error", "s3://graphs/a/../b": "error", "s3://graphs//a": "error", "s3://graphs?x/a": "error",
	} {
		_, prefix, err := parse(address)
		if err != nil {
			prefix = "error"
		}
		if prefix != want {
			t.Errorf("%s: %q, want %q", address, prefix, want)
		}
	}
	for address, want := range map[string][2]string{
		"s3://graphs/a/b": {"s3://graphs/a", "b"}, "s3://graphs/a": {"s3://graphs", "a"},
		"s3://graphs/a/": {"s3://graphs/a", ""}, "s3://graphs": {"s3://graphs", ""},
	} {
		if folder, name := Split(address); [2]string{folder, name} != want {
			t.Errorf("%s: %q, %q", address, folder, name)
		}
	}
	if !Inside("s3://g/a/b", "s3://g/a/") || !Inside("s3://g/a", "s3://g/a/") || Inside("s3://g/ab", "s3://g/a") || Inside("a", "") {
		t.Error("what is inside of what?")
	}
}
