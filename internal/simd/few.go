package simd

import "slices"

// FewKeys is how many keys SortFew takes.
const FewKeys = 128

func sortFew(keys []uint32) { slices.Sort(keys) }
