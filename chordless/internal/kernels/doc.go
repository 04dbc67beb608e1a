// Package kernels holds the kernels that search chordless cycles.
package kernels

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
