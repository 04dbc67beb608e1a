package graphio

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestRecordsBeginLikeGzip has 32-bit ids of which the first is 559,903, and 64-bit ones: they are
// records, and gzip that is called so is still gzip.
func TestRecordsBeginLikeGzip(t *testing.T) {
	random := rand.New(rand.NewPCG(55, 99))
	const gzipID = 559_903
	for round := range 300 {
		var data []byte
		name := []string{"a.u32", "a.bin", "a.g500"}[round%3]
		records := 1 + random.IntN(12)
		for i := range 2 * records {
			id := random.Uint64N([]uint64{3, 1000, 1 << 31}[round/3%3])
			if i == 0 {
				id = gzipID
			}
			if name == "a.g500" {
				data = binary.LittleEndian.AppendUint64(data, id)
			} else {
				data = binary.LittleEndian.AppendUint32(data, uint32(id))
			}
		}
		src, err := Open(testFile(t, name, data), Options{})
		if err != nil {
			t.Errorf("%s, %x: %v", name, data, err)
			continue
		}
		summary, err := src.Read(t.Context(), 1, func(int, graph.Batch) error { return nil })
		if err != nil || summary.Records != uint64(records) {
			t.Errorf("%s, %x: %d records of %d, %v", name, data, summary.Records, records, err)
		}
		closeAll(t, src)
		src, err = Open(testFile(t, name, []byte(gzipped(t, string(data)))), Options{})
		if err != nil || src.Info().Compressed != "gzip" {
			t.Errorf("%s, %x within gzip: %v", name, data, err)
			continue
		}
		closeAll(t, src)
	}
}

// TestRecordsBeginLikeArchives has 32-bit ids with which compressions and archives begin: where the format is
// named they are records, and what is compressed and called so is not.
func TestRecordsBeginLikeArchives(t *testing.T) {
	random := rand.New(rand.NewPCG(55, 100))
	for _, first := range []string{"\x1f\x8b\x08\x00", "PK\x03\x04", "PK\x05\x06", "PK\x07\x08", "\xfd7zX"} {
		for round := range 50 {
			data := []byte(first)
			second := uint32('Z') // behind which xz is complete
			if round > 0 {
				second = random.Uint32N(1000)
			}
			records := 1 + random.IntN(12)
			for data = binary.LittleEndian.AppendUint32(data, second); len(data) < 8*records; {
				data = binary.LittleEndian.AppendUint32(data, random.Uint32N(1000))
			}
			src, err := Open(testFile(t, "a.u32", data), Options{Format: "u32"})
			if err != nil {
				t.Errorf("%x: %v", data, err)
				continue
			}
			summary, err := src.Read(t.Context(), 1, func(int, graph.Batch) error { return nil })
			if err != nil || summary.Records != uint64(records) {
				t.Errorf("%x: %d records of %d, %v", data, summary.Records, records, err)
			}
			closeAll(t, src)
		}
	}
	for _, c := range compressions {
		if c.writer == nil {
			continue
		}
		var packed bytes.Buffer
		w, err := c.writer(&packed, 1)
		if err == nil {
			_, err = w.Write(make([]byte, 800))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		src, err := Open(testFile(t, "a.u32", packed.Bytes()), Options{Format: "u32"})
		if err != nil || src.Info().Compressed != c.name {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		closeAll(t, src)
	}
}

// TestRecordsAreOtherFiles has files of others under the suffixes of records.
func TestRecordsAreOtherFiles(t *testing.T) {
	const graphML = `<?xml version="1.0" encoding="UTF-16"?><graphml><graph edgedefault="undirected"/></graphml>`
	wide := func(text, mark string, order binary.AppendByteOrder) string {
		var data []byte
		for _, c := range utf16.Encode([]rune(mark + text)) {
			data = order.AppendUint16(data, c)
		}
		return string(data) + strings.Repeat(" \x00", (8-len(data)%8)/2)
	}
	const denied = `<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`
	for _, c := range []struct{ data, want string }{
		{wide(graphML, "\ufeff", binary.LittleEndian), "XML in UTF-16"},
		{wide(graphML, "\ufeff", binary.BigEndian), "XML in UTF-16"},
		{wide(graphML, "", binary.LittleEndian), "XML in UTF-16"},
		{wide(strings.TrimPrefix(graphML, `<?xml version="1.0" encoding="UTF-16"?>`), "", binary.BigEndian), "XML in UTF-16"},
		{denied, `the error "AccessDenied"`},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + denied, `the error "AccessDenied"`},
	} {
		for _, name := range []string{"a.bin", "a.u32", "a.g500"} {
			src, err := Open(testFile(t, name, []byte(c.data)), Options{})
			if err == nil {
				t.Errorf("%s, %.30q: read as %s", name, c.data, src.Info().Format)
				closeAll(t, src)
				continue
			}
			if inputError(t, err); !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %.30q: %v", name, c.data, err)
			}
		}
	}
}

// TestRecordsBeginLikeUTF16 has records of ids whose halves are characters, as those of the cells of
// a grid are: they are read.
func TestRecordsBeginLikeUTF16(t *testing.T) {
	var data []byte
	for y := range uint32(20) {
		for x := range uint32(20) {
			data = binary.LittleEndian.AppendUint32(data, ('A'+y)<<16|('A'+x))
			data = binary.LittleEndian.AppendUint32(data, ('A'+y)<<16|('B'+x))
		}
	}
	data = append(bytes.Clone(data[8:]), data[:8]...)
	src, err := Open(testFile(t, "a.u32", data), Options{})
	if err != nil {
		t.Fatal(err)
	}
	closeAll(t, src)
}
