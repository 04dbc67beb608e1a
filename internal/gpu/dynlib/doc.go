// Package dynlib opens libraries of the system at run time, without cgo. They are never
// closed: their threads would be left without code. Signals that one takes can be given back.
package dynlib
