package graph

import "fmt"

// Order names a total rank of the vertices. The package comment gives the
// convention that all of them share.
type Order string

const (
	// OrderAuto lets the plan choose.
	OrderAuto Order = "auto"
	// OrderDegree ranks by falling degree, ties by smaller id.
	OrderDegree Order = "degree"
	// OrderAverageDegree is TCBW's order (Lin, Ouyang, He, Li, WISA 2023): with
	// d = |E|/|V|, vertices of degree >= d (centers) rank before all others, and
	// those of a class in the order of their ids. Where a graph is counted in parts, all
	// of its numbers are of records that are no loops: a vertex is a center if it
	// stands in |records|/|V| of them or more, duplicates included.
	OrderAverageDegree Order = "average-degree"
	// OrderDegeneracy is the smallest-last order (Matula and Beck 1983), the
	// degree labeling of Dias et al. reversed: rank 0 is removed last.
	OrderDegeneracy Order = "degeneracy"
	// OrderID keeps the order of the ids as given.
	OrderID Order = "id"
	// OrderRecords ranks by falling number of records that are no loops, ties by
	// smaller id: a ranking by degree before it is known which records are
	// duplicates. It is reported, and not to be asked for.
	OrderRecords Order = "records"
)

// Orders lists the orders that [ParseOrder] takes, OrderAuto first.
var Orders = []Order{OrderAuto, OrderDegree, OrderAverageDegree, OrderDegeneracy, OrderID}

// ParseOrder returns the order with this name.
func ParseOrder(name string) (Order, error) {
	for _, o := range Orders {
		if string(o) == name {
			return o, nil
		}
	}
	return "", fmt.Errorf("unknown order %q (one of %v)", name, Orders)
}
