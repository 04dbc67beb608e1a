package graphio

import (
	"strings"
	"testing"
)

// fuzzWay makes a way to read out of one number.
func fuzzWay(seed uint16) way {
	return way{seed&1 == 0, 1 + int(seed>>1&63), 1 + int(seed>>7&3)}
}

func FuzzEdgeList(f *testing.F) {
	for i, text := range []string{
		"0 1\n1 2\n2 0\n", "# c\r\n0\t1\r\n", "\ufeff0,1\n1, 2,x\n", "id_1,id_2\n0,1\n", "source,target\na,b\n",
		"3\n0 1\n1 2\n", "2\na b\n", "3 2\n0 1\n1 2\n", "3 3 2\n0 1 1\n1 2 1\n", "5000000000 1\n",
		"a b\nc a\n", "a\tb c\n", "\"x, y\",z\n", "a b {'k': 1, 'l': 2}\n", "a b\nc,d e\n", "0 1\n1 -2\n", "0 1\n3\n",
		"1 2 # c\n1\t3\n", "0 1.0\n1e+0 2.5\n", "a,b,w\n0,1,\n1,2,.5\n", "w;u;v\n1;2;3\n", "5 7 undirected\n1 2\n", "1|2|-1\n", "0 1 1\n1 0 1\n1 1 0\n",
		",u,v\n0,1,2\n", "\"from\" \"to\"\n\"1\" \"a\" \"b\"\n", "# a\nb 1\n", "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n", "1 99999999999999999999\n", "0 1\r1 2\r", "123456789 12345678\n4294967295 4294967296\n", "x y\n1 2\n3 4",
	} {
		f.Add(text, uint16(i*37), i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint16, csv bool) {
		if len(text) > headSize {
			return // the reference sees all of the text as the head
		}
		name := "graph.txt"
		if csv {
			name = "graph.csv"
		}
		if findCompression([]byte(text)) != nil {
			return
		}
		w := fuzzWay(seed)
		for _, format := range []string{"edgelist", ""} {
			if format == "" && !isEdgeList(text, name) {
				continue
			}
			checkReading(t, []way{{!w.stream, w.block, w.workers}, w}, text, name, format, referenceEdgeList(text, name, format))
		}
	})
}

func FuzzMatrixMarket(f *testing.F) {
	for i, text := range []string{
		patternGeneral + "3 3 2\n2 1\n3 2\n", patternSymmetric + "% c\n\n3 3 2\n1 2\n%\n3 2", realGeneral + "3 3 2\n2 1 -.5e1\n3  2 nan\n",
		"\ufeff%matrixmarket matrix coordinate complex hermitian\r\n2 2 1\r\n2 1 0 1\r\n",
		"%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 1D5\n",
		"%%MatrixMarket matrix array real general\n2 2\n0\n1\n-0.0\n7\n", "%%MatrixMarket matrix array complex symmetric\n2 2\n0 0\n1 0\n0 1\n",
		"%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n0\n1\n", patternGeneral + "3 4 2\n", patternGeneral + "2 1\n",
		patternGeneral + "3 3 2\n2 1\n3 4\n", patternGeneral + "3 3 2\n2 1 1\n", realGeneral + "4294967295 4294967295 1\n4294967295 4294967295 0\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint16) {
		if len(text) > headSize || findCompression([]byte(text)) != nil {
			return
		}
		want, _ := referenceMatrix(withLineFeeds(text))
		w := fuzzWay(seed)
		checkReading(t, []way{{!w.stream, w.block, w.workers}, w}, text, "a.mtx", "matrixmarket", want)
	})
}

// FuzzOpen looks for panics and for errors of another kind than *InputError,
// whatever the format, and for answers that depend on the way of reading.
func FuzzOpen(f *testing.F) {
	for i, text := range []string{
		"0 1\n", "a b\n", patternGeneral + "3 3 1\n2 1\n", "\x00\x00\x00\x00\x01\x00\x00\x00", tcsrMagic,
		"*Vertices 2\n", "<xml>", "c\np sp 1 1\n", "graph [", "BZh91AY&SY", "\xfd7zXZ\x00", "",
		gzipped(f, "0 1\n1 2\n"), zstandard(f, "0 1\n1 2\n"), zstandard(f, patternGeneral+"3 3 1\n2 1\n"),
	} {
		for _, name := range []string{"a", "a.bin", "a.mtx.gz", "a.tcsr"} {
			f.Add(text, name, uint16(i*37))
		}
	}
	f.Fuzz(func(t *testing.T, text, name string, seed uint16) {
		w := fuzzWay(seed)
		var first string
		for i, workers := range []int{1, w.workers} {
			src, err := OpenReader(strings.NewReader(text), name, Options{})
			var edges [][2]string
			if err == nil {
				setBlockSize(src, w.block)
				edges, _, err = read(src, workers)
				closeAll(t, src)
			}
			if err != nil {
				inputError(t, err)
			}
			result := ""
			for _, e := range edges {
				result += e[0] + " " + e[1] + "\n"
			}
			if err != nil {
				result = err.Error()
			}
			if i == 0 {
				first = result
			} else if result != first {
				t.Fatalf("%q with one worker, %q with %d", first, result, workers)
			}
		}
	})
}
