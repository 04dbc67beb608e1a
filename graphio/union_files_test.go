package graphio

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestUnionOfManyParts(t *testing.T) {
	var files [][2]string
	for i := range 3 * mostOpen {
		files = append(files, [2]string{fmt.Sprintf("%d.bin", i), string(bytesOf([]graph.Edge{{U: uint32(i), V: uint32(i + 1)}}))})
	}
	src, err := openUnionOf(t, Options{}, files...)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	info := src.Info()
	if info.Format != "u32" || !info.Direct || !info.Rereadable || info.Records != graph.Known(len(files)) || info.Bytes != graph.Known(8*len(files)) || len(info.Files) != len(files) {
		t.Errorf("%+v", info)
	}
	filler, ok := src.(graph.Filler)
	if !ok {
		t.Fatal("it cannot fill")
	}
	memory := make([][]graph.Edge, 3)
	var got [3]int
	sum, err := filler.Fill(context.Background(), 3, 10,
		func(worker, n int) ([]graph.Edge, error) {
			memory[worker] = make([]graph.Edge, n)
			return memory[worker], nil
		},
		func(worker, n int) error {
			for _, e := range memory[worker][:n] {
				got[worker] += int(e.V - e.U)
			}
			return nil
		})
	if total := got[0] + got[1] + got[2]; err != nil || total != len(files) || sum.Records != uint64(total) {
		t.Errorf("%d records, %+v, %v", total, sum, err)
	}

	// A part that is opened again must be the same.
	last := info.Files[len(files)-1]
	if err := os.WriteFile(last, make([]byte, 16), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err = read(src, 2)
	if got := inputError(t, err); got.File != last || !strings.Contains(got.Error(), "changed") {
		t.Errorf("%v", err)
	}
}

func TestUnionOfStandardInput(t *testing.T) {
	path := writeFile(t, "a.txt", "0 1\n")
	src, err := OpenReader(io.MultiReader(strings.NewReader("1 2\n")), "both", Options{Union: []string{"-", path}})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	if src.Info().Rereadable {
		t.Error("a stream cannot be read again")
	}
	if edges, _, err := read(src, 2); err != nil || !slices.Equal(edges, ids("0", "1", "1", "2")) {
		t.Errorf("%v, %v", edges, err)
	}
	_, err = OpenReader(strings.NewReader(""), "both", Options{Union: []string{"-", "-"}})
	inputError(t, err)
}

func TestUnionFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"part-1.txt", "part-0.txt", "_SUCCESS", ".part-0.txt.crc", "year=2026/part-0.txt", "year=2025/_metadata", "year=2025/part-7.txt", "none/_SUCCESS", "deep/x/a.txt", "src=5/a.txt"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("0 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	in := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join(folder, name))
		}
		return paths
	}
	t.Chdir(filepath.Join(folder, "none"))
	if err := os.Symlink(filepath.Join(folder, "part-1.txt"), filepath.Join(folder, "also")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		names, want []string
		wrong       string
	}{
		{in("part-*.txt"), in("part-0.txt", "part-1.txt"), ""},
		{in("year=*"), in("year=2025/part-7.txt", "year=2026/part-0.txt"), ""},
		{in("part-1.txt", "year=2026"), in("part-1.txt", "year=2026/part-0.txt"), ""},
		{in("_SUCCESS"), in("_SUCCESS"), ""},
		{in("missing*"), in("missing*"), ""},
		{in("none"), nil, "found none"},
		{in("deep"), nil, "found another folder"},
		{in("."), nil, "found another folder"},
		{in("part-1.txt", "part-*"), nil, "named twice"},
		{in("part-1.txt", "also"), nil, "named twice"},
		{append(in("part-1.txt"), filepath.Join("..", "part-1.txt")), nil, "named twice"},
	} {
		got, err := unionFiles(c.names)
		if c.wrong == "" && (err != nil || !slices.Equal(got, c.want)) || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%v: %v, %v", c.names, got, err)
		}
	}
	t.Chdir(folder)
	for _, name := range []string{"deep", "none", "also"} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := unionFiles([]string{folder}); err == nil || !strings.Contains(err.Error(), `in the names of folders alone, "src"`) {
		t.Errorf("%v", err)
	}
}
