// Package cpucount counts the triangles of oriented lists on the CPU: a method a
// file, whole or subtask by subtask.
package cpucount
