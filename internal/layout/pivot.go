package layout

import "math"

const (
	pivotsMost = 64
	powers     = 100 // steps of the power iteration
	apart      = 1.0 / 16
)

// pivotMDS places the vertices by the PivotMDS of Brandes and Pich (Eigensolver methods for
// progressive multidimensional scaling of large data, Graph Drawing 2006): classical scaling that
// has a column for each of some pivots alone, which are chosen as far from each other as
// can be. With k pivots it takes O(nk²) time. The scale is arbitrary.
func pivotMDS(d pairs) (x, y []float64) {
	columns := centred(d, pivots(d))
	u, v := twoEigenvectors(columns)
	x, y = make([]float64, d.n), make([]float64, d.n)
	for i := range d.n {
		for p, column := range columns {
			x[i] += float64(column[i] * u[p])
			y[i] += float64(column[i] * v[p])
		}
	}
	d.fit(x, y)
	part(x, y)
	return x, y
}

// pivots are some vertices, each as far as can be from the nearest one before it.
func pivots(d pairs) []int {
	chosen, nearest := []int{0}, append([]uint16(nil), d.row(0)...)
	for len(chosen) < min(pivotsMost, d.n) {
		next := 0
		for v, near := range nearest {
			if near > nearest[next] {
				next = v
			}
		}
		chosen = append(chosen, next)
		for v, away := range d.row(next) {
			nearest[v] = min(nearest[v], away)
		}
	}
	return chosen
}

// centred are the columns of the pivots: squares of distances, less the means of row and
// column, and halved.
func centred(d pairs, pivots []int) [][]float64 {
	columns := make([][]float64, len(pivots))
	rows := make([]float64, d.n) // sums
	all := 0.0
	for p, pivot := range pivots {
		columns[p] = make([]float64, d.n)
		sum := 0.0
		for v, away := range d.row(pivot) {
			square := float64(int(away) * int(away))
			columns[p][v] = square
			rows[v] += square
			sum += square
		}
		for v := range columns[p] {
			columns[p][v] -= sum / float64(d.n)
		}
		all += sum / float64(d.n)
	}
	k := float64(len(pivots))
	for _, column := range columns {
		for v := range column {
			column[v] = (rows[v]/k - all/k - column[v]) / 2
		}
	}
	return columns
}

// twoEigenvectors are those of CᵀC with the largest eigenvalues, about: the power iteration
// ends after a fixed number of steps, as nothing more than a beginning is asked for.
func twoEigenvectors(columns [][]float64) (u, v []float64) {
	k := len(columns)
	products := make([][]float64, k)
	for p := range products {
		products[p] = make([]float64, k)
		for q := range p + 1 {
			products[p][q] = dot(columns[p], columns[q])
			products[q][p] = products[p][q]
		}
	}
	u, v = make([]float64, k), make([]float64, k)
	for p := range k {
		u[p], v[p] = hashed(2*p), hashed(2*p+1)
	}
	next := make([]float64, k)
	for range powers {
		u, next = times(products, u, next), u
		unit(u)
		v, next = times(products, v, next), v
		along := dot(u, v)
		for p := range v {
			v[p] -= float64(along * u[p])
		}
		unit(v)
	}
	return u, v
}

// times returns the product of a matrix and a vector, in memory of the caller's.
func times(matrix [][]float64, vector, product []float64) []float64 {
	for p, row := range matrix {
		product[p] = dot(row, vector)
	}
	return product
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// unit scales a vector to length 1. A vector of zeros stays one.
func unit(vector []float64) {
	length := math.Sqrt(dot(vector, vector))
	if length == 0 {
		return
	}
	for i := range vector {
		vector[i] /= length
	}
}

// part moves vertices from places that others have, too: such vertices, of equal distance to
// all pivots, would never part again.
func part(x, y []float64) {
	taken := make(map[[2]float64]bool, len(x))
	for v := range x {
		place := [2]float64{math.Round(x[v] / apart), math.Round(y[v] / apart)}
		if taken[place] {
			x[v] += float64(apart * hashed(2*v))
			y[v] += float64(apart * hashed(2*v+1))
		}
		taken[place] = true
	}
}

// hashed is a number from -1 to 1 that looks random: the mixer of SplitMix64 (Steele, Lea and
// Flood, OOPSLA 2014).
func hashed(i int) float64 {
	z := (uint64(i) + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return float64(int64(z)>>11) / (1 << 52)
}
