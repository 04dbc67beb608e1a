// Command tricycle counts the triangles of graph files, exactly and fast. Run
// tricycle --help for what it can do.
package main

import (
	"os"

	"github.com/tricycle-graph/tricycle/internal/cli"
)

func main() { os.Exit(cli.Main()) }
