// Package kernels holds the kernels that count triangles.
package kernels

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
