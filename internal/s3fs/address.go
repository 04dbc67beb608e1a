package s3fs

import (
	"errors"
	"fmt"
	"strings"
)

// scheme begins the address of an object, or of a folder of objects, in a store.
const scheme = "s3://"

// Is reports whether a path is an address in a store.
func Is(path string) bool { return strings.HasPrefix(path, scheme) }

// Split takes an address apart into that of the folder and the name in it, which is
// empty where the address is that of a bucket or ends with a slash.
func Split(address string) (folder, name string) {
	end := strings.LastIndexByte(address, '/')
	if end < len(scheme) {
		return address, ""
	}
	return address[:end], address[end+1:]
}

// Inside reports whether an address is in a folder, or is that itself.
func Inside(address, folder string) bool {
	return Is(address) && strings.HasPrefix(strings.TrimRight(address, "/")+"/", strings.TrimRight(folder, "/")+"/")
}

// errAddress is in the error of an address that is none.
var errAddress = errors.New("not an address such as s3://bucket/folder")

// parse takes an address apart: what the names of its objects begin with is empty, or
// ends with a slash.
func parse(address string) (bucket, prefix string, err error) {
	bucket, prefix, _ = strings.Cut(strings.TrimPrefix(address, scheme), "/")
	if bucket == "" || strings.ContainsAny(bucket, "?#@:%\\ ") {
		return "", "", fmt.Errorf("%w: the name of its bucket is %q", errAddress, bucket)
	}
	prefix = strings.TrimRight(prefix, "/")
	for part := range strings.SplitSeq(prefix, "/") {
		if part == "." || part == ".." || part == "" && prefix != "" {
			return "", "", fmt.Errorf("%w: no part of it can be %q", errAddress, part)
		}
	}
	if prefix != "" {
		prefix += "/"
	}
	return bucket, prefix, nil
}

// escape encodes a key for a path as the signature of a request wants it: all but
// letters, digits, slashes and four signs.
func escape(key string) string {
	const plain = "-._~/"
	var text strings.Builder
	for i := range len(key) {
		switch c := key[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(plain, c) >= 0:
			text.WriteByte(c)
		default:
			fmt.Fprintf(&text, "%%%02X", c)
		}
	}
	return text.String()
}
