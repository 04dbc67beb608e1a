package truss

import "github.com/tricycle-graph/tricycle/internal/par"

// sumUp makes each of some numbers the sum of all up to it. It returns the sum of all, also
// where the numbers have no room for that.
func sumUp(crew *par.Crew, numbers []uint32) (uint64, error) {
	size := max(len(numbers)/(4*crew.Workers()), scanned)
	before := make([]uint64, len(numbers)/size+2) // of each chunk
	err := crew.Chunks(len(numbers), size, func(_, first, last int) error {
		sum := uint64(0)
		for _, n := range numbers[first:last] {
			sum += uint64(n)
		}
		before[first/size+1] = sum
		return nil
	})
	if err != nil {
		return 0, err
	}
	for i := 1; i < len(before); i++ {
		before[i] += before[i-1]
	}
	return before[len(before)-1], crew.Chunks(len(numbers), size, func(_, first, last int) error {
		sum := uint32(before[first/size])
		for i := first; i < last; i++ {
			sum += numbers[i]
			numbers[i] = sum
		}
		return nil
	})
}
