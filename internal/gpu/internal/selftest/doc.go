// Package selftest holds the kernels that test package gpu.
package selftest

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
