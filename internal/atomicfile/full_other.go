//go:build !unix && !windows

package atomicfile

// Full reports whether an error says that there is no room for a file. These
// systems do not tell.
func Full(error) bool { return false }
