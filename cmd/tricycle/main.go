// Command tricycle counts the triangles of graph files, exactly and fast. Run
// tricycle --help for what it can do.
package main

import (
	"os"

	"github.com/tricycle-graph/tricycle/internal/cli"
)

//go:generate go run github.com/tricycle-graph/tricycle/internal/notices ../../THIRD_PARTY_NOTICES

func main() { os.Exit(cli.Main()) }
