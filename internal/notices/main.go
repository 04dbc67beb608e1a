// Command notices writes the licences of all modules that are linked into the
// tricycle command, on the platforms that it is built for. It is run by go generate:
//
//	//go:generate go run github.com/tricycle-graph/tricycle/internal/notices FILE
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: notices FILE")
		os.Exit(2)
	}
	text, err := notices()
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}
