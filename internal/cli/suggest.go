package cli

import (
	"fmt"
	"strings"
)

// mostSuggestions is how many names are worth reading in a line.
const mostSuggestions = 3

// didYouMean returns " (did you mean count?)" with the names that are close to
// what was typed, and nothing where none is.
func didYouMean(typed string, names []string) string {
	var near []string
	for _, name := range names {
		if isNear(bare(typed), bare(name)) {
			near = append(near, name)
		}
	}
	if len(near) == 0 || len(near) > mostSuggestions {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(near, " or "))
}

// bare is a name in lower case, without the dashes of a flag.
func bare(name string) string { return strings.TrimPrefix(strings.ToLower(name), "--") }

// isNear says that name may have been meant: typed is its beginning, or two
// slips away at most, in short names one.
func isNear(typed, name string) bool {
	slips := 2
	if len(typed) <= 3 {
		slips = 1
	}
	return typed != "" && (strings.HasPrefix(name, typed) || distance(typed, name) <= slips)
}

// distance is how many bytes are put in, left out, changed or swapped with the
// next one to get from a to b.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j]+change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
