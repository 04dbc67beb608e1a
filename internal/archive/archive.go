// Package archive says which member of an archive is a graph, by names alone: an archive
// that comes through a pipe shows one name after the other.
package archive

import (
	"os"
	"path"
	"slices"
	"strings"
)

// separator stands between the name of an archive and that of a member.
const separator = "!"

// Split returns the file that the name of an input means, and the member of the archive
// that is asked for behind an exclamation mark, or "". What is there under the whole name
// is meant before anything else.
func Split(name string) (file, member string) {
	if _, err := os.Stat(name); err == nil {
		return name, ""
	}
	for i := range len(name) - 1 {
		if name[i:i+1] != separator {
			continue
		}
		if info, err := os.Stat(name[:i]); err == nil && !info.IsDir() {
			return name[:i], name[i+1:]
		}
	}
	return name, ""
}

// Join returns the name of a member, as Split takes it apart.
func Join(file, member string) string {
	if file == "-" {
		file = "/dev/stdin" // "-!" would be a flag to many
	}
	return file + separator + member
}

// Clean returns the name of a member without the "./" with which tar may begin it.
func Clean(member string) string { return strings.TrimPrefix(member, "./") }

// papers are the names, without what follows the first dot, of files that go with data.
var papers = []string{"readme", "read_me", "license", "licence", "copying", "copyright", "citation"}

// documents are the suffixes of texts and pictures for people.
var documents = []string{".html", ".htm", ".css", ".md", ".rst", ".tex", ".bib", ".pdf", ".ps", ".doc", ".docx", ".rtf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ini", ".db"}

// companions are the ends of names, before the suffix, of what SuiteSparse ships beside a
// matrix: coordinates, and the right side.
var companions = []string{"_coord.mtx", "_b.mtx"}

// IsGraph says that a member is a graph for all that its name tells.
func IsGraph(member string) bool {
	member = strings.ToLower(Clean(member))
	if strings.HasSuffix(member, "/") || member == "" || member == "." {
		return false // a folder
	}
	for part := range strings.SplitSeq(member, "/") {
		if part == "__macosx" || strings.HasPrefix(part, ".") && part != ".." {
			return false // what systems keep for themselves
		}
	}
	base := path.Base(member)
	stem, _, _ := strings.Cut(base, ".")
	if slices.Contains(papers, stem) || slices.Contains(documents, path.Ext(base)) {
		return false
	}
	for _, end := range companions {
		if strings.HasSuffix(base, end) {
			return false
		}
	}
	return !accompanies(base, path.Base(path.Dir(member)))
}

// accompanies says that a member goes with the graph after which its folder is named:
// in NAME, NAME_x.mtx and NAME_nodename.txt of SuiteSparse, meta.NAME and ent.NAME.team of
// KONECT.
func accompanies(base, folder string) bool {
	end := path.Ext(base)
	return strings.HasPrefix(base, folder+"_") && (end == ".mtx" || end == ".txt") ||
		base == "meta."+folder || base == "ent."+folder || strings.HasPrefix(base, "ent."+folder+".")
}
