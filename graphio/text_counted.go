package graphio

import "strconv"

// counted writes a number and what there are so many of: 1 edge, 12,000 edges.
func counted(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return withCommas(n) + " " + many
}

// withCommas writes a number for people: 1,234,567.
func withCommas(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	var text []byte
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text = append(text, ',')
		}
		text = append(text, digits[i])
	}
	return string(text)
}
