// Package kernels holds the kernels that clean, sort and orient edges.
package kernels

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen
