package graphio

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"strings"
)

// Records without a header may begin with the few bytes by which a compression or an archive is known,
// as 32-bit ids do of which the first is 559,903 (gzip) or 67,324,752 (zip). What is called records is one of
// these only if what follows is that of one, too. What follows the magic of zstd tells too little: what
// begins with it, or with a bit or two less, is refused.

// calledRecords reports whether the name of an input is that of records without a header, as they are.
func (in *input) calledRecords() bool {
	_, packed := cutCompression(strings.ToLower(filepath.Base(in.name)))
	return packed == nil && isRecords(suffix(in.name))
}

// compressionOf returns the compression that an input has around it, or nil.
func (in *input) compressionOf(head []byte) *compression {
	packed := findCompression(head)
	if packed != nil && packed.begins != nil && in.calledRecords() && !packed.begins(head) {
		return nil
	}
	return packed
}

// isZip is [isZip] for an input with some name.
func (in *input) isZip(head []byte) bool {
	return isZip(head) && (!in.calledRecords() || beginsZip(head))
}

// beginsZip reports whether head is that of an archive with a member: a method that there is, and a
// name without control characters.
func beginsZip(head []byte) bool {
	if !prefix(zipMember)(head) || len(head) < zipHeader {
		return false
	}
	method, name := binary.LittleEndian.Uint16(head[8:]), head[zipHeader:]
	name = name[:min(len(name), int(binary.LittleEndian.Uint16(head[26:])))]
	return method < 100 && len(name) > 0 && !bytes.ContainsFunc(name, func(c rune) bool { return c < ' ' })
}

// beginsXZ reports whether the flags of a stream have their checksum behind them.
func beginsXZ(head []byte) bool {
	return len(head) >= 12 && crc32.ChecksumIEEE(head[6:8]) == binary.LittleEndian.Uint32(head[8:])
}
