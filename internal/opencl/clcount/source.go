package clcount

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed kernels/*.cl
var files embed.FS

// sourceFiles are those of the source, each behind what it needs.
var sourceFiles = []string{"answers.cl", "lists.cl", "merge.cl", "gather.cl", "search.cl", "shared.cl", "bitmap.cl"}

// read returns a file of the source. Tests plant mistakes there.
var read = func(name string) string {
	text, err := files.ReadFile("kernels/" + name)
	if err != nil {
		panic(err) // it is in the binary
	}
	return string(text)
}

// sourceOf returns what a driver builds: files, behind definitions. Whatever it says of a line has the
// name of the file and the number there.
func sourceOf(names, definitions []string) string {
	var text strings.Builder
	for _, name := range definitions {
		fmt.Fprintf(&text, "#define %s\n", name)
	}
	for _, name := range names {
		fmt.Fprintf(&text, "#line 1 %q\n%s", name, read(name))
	}
	return text.String()
}
