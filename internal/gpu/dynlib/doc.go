// Package dynlib opens libraries of the system at run time, without cgo. They are never
// closed: their threads would be left without code.
package dynlib
