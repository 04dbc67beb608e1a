package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// The picture in the docs is what is drawn today.
func TestSpyOfTheDocs(t *testing.T) {
	src, err := graphio.Open(filepath.Join(realdata.Folder(t), "snap", "email-Eu-core.txt.gz"), graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = src.Close() }()
	g, _, err := loading.Graph(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	figure, err := spy(t.Context(), src, g, graph.Options{Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	got, err := figure.SVG("spy")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "..", "docs", "figures", "spy-email-eu-core.svg"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/figures has another picture, %v; draw it again by its command", err)
	}
}
