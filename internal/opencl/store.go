package opencl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// store is a folder of programs that drivers built, a file each: hashes of what it was built
// from and of what was built, and that. "" keeps nothing. Whatever goes wrong with it, the source is built
// anew: a file that is damaged, or that somebody else put there, is as good as none.
type store string

// usersStore is that of the user, "" where there is no home.
func usersStore() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "tricycle", "opencl")
}

// name is that of what a device's driver builds of a source.
func (s store) name(i Info, source string) string {
	if s == "" {
		return ""
	}
	return hex.EncodeToString(hash([]byte(fmt.Sprintf("%q", []string{i.Platform, i.Name, i.Driver, i.Version, buildOptions, source}))))
}

func hash(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:]
}

// mostBuilt is the most that is read or kept.
const mostBuilt = 64 << 20

// read returns what was kept, nil where that is nothing.
func (s store) read(name string) []byte {
	if s == "" {
		return nil
	}
	path := filepath.Join(string(s), name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || info.Size() > mostBuilt {
		return nil
	}
	kept, err := os.ReadFile(path)
	of, _ := hex.DecodeString(name)
	if err != nil || len(kept) < 2*sha256.Size || !bytes.Equal(kept[:sha256.Size], of) {
		return nil
	}
	built := kept[2*sha256.Size:]
	if !bytes.Equal(kept[sha256.Size:2*sha256.Size], hash(built)) {
		return nil
	}
	return built
}

// write keeps what was built. What stands there and is no file of its own is left alone: behind a
// link is a file of somebody else's, and a pipe waits for a reader.
func (s store) write(name string, built []byte) {
	if len(built) == 0 || os.MkdirAll(string(s), 0o700) != nil {
		return
	}
	path := filepath.Join(string(s), name)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return
	}
	defer file.Discard()
	of, _ := hex.DecodeString(name)
	if _, err := file.Write(append(append(of, hash(built)...), built...)); err == nil {
		_ = file.Commit() // where it is not kept, it is built again
	}
}
