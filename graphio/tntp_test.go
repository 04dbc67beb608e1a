package graphio

import (
	"regexp"
	"strings"
	"testing"
)

var tagShape = regexp.MustCompile(`^<([^>]*)>[ \t]*(.*)$`)

func referenceTNTP(text string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	lines := splitLines(text, "~")
	sizes := make(map[string]uint64)
	linksAt, at := 0, 0
	for ; ; at++ {
		if at == len(lines) {
			return reading{badLine: -1}
		}
		match := tagShape.FindStringSubmatch(lines[at].text)
		if match == nil {
			return malformedAt(lines[at].number)
		}
		tag := strings.ToUpper(strings.TrimSpace(match[1]))
		most := map[string]uint64{"NUMBER OF NODES": 1<<32 - 1, "NUMBER OF LINKS": 1<<63 - 1}[tag]
		if most > 0 {
			size, ok := sizeWithin(match[2], most)
			if !ok {
				return malformedAt(lines[at].number)
			}
			sizes[tag] = size
			if tag == "NUMBER OF LINKS" {
				linksAt = lines[at].number
			}
		}
		if tag == "END OF METADATA" {
			if len(sizes) < 2 {
				return malformedAt(lines[at].number)
			}
			break
		}
	}
	n := sizes["NUMBER OF NODES"]
	r := reading{declares: true, n: n}
	for _, line := range lines[at+1:] {
		row, ok := strings.CutSuffix(line.text, ";")
		fields := blankFields(row)
		if !ok || len(fields) < 2 {
			return malformedAt(line.number)
		}
		u, ok := indexWithin(fields[0], n)
		v, ok2 := indexWithin(fields[1], n)
		if !ok || !ok2 {
			return malformedAt(line.number)
		}
		r.edges = append(r.edges, [2]string{u, v})
	}
	if uint64(len(r.edges)) != sizes["NUMBER OF LINKS"] {
		return malformedAt(linksAt)
	}
	return r
}

func TestTNTPRules(t *testing.T) {
	const metadata = "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n"
	path := declared(3, "0", "1", "1", "2")
	checkRules(t, "a.tntp", "tntp", referenceTNTP, []rule{
		{"columns", metadata + "\n\n~ \tinit\tterm\t;\n\t1\t2\t0.5\t6\t;\n\t2\t3\t1\t;\n", path},
		{"two columns", metadata + "1 2;\n2 3 ;", path},
		{"blanks and comments", "~ x\n < number of nodes >\t3\t\n\n<NUMBER OF LINKS> 2 \n<ORIGINAL HEADER>~ init ;\n<END OF METADATA>\t\n 1 2 3; \n~\n\t2 3\t;\t\n", path},
		{"CR LF and byte-order mark", "\ufeff" + strings.ReplaceAll(metadata+"1 2 ;\n2 3 1 ;\n", "\n", "\r\n"), path},
		{"nothing", "<NUMBER OF LINKS> 0\n<NUMBER OF NODES> 0\n<END OF METADATA>\n", declared(0)},

		{"no end of metadata", "<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 2\n", malformedAt(3)},
		{"no metadata", "1 2 ;\n", malformedAt(1)},
		{"row in the metadata", "<NUMBER OF NODES> 3\n1 2 ;\n", malformedAt(2)},
		{"no number of nodes", "<NUMBER OF LINKS> 2\n<END OF METADATA>\n1 2 ;\n2 3 ;\n", malformedAt(2)},
		{"no number of links", "<NUMBER OF NODES> 3\n<END OF METADATA>\n1 2 ;\n2 3 ;\n", malformedAt(2)},
		{"number of nodes no number", "<NUMBER OF NODES> x\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n", malformedAt(1)},
		{"too few links", metadata + "1 2 ;\n", malformedAt(3)},
		{"too many links", metadata + "1 2 ;\n2 3 ;\n1 3 ;\n", malformedAt(3)},
		{"no semicolon", metadata + "1 2 ;\n2 3 1\n", malformedAt(6)},
		{"something behind it", metadata + "1 2 ; x\n2 3 ;\n", malformedAt(5)},
		{"one node", metadata + "1 ;\n2 3 ;\n", malformedAt(5)},
		{"node beyond", metadata + "1 2 ;\n2 4 ;\n", malformedAt(6)},
		{"tag without end", "<NUMBER OF NODES 3\n", malformedAt(1)},
	})
}

func FuzzTNTP(f *testing.F) {
	for i, text := range []string{
		"<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n\n~ c ;\n\t1\t2\t1.5\t;\n2 3;\n",
		"~\r\n<number of links> 1 \r\n<NUMBER OF NODES> 2\r\n<X>\r\n<END OF METADATA>\r\n 2 1 a ; \r\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.tntp", "tntp", referenceTNTP))
}
