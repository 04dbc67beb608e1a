//go:build !amd64 || noasm

package simd

var variants = []Kernels{generic}
