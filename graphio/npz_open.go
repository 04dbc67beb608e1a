package graphio

import (
	"archive/zip"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// openNpz opens the arrays of a .npz file by their names.
func openNpz(in *input) (graph.Source, error) {
	data, size, err := in.readWhole()
	if err != nil {
		return nil, err
	}
	file, err := newZip(data, size)
	if err != nil {
		return nil, &graph.InputError{File: in.name, Expected: "a .npz file, which is a zip of arrays", Found: strings.TrimPrefix(err.Error(), "zip: ") + ": the file is damaged or truncated"}
	}
	arrays := make(map[string]*array)
	for _, member := range file.File {
		name, ok := strings.CutSuffix(member.Name, npyEnd)
		if !ok {
			return nil, &graph.InputError{File: in.name, Expected: "arrays alone, called " + npyEnd, Found: quote([]byte(member.Name))}
		}
		if arrays[name] != nil {
			return nil, &graph.InputError{File: in.name, Expected: "each array once", Found: fmt.Sprintf("%s twice", quote([]byte(name)))}
		}
		if arrays[name], err = in.openMember(member, name, data, size); err != nil {
			return nil, err
		}
	}
	return in.openArrays(arrays)
}

// openMember reads the header of an array in a zip file.
func (in *input) openMember(member *zip.File, name string, data io.ReaderAt, size int64) (*array, error) {
	const mostInflated = 1032 // bytes that a byte of deflate can stand for
	a := &array{name: name, in: in, data: data, member: member}
	stored, inflated := member.CompressedSize64, member.UncompressedSize64
	begin, err := memberStart(member, size)
	switch {
	case member.Flags&zipEncrypted != 0:
		return nil, a.wrong("no password", "encrypted data")
	case member.Method != zip.Store && member.Method != zip.Deflate:
		return nil, a.wrong("data that are stored or deflated", fmt.Sprintf("compression %d of zip", member.Method))
	case err != nil ||
		member.Method == zip.Store && stored != inflated || member.Method == zip.Deflate && inflated/mostInflated > stored:
		return nil, a.wrong("sizes that fit the file", fmt.Sprintf("%d bytes for %d: the file is damaged or truncated", stored, inflated))
	}
	read := func(data []byte) error {
		if err := a.readStored(data, begin); err != nil {
			return err
		}
		begin += int64(len(data))
		a.headSum = crc32.Update(a.headSum, crc32.IEEETable, data)
		return nil
	}
	if a.deflated() {
		stream, err := member.Open()
		if err != nil {
			return nil, a.readError(err)
		}
		defer stream.Close()
		read = func(data []byte) error {
			_, err := io.ReadFull(stream, data)
			return noEnd(err)
		}
	}
	if a.npyHeader, err = readNpyHeader(read, int64(inflated)); err != nil {
		return nil, a.readError(err)
	}
	a.at = begin
	return a, nil
}

// listArrays lists arrays for messages.
func listArrays(arrays map[string]*array) string {
	const most = 12
	var shown []string
	for i, name := range slices.Sorted(maps.Keys(arrays)) {
		if i == most {
			shown = append(shown, "...")
			break
		}
		shown = append(shown, fmt.Sprintf("%s %s of %s", name, arrays[name].shapeText(), arrays[name].text))
	}
	if len(shown) == 0 {
		return "none"
	}
	return strings.Join(shown, ", ")
}
