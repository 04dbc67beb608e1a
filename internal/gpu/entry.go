package gpu

import "embed"

// Entry names a kernel: that of the name in the file module.ptx. It takes the
// arguments A. Ptxgen writes one for each kernel.
type Entry[A Arguments] struct {
	Files  *embed.FS
	Module string
	Name   string
}

// Arguments are those of a kernel, which are packed in its order. Ptxgen writes a struct of them
// for each kernel, with the names and types of its parameters.
type Arguments interface{ Pack(*Packed) }
