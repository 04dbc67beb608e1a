package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// readBinary reads a file of binary columns as docs/formats.md describes it, into
// cells of text.
func readBinary(t *testing.T, data []byte) (head []string, rows [][]string) {
	t.Helper()
	word := func(at uint64) uint64 { return binary.LittleEndian.Uint64(data[at:]) }
	short := func(at uint64) uint64 { return uint64(binary.LittleEndian.Uint32(data[at:])) }
	version := short(8)
	if string(data[:8]) != binaryMagic || version != 1 && version != 2 {
		t.Fatalf("it begins with %q", data[:12])
	}
	columns, declared, block, names := short(12), word(16), word(24), word(32)
	count := word(uint64(len(data)) - 8)
	if declared != math.MaxUint64 && declared != count {
		t.Fatalf("%d rows, and %d at the end", declared, count)
	}
	var types, widths []uint64
	at, first := uint64(40), uint64(0)
	for i := range columns {
		types = append(types, short(at))
		widths = append(widths, map[uint64]uint64{1: 4, 2: 8, 3: 8, 4: 4}[short(at)])
		length := short(at + 4)
		if i == 0 {
			first = word(at + 8)
		}
		head = append(head, string(data[at+16:at+16+length]))
		at += 16 + (length+7)/8*8
	}
	var labels []string
	begin := uint64(0)
	for i := range names {
		end := word(at + 8*i)
		labels = append(labels, string(data[at+8*names+begin:at+8*names+end]))
		begin = end
	}
	at += 8*names + (begin+7)/8*8
	if begins := at + 8*(version-1); first != begins { // in version 2 behind the number of its rows
		t.Fatalf("the first column begins at %d, and its offset is %d", begins, first)
	}
	for done := uint64(0); done < count; {
		size := min(block, count-done)
		if version == 2 {
			if size = word(at); size == 0 || size > min(block, count-done) {
				t.Fatalf("a block of %d rows", size)
			}
			at += 8
		}
		cells := make([][]string, size)
		for i := range columns {
			for row := range size {
				var cell string
				switch at := at + row*widths[i]; types[i] {
				case 1:
					cell = strconv.FormatUint(short(at), 10)
				case 2:
					cell = strconv.FormatUint(word(at), 10)
				case 3:
					cell = strconv.FormatFloat(math.Float64frombits(word(at)), 'g', -1, 64)
				case 4:
					cell = labels[short(at)]
				}
				cells[row] = append(cells[row], cell)
			}
			at += (size*widths[i] + 7) / 8 * 8
		}
		rows = append(rows, cells...)
		done += size
	}
	if version == 2 {
		if word(at) != 0 {
			t.Fatal("no end of the blocks")
		}
		at += 8
	}
	if at+8 != uint64(len(data)) {
		t.Fatalf("%d bytes, read %d", len(data), at+8)
	}
	return head, rows
}

// TestBinaryReadBack: a file is one block where the rows are known, and a stream
// has several.
func TestBinaryReadBack(t *testing.T) {
	counts := []int{0, 1, 100, streamRows, 2*streamRows + 77}
	if testing.Short() {
		counts = []int{0, 100, streamRows + 77}
	}
	for name, labels := range allLabels() {
		for _, count := range counts {
			table, b := everything(labels, 100, count)
			want := cellsOf(table, b)
			var stream bytes.Buffer
			if err := writeStream(t.Context(), &stream, "binary", table, b); err != nil {
				t.Fatal(err)
			}
			files := map[string][]byte{"flat": written(t, "table.tcol", "", table, b, 2, 7777)["table.tcol"], "stream": stream.Bytes()}
			table.Rows = graph.Size{}
			files["unknown"] = written(t, "table.tcol", "", table, b, 2, 7777)["table.tcol"]
			var flow bytes.Buffer
			if err := writeStream(t.Context(), &flow, "binary", table, b); err != nil {
				t.Fatal(err)
			}
			files["flow"] = flow.Bytes()
			for way, data := range files {
				if block := binary.LittleEndian.Uint64(data[24:]); (way == "flat") != (block == uint64(count)) && count != streamRows {
					t.Errorf("%s, %s: blocks of %d rows", name, way, block)
				}
				if version := data[8]; (way == "flow") != (version == 2) {
					t.Errorf("%s, %s: version %d", name, way, version)
				}
				head, rows := readBinary(t, data)
				if strings.Join(head, " ") != "vertex degree triangles clustering" || !reflect.DeepEqual(rows, want) {
					t.Errorf("%s, %s: %d rows differ", name, way, count)
				}
			}
		}
	}
}

// readArray reads a .npy file of one dimension: what its header says, as NumPy
// parses it, and the data.
func readArray(t *testing.T, data []byte) (kind string, rows int, values []byte) {
	t.Helper()
	if string(data[:8]) != "\x93NUMPY\x01\x00" {
		t.Fatalf("it begins with %q", data[:8])
	}
	size := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	header := string(data[10:size])
	if size%64 != 0 || !strings.HasSuffix(header, "\n") {
		t.Fatalf("a header of %d bytes: %q", size, header)
	}
	_, rest, _ := strings.Cut(header, "'descr': '")
	kind, rest, _ = strings.Cut(rest, "', 'fortran_order': False, 'shape': (")
	number, rest, _ := strings.Cut(rest, ",), }")
	rows, err := strconv.Atoi(number)
	if err != nil || strings.TrimSpace(rest) != "" {
		t.Fatalf("%q: %v", header, err)
	}
	return kind, rows, data[size:]
}

func TestArraysReadBack(t *testing.T) {
	for name, labels := range allLabels() {
		for _, count := range []int{0, 1, 2*streamRows + 77} {
			table, b := everything(labels, 100, count)
			want := cellsOf(table, b)
			files := written(t, "folder", "npy", table, b, 2, 7777)
			if _, ok := files["names.npy"]; ok != (labels.Names() != nil) || len(files) != 4+len(files)/5 {
				t.Errorf("%s: %d files", name, len(files))
			}
			for i, column := range table.Columns {
				kind, rows, values := readArray(t, files[column.Name+".npy"])
				if rows != count {
					t.Fatalf("%s: %d rows of %s", name, rows, column.Name)
				}
				for row := range rows {
					var cell string
					switch kind {
					case "<u4":
						n := binary.LittleEndian.Uint32(values[4*row:])
						cell = strconv.FormatUint(uint64(n), 10)
						if column.Kind == Vertex && labels.Names() != nil {
							kind, count, names := readArray(t, files["names.npy"])
							if kind != "|S3" && kind != "|S2" || count != 100 {
								t.Fatalf("%d names %s", count, kind)
							}
							width := int(kind[2] - '0')
							cell = strings.TrimRight(string(names[int(n)*width:(int(n)+1)*width]), "\x00")
						}
					case "<u8":
						cell = strconv.FormatUint(binary.LittleEndian.Uint64(values[8*row:]), 10)
					case "<f8":
						cell = strconv.FormatFloat(math.Float64frombits(binary.LittleEndian.Uint64(values[8*row:])), 'g', -1, 64)
					}
					if cell != want[row][i] {
						t.Fatalf("%s: row %d of %s is %s, want %s", name, row, column.Name, cell, want[row][i])
					}
				}
			}
		}
	}
}

// TestFolder: a folder that was there stays, with what it held, and one that was
// made for a table that failed does not.
func TestFolder(t *testing.T) {
	table, b := everything(graph.Labels{}, 10, 100)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "other"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, filepath.Join(folder, "new") + "/"} {
		target, err := TargetOf(path, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := target.Check(); err != nil {
			t.Error(err)
		}
		w, err := target.Create(t.Context(), nil, table, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(part(table, b, 0, 50)); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); err == nil {
			t.Error("half a table")
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
			t.Errorf("%s: %v, %v", path, entries, err)
		}
	}
	if err := writeTo(t.Context(), filepath.Join(folder, "no", "new"), "npy", table, b, 2, 10); err == nil {
		t.Error("a folder in a folder that is not there")
	}
	if err := writeTo(t.Context(), folder, "csv", table, b, 2, 10); err == nil {
		t.Error("a file in place of a folder")
	}
	if err := writeTo(t.Context(), folder, "", table, b, 2, 10); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 5 {
		t.Errorf("%v, %v", entries, err)
	}
	// Names of an earlier table do not stay beside numbers that are none of their places.
	named, _ := everything(allLabels()["names"], 10, 100)
	for i, table := range []*Table{named, table} {
		if err := writeTo(t.Context(), folder, "", table, b, 2, 10); err != nil {
			t.Error(err)
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != 6-i {
			t.Errorf("%v, %v", entries, err)
		}
	}
}

// TestUnfit: binary columns hold no texts, and NumPy no zeros at the end of names.
func TestUnfit(t *testing.T) {
	texts := &Table{Columns: []Column{{Name: "text", Kind: Text}}}
	zeros := &Table{Columns: []Column{{Name: "vertex", Kind: Vertex}}, Labels: graph.NameLabels([]string{"a\x00"}), Vertices: 1}
	for _, c := range []struct {
		table *Table
		form  string
		fits  bool
	}{{texts, "binary", false}, {texts, "npy", false}, {zeros, "npy", false}, {zeros, "binary", true}} {
		folder := t.TempDir()
		err := writeTo(t.Context(), filepath.Join(folder, "table"), c.form, c.table, make(Batch, 1), 1, 1)
		if c.fits != (err == nil) || err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", c.form, err)
		}
		if entries, _ := os.ReadDir(folder); !c.fits && len(entries) > 0 {
			t.Errorf("%s leaves %v", c.form, entries)
		}
	}
}
