package graphio

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// What has no header, an edge list as well as binary pairs, is what a file of
// another format looks like whose header is damaged or cut. Such a file is
// refused where it can be told.

// headers are how files of formats of text begin, or a line that is the first but
// for comments.
var headers = []struct{ format, begin string }{
	{"Matrix Market", "%%MatrixMarket"},
	{"Matrix Market", "%MatrixMarket"},
	{"TNTP", "<NUMBER OF ZONES>"},
	{"TNTP", "<NUMBER OF NODES>"},
	{"TNTP", "<NUMBER OF LINKS>"},
	{"TNTP", "<FIRST THRU NODE>"},
	{"TNTP", "<END OF METADATA>"},
	{"Pajek", "*Vertices"},
	{"Pajek", "*Network"},
	{"GraphML", "<?xml version"},
	{"GDF", "nodedef>name"},
}

// cutProblemLine is the problem line of DIMACS with numbers missing, or with
// another letter or kind.
var cutProblemLine = matches(`^(\s|c.*\n)*(p\s+(sp|edge|col)(\s+\d*)?\s*(\n|$)|p\s+\S+\s+\d+\s+\d+\s*(\n|$)|\S\s+(sp|edge|col)\s+\d+\s+\d+\s*(\n|$))`, "p", "edge", "col")

// cutGML is the preamble of GML without a graph behind it.
var cutGML = matches(`^(\s|#.*\n)*Creator\s+"`, "Creator")

// damagedHeader says what text seems to be that begins with a damaged header, or,
// where it is all of the file, with a part of one; "" where it seems to be nothing
// else. The header is not sound, or the format would have been recognised.
func damagedHeader(text []byte, all bool) string {
	if bytes.HasPrefix(text, []byte("# ")) {
		return "" // a comment, whatever it is about
	}
	for _, line := range [][]byte{text, behindComments(text)} {
		for _, h := range headers {
			if all && len(line) > 0 && len(line) < len(h.begin) && strings.EqualFold(h.begin[:len(line)], string(line)) ||
				prefixDistance(h.begin, line) <= (len(h.begin)-5)/4 {
				return "a file of " + h.format
			}
		}
	}
	switch {
	case cutProblemLine(text):
		return "a file of DIMACS"
	case cutGML(text):
		return "a file of GML"
	}
	return ""
}

// behindComments returns text from the first line that is no comment of TNTP or
// Pajek.
func behindComments(text []byte) []byte {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, newline)
		if !isComment(trimLine(line), tntpComments+pajekComments) {
			break
		}
		text = rest
	}
	return text
}

// prefixDistance returns how many bytes have to be changed, inserted or deleted
// to make some beginning of text out of want.
func prefixDistance(want string, text []byte) int {
	text = text[:min(len(text), 2*len(want))]
	row := make([]int, len(text)+1) // distances from what was seen of want
	for j := range row {
		row[j] = j
	}
	for i := range len(want) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range text {
			changed := diagonal
			if want[i] != text[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	least := row[0]
	for _, distance := range row {
		least = min(least, distance)
	}
	return least
}

// damagedBits is how many bits of a magic may differ for it to be called damaged.
const damagedBits = 2

// damagedBinary says what a file that would be read as headerless records seems
// to be instead; "" where nothing speaks against records.
func (in *input) damagedBinary() string {
	switch {
	case bytes.HasPrefix(in.head, []byte("<?xml")):
		return "a file of XML"
	case beginsUTF16XML(in.head):
		return "a file of XML in UTF-16"
	case nearPrefix(in.head, tcsrMagic), len(in.head) >= tcsrAlignment && hidesTCSR(in.head[:tcsrAlignment]):
		return "a .tcsr file"
	case nearPrefix(in.head, parquetMagic), strings.HasSuffix(string(in.tail(len(parquetMagic))), parquetMagic):
		return "a Parquet file"
	case nearPrefix(in.head, npyMagic):
		return "a NumPy array"
	case nearPrefix(in.head, arrowMagic), strings.HasSuffix(string(in.tail(len(arrowEnd))), arrowEnd):
		return "an Arrow file"
	case in.compression == nil && nearPrefix(in.head, zstdMagic):
		return "a zstd stream"
	case in.compression == nil && nearPrefix(in.head, xzMagic):
		return "an xz stream"
	}
	return ""
}

// hidesTCSR says that a page is the first one of a .tcsr but for the magic, or
// nothing but zeros, as is left of it where the header was lost.
func hidesTCSR(page []byte) bool {
	little := binary.LittleEndian
	return little.Uint32(page[8:]) == tcsrVersion && little.Uint32(page[12:]) == tcsrByteOrder && little.Uint64(page[16:]) < 1<<32 ||
		len(bytes.Trim(page, "\x00")) == 0
}

// nearPrefix says that head begins with magic, or nearly.
func nearPrefix(head []byte, magic string) bool {
	if len(head) < len(magic) {
		return false
	}
	differ := 0
	for i := range len(magic) {
		differ += bits.OnesCount8(head[i] ^ magic[i])
	}
	return differ <= damagedBits
}

// tail returns the last n bytes of a plain file, and nothing of others.
func (in *input) tail(n int) []byte {
	file, ok := in.plain()
	if !ok || in.bytes < int64(n) {
		return nil
	}
	data := make([]byte, n)
	if _, err := file.ReadAt(data, in.bytes-int64(n)); err != nil {
		return nil // the reader will meet it, too
	}
	return data
}

// checkCompression refuses what is called compressed and is neither that nor
// text, which may keep such a name when it was decompressed on the way.
func (in *input) checkCompression() error {
	_, c := cutCompression(strings.ToLower(filepath.Base(in.name)))
	if c == nil || in.compression != nil || len(in.head) > 0 && in.head[0] < 0x80 && isText(in.text()) && !nearPrefix(in.head, zstdMagic) {
		return nil
	}
	found := "other binary data: the file is damaged, or has the wrong name"
	if len(in.head) == 0 {
		found = "an empty file"
	}
	return &graph.InputError{File: in.name, Expected: "data compressed with " + c.name, Found: found}
}

// refuseDamaged is the InputError for a file that seems to be of another format
// than it would be read as.
func (in *input) refuseDamaged(seems string, as *format) error {
	return &graph.InputError{
		File:     in.name,
		Expected: "a graph",
		Found:    "what seems to be " + seems + ", damaged or cut at its beginning",
		Err:      &UnclearError{seems, []Choice{{as.name, Options{Format: as.name}}}},
	}
}

// refuseBinary is the InputError for binary data under a suffix of a format of
// text.
func (in *input) refuseBinary(f *format) error {
	found := "binary data"
	if suffix(in.name) == ".graph" {
		base, _ := cutCompression(filepath.Base(in.name))
		found += ": perhaps a BVGraph of WebGraph, which is read from a plain file with " + strings.TrimSuffix(base, ".graph") + ".properties beside it"
	}
	return &graph.InputError{File: in.name, Expected: f.name + ", which is text", Found: found}
}
