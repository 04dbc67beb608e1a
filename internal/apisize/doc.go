// Package apisize holds the size of the public face: its test counts the exported
// top-level names of all public packages and fails above a ceiling.
//
//	go test -v ./internal/apisize
package apisize
