package partition

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// sealed is a JSON document that carries a checksum of what it says, so that a
// changed character is noticed. White space and the order of fields are free.
type sealed interface {
	kind() (format string, version int)
	// seal is where the checksum stands: SHA-256 of the compact JSON in which it
	// is empty.
	seal() *string
}

// sum returns the checksum that belongs to d.
func sum(d sealed) string {
	place := d.seal()
	old := *place
	*place = ""
	digest := sha256.Sum256(compact(d))
	*place = old
	return hex.EncodeToString(digest[:])
}

func compact(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain fields only
	}
	return data
}

// encode seals d and returns it as people like to read it.
func encode(d sealed) []byte {
	*d.seal() = sum(d)
	return layout(compact(d), 2)
}

// mostDocument is the most bytes of a document: a plan of [MaxSubtasks], or a
// result with a count for each, has less.
const mostDocument = 128 << 20

// readSealed reads a document from a file. The error is a [*graph.InputError].
func readSealed(name string, d sealed) error {
	file, err := os.Open(name)
	if err != nil {
		return unreadable(name, err)
	}
	defer file.Close()
	data, err := readAtMost(file, mostDocument)
	if err != nil {
		return unreadable(name, err)
	}
	return decode(name, data, d)
}

// readAtMost reads all that there is, and fails where that is more than it can be.
func readAtMost(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%w: it has more than %s, and can have no more", ErrDamaged, bytesize.Text(most))
	}
	return data, err
}

// decode reads a document. The error is a [*graph.InputError] for the file of that
// name.
func decode(name string, data []byte, d sealed) error {
	format, version := d.kind()
	if endlessNumber(data) {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: a number has more than %d digits", ErrDamaged, mostDigits)}
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	expected := fmt.Sprintf("a file of format %s, version %d", format, version)
	if err := json.Unmarshal(data, &head); err != nil {
		return &graph.InputError{File: name, Expected: expected, Found: err.Error(), Err: err}
	}
	if head.Format != format || head.Version != version {
		return &graph.InputError{File: name, Expected: expected, Found: fmt.Sprintf("format %q, version %d", head.Format, head.Version)}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil {
		return &graph.InputError{File: name, Expected: expected, Found: err.Error(), Err: err}
	}
	if *d.seal() != sum(d) {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: its checksum is another", ErrDamaged)}
	}
	return nil
}

// mostDigits is more than a number has that is written here. To read one takes time
// with the square of its digits.
const mostDigits = 100

// endlessNumber reports whether a number in JSON has more digits than that.
func endlessNumber(data []byte) bool {
	digits, quoted := 0, false
	for i, c := range data {
		switch {
		case quoted:
			quoted = c != '"' || escaped(data[:i])
			digits = 0
		case '0' <= c && c <= '9':
			if digits++; digits > mostDigits {
				return true
			}
		default:
			quoted = c == '"'
			digits = 0
		}
	}
	return false
}

// unreadable says that a file cannot be had; its name once.
func unreadable(name string, err error) error {
	return &graph.InputError{File: name, Err: pathCause(err)}
}

// pathCause returns what the system said of a file, without its name.
func pathCause(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// layout breaks the lines of compact JSON in its outer levels, so that each
// field, and each element of a long list, has a line.
func layout(compact []byte, levels int) []byte {
	var text bytes.Buffer
	level, quoted := 0, false
	newLine := func() {
		text.WriteByte('\n')
		text.Write(bytes.Repeat([]byte("  "), level))
	}
	for i, c := range compact {
		switch {
		case quoted:
			quoted = c != '"' || escaped(compact[:i])
		case c == '"':
			quoted = true
		case c == '}' || c == ']':
			level--
			if level < levels && compact[i-1] != '{' && compact[i-1] != '[' {
				newLine()
			}
		}
		text.WriteByte(c)
		if quoted {
			continue
		}
		switch c {
		case '{', '[':
			level++
			if level <= levels && compact[i+1] != '}' && compact[i+1] != ']' {
				newLine()
			}
		case ',':
			if level <= levels {
				newLine()
			} else {
				text.WriteByte(' ')
			}
		case ':':
			text.WriteByte(' ')
		}
	}
	text.WriteByte('\n')
	return text.Bytes()
}

// escaped reports whether what follows text is escaped: an odd number of
// backslashes precedes it.
func escaped(text []byte) bool {
	return (len(text)-len(bytes.TrimRight(text, `\`)))%2 == 1
}
