package lists

import (
	"bytes"
	"errors"
	"os"
	"testing"
)

func TestSpill(t *testing.T) {
	folder := t.TempDir()
	s := NewSpill(folder)
	var chunks []Spilled
	for i := range byte(5) {
		c, err := s.Write(bytes.Repeat([]byte{i}, 1000*int(i+1)))
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
	}
	if err := s.Rewrite(&chunks[2], bytes.Repeat([]byte{99}, 3000)); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 6000)
	for i, c := range chunks {
		want := byte(i)
		if i == 2 {
			want = 99
		}
		if err := s.Read(c, buffer); err != nil || c.Len() != 1000*(i+1) || !bytes.Equal(buffer[:c.Len()], bytes.Repeat([]byte{want}, c.Len())) {
			t.Errorf("chunk %d: %d bytes, %v", i, c.Len(), err)
		}
	}
	// What the file does not give back as it was written is no answer.
	if _, err := s.chunks.file.WriteAt([]byte{1}, 10); err != nil {
		t.Fatal(err)
	}
	if err := s.Read(chunks[0], buffer); !errors.As(err, new(*FileError)) {
		t.Errorf("a damaged chunk: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	if err := NewSpill(folder).Close(); err != nil {
		t.Error(err)
	}
}
