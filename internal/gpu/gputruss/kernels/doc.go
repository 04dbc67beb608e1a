// Package kernels holds the kernels that decompose a graph into its trusses.
package kernels

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
