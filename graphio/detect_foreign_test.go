package graphio

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// Files of other programs are refused by name, with what makes one of them that is
// read. The first bytes are those that h5py 3, SciPy's savemat, CPython 3, R 4.2, sqlite3,
// pandas 3 and NetworkX 3 write.
func TestForeignFiles(t *testing.T) {
	utf16Text := func(low bool, mark string) string {
		text := []byte(mark)
		for _, c := range utf16.Encode([]rune("source,target\n1,2\n2,3\n")) {
			if low {
				text = append(text, byte(c), byte(c>>8))
			} else {
				text = append(text, byte(c>>8), byte(c))
			}
		}
		return string(text)
	}
	// Of NetworkX 3.6.1, a path of four vertices.
	const multiline = "#\n# GMT Mon Nov 23 05:48:14 2026\n# \n0 1\n1 {}\n1 1\n2 {}\n2 1\n3 {}\n3 0\n"
	for _, c := range []struct{ name, data, is, do string }{
		{"g.h5", "\x89HDF\r\n\x1a\n\x00\x00\x00\x00\x00\x08\x08\x00", "HDF5", "mmwrite"},
		{"g.h5ad", "\x89HDF\r\n\x1a\n\x02\x08\x08\x00", "anndata", "mmwrite"},
		{"g.mat", "MATLAB 7.3 MAT-file, Platform: GLNXA64\x00\x01", "MATLAB 7.3", "writematrix"},
		{"g.mat", "MATLAB 5.0 MAT-file Platform: posix\x00\x01IM", "MATLAB 5", "loadmat"},
		{"g.gpickle", "\x80\x04\x95\xa5\x01\x00\x00\x00\x00\x00\x00\x8c\x18networkx.classes.graph", "pickle", "write_adjlist"},
		{"g.pkl", "\x80\x02cnetworkx.classes.graph\nGraph\nq\x00", "pickle", "pickle.load"},
		{"g.gpickle.gz", gzipped(t, "\x80\x05\x95\x10\x00\x00\x00\x00\x00\x00\x00]\x94."), "pickle", "pickle.load"},
		{"g.rds", gzipped(t, "X\n\x00\x00\x00\x03\x00\x04\x02\x02"), "saveRDS", "as_data_frame"},
		{"g.RData", gzipped(t, "RDX3\nX\n\x00\x00\x00\x03"), "save", "as_data_frame"},
		{"g.db", "SQLite format 3\x00\x10\x00", "SQLite", "sqlite3"},
		{"g.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "Excel", "CSV"},
		{"g.dta", "<stata_dta><header><release>118</release>", "Stata", "export"},
		{"g.dta", "r\x02\x01\x00\x02\x00\x02\x00\x00\x00" + strings.Repeat("\x00", 81) + "23 Nov 2026 04:45\x00\xfd\xfdsource\x00", "Stata", "pandas.read_stata"},
		{"g.dta", "s\x01\x01\x00\x00\x02\x00\x00\x00\x02edges" + strings.Repeat("\x00", 76+18) + "\xfd\xfdsource\x00", "Stata", "export"},
		{"g.csv", utf16Text(true, "\xff\xfe"), "UTF-16", "iconv"},
		{"g.csv", utf16Text(false, "\xfe\xff"), "UTF-16", "iconv"},
		{"g.csv", utf16Text(true, ""), "UTF-16", "iconv"},
		{"g.txt", utf16Text(false, ""), "UTF-16", "iconv"},
		{"g.txt", multiline, "NetworkX", "read_multiline_adjlist"},
		{"g.adjlist", "0 2\n1 {'weight': 4}\n2 {}\n1 0\n2 0\n", "NetworkX", "read_multiline_adjlist"},
		{"g.txt.gz", gzipped(t, strings.Repeat("Ann Lee 2\r\nBo Ek {}\r\nCid {'a': {}}\r\n", headSize/30)), "NetworkX", "read_multiline_adjlist"},
	} {
		_, err := OpenReader(strings.NewReader(c.data), c.name, Options{})
		if refusal := inputError(t, err); !strings.Contains(refusal.Found, c.is) || !strings.Contains(refusal.Found, c.do) {
			t.Errorf("%s: %v, want %s and %s", c.name, err, c.is, c.do)
		}
	}
	// What has more or fewer neighbours than it says, or none at all, is no list of NetworkX.
	for _, other := range []string{multiline + "4 {}\n", strings.Replace(multiline, "1 1\n", "1 2\n", 1), strings.TrimSuffix(multiline, "3 0\n") + "3 1\n", "1 0\n2 0\n", "1 2\n2 3\n", "\n"} {
		src, err := OpenReader(strings.NewReader(other), "g.txt", Options{})
		if err == nil {
			closeAll(t, src)
		} else if refusal := inputError(t, err); strings.Contains(refusal.Found, "NetworkX") {
			t.Errorf("%q: %v", other, err)
		}
	}
	// A time that is none, or a label that does not end, is no file of Stata.
	for _, damaged := range []string{strings.Repeat("\x00", 81) + "23 of Nov 2026 4h\x00", strings.Repeat("x", 81) + strings.Repeat("\x00", 18)} {
		if isOldStata([]byte("r\x02\x01\x00\x02\x00\x02\x00\x00\x00" + damaged)) {
			t.Errorf("%q is a file of Stata", damaged)
		}
	}
	// Pairs of small numbers are no text in UTF-16, and --format is right in any case.
	for _, o := range []struct{ name, format string }{{"g.bin", ""}, {"g.csv", "u32"}} {
		src, err := OpenReader(strings.NewReader(strings.Repeat("1\x002\x00", 8)), o.name, Options{Format: o.format})
		if err != nil {
			t.Error(err)
			continue
		}
		closeAll(t, src)
	}
}
