package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// sealed is a JSON document that carries a checksum of what it says, so that a
// changed character is noticed. White space and the order of fields are free.
type sealed interface {
	kind() (format string, version int)
	// head is where these stand.
	head() (format *string, version *int)
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
	format, version := d.head()
	*format, *version = d.kind()
	*d.seal() = sum(d)
	return layout(compact(d), 2)
}

// mostDocument is the most bytes of a document: a plan of [partition.MaxSubtasks], or a
// result with a count for each, has less.
const mostDocument = 128 << 20

// writeSealed makes an object of a document, unless it has more than is read of one.
func writeSealed(ctx context.Context, files FS, name string, d sealed) error {
	data := encode(d)
	if len(data) > mostDocument {
		return fmt.Errorf("%s would have %s, and %s is the most that is read of it", objectfs.Path(files, name), bytesize.Text(int64(len(data))), bytesize.Text(mostDocument))
	}
	return objectfs.CreateBytes(ctx, files, name, data)
}

// readSealed reads a document from an object. The error is a [*graph.InputError].
func readSealed(ctx context.Context, files FS, name string, d sealed) error {
	r, err := objectfs.NewReader(ctx, files, name, mostDocument+1)
	if err != nil {
		return &unreadError{unreadable(files, name, err)}
	}
	defer r.Close()
	data, err := readAtMost(r, mostDocument)
	if err != nil {
		return &unreadError{unreadable(files, name, err)}
	}
	return decode(objectfs.Path(files, name), data, d)
}

// unreadError is an error of reading: it says nothing of what is in the object.
type unreadError struct{ error }

func (e *unreadError) Unwrap() error { return e.error }

// readAtMost reads all that there is, and fails where that is more than it can be.
func readAtMost(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%w: it has more than %s, and can have no more", errDamaged, bytesize.Text(most))
	}
	return data, err
}

// decode reads a document. The error is a [*graph.InputError] for the file of that
// name.
func decode(name string, data []byte, d sealed) error {
	format, version := d.kind()
	if endlessNumber(data) {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: a number has more than %d digits", errDamaged, mostDigits)}
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	expected := fmt.Sprintf("a file of format %s, version %d", format, version)
	if err := json.Unmarshal(data, &head); err != nil {
		return &graph.InputError{File: name, Expected: expected, Found: err.Error(), Err: err}
	}
	if head.Format == format && head.Version != version {
		return &graph.InputError{File: name, Err: &VersionError{Format: format, Version: head.Version, Known: version}}
	}
	if head.Format != format {
		return &graph.InputError{File: name, Expected: expected, Found: fmt.Sprintf("format %q, version %d", head.Format, head.Version)}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil {
		return &graph.InputError{File: name, Expected: expected, Found: err.Error(), Err: err}
	}
	if *d.seal() != sum(d) {
		return &graph.InputError{File: name, Err: fmt.Errorf("%w: its checksum is another", errDamaged)}
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
