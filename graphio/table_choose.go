package graphio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// choosePair returns the two columns of a table that hold the ids, among those that fit:
// those that are wanted, by name or by number in the table, or those that their names tell.
func choosePair(names []string, fit []int, wanted []string) (pair [2]int, err error) {
	if len(wanted) == 0 {
		if err := checkLost(names, fit); err != nil {
			return pair, err
		}
		fitting := make([]string, len(fit))
		for i, column := range fit {
			fitting[i] = names[column]
		}
		chosen, err := chooseColumns(fitting)
		if err != nil {
			return pair, fmt.Errorf("%w; name two of them", err)
		}
		return [2]int{fit[chosen[0]], fit[chosen[1]]}, nil
	}
	if len(wanted) != len(pair) {
		return pair, fmt.Errorf("two columns hold the ids, %d are named", len(wanted))
	}
	for i, name := range wanted {
		at := slices.IndexFunc(fit, func(column int) bool { return names[column] == name })
		if number, err := strconv.Atoi(name); at < 0 && err == nil {
			at = slices.Index(fit, number-1)
		}
		if at < 0 {
			return pair, fmt.Errorf("no column %q of whole numbers or strings", name)
		}
		pair[i] = fit[at]
	}
	if pair[0] == pair[1] {
		return pair, fmt.Errorf("two columns hold the ids, %q is named twice", wanted[0])
	}
	return pair, nil
}

// checkLost refuses a table in which the two columns of ids are clear from their names, and
// one of them cannot hold any: a missing value has made floating-point numbers of whole ones,
// perhaps, and two other columns must not be taken instead.
func checkLost(names []string, fit []int) error {
	pair, clear, tied := clearestPair(names)
	if clear == 0 || tied {
		return nil
	}
	for i, column := range pair {
		other := slices.Contains(fit, pair[1-i])
		if !slices.Contains(fit, column) && (other || clear > 1) {
			return fmt.Errorf("the columns %q and %q should hold the ids, and %q has neither whole numbers nor strings; write such, or name two columns", names[pair[0]], names[pair[1]], names[column])
		}
	}
	return nil
}

// chooseWeight returns the column of a table that holds the weights, among those of
// numbers: the one that is wanted or, where that is "", one that is called weight. It is
// negative where there is none of the kind.
func chooseWeight(names []string, isNumber func(column int) bool, wanted string) (int, error) {
	for at, name := range names {
		switch {
		case wanted == "" && isWeightName(name) && isNumber(at), wanted != "" && name == wanted && isNumber(at):
			return at, nil
		}
	}
	if wanted != "" {
		return -1, fmt.Errorf("no column %q of numbers", wanted)
	}
	return -1, nil
}

// checkMixed refuses ids of which one column is of strings and the other is not.
func checkMixed(names [2]string, text [2]bool) error {
	if text[0] == text[1] {
		return nil
	}
	return fmt.Errorf("of the columns %q and %q, one is of numbers and one of strings (others can be named)", names[0], names[1])
}

// chosenTable says which columns were taken, for Info.
func chosenTable(names []string, pair [2]int) *graph.Table {
	t := &graph.Table{}
	for i, column := range pair {
		t.Columns[i], t.Names[i] = strconv.Itoa(column+1), names[column]
	}
	return t
}

// mostShownColumns is how many columns a message lists.
const mostShownColumns = 6

// noPair is the error for a table without two columns of ids, of which each is described.
func noPair(described []string, floats bool) error {
	found := "no columns"
	if len(described) > 0 {
		found = strings.Join(described[:min(len(described), mostShownColumns)], ", ")
	}
	if more := len(described) - mostShownColumns; more > 0 {
		found += fmt.Sprintf(" and %d more", more)
	}
	if floats {
		found += "; floating-point numbers are no ids, write them as integers"
	}
	return &graph.InputError{Expected: "two columns of whole numbers or strings that hold the ids", Found: found}
}
