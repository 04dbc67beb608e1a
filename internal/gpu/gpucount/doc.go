// Package gpucount counts the triangles of oriented lists on a GPU: a method a
// file, whole or subtask by subtask.
package gpucount
