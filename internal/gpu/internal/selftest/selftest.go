// Package selftest has the kernels that test package gpu.
package selftest

import "embed"

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen kernels

// Kernels holds the module [Name].
//
//go:embed kernels/*.ptx
var Kernels embed.FS

// Name is the module's name, for gpu.Device.LoadModule.
const Name = "kernels/selftest"
