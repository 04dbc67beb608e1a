package gpucount

// planDeviceSearch looks the entries of the shorter list of an edge up in the
// longer, by binary search of all threads of a warp: TriCore (Hu, Liu and
// Huang, SC 2018).
//
// As there, the first levels of a search tree are kept in shared memory: of the
// row that the warp is in, 512 entries at even distances. All shorter lists of
// 32 edges are gone through as if they were one, so that no lane is idle where
// lists are short; TriCore has a warp on one edge.
//
// An edge costs s·log l, s and l the lengths of its shorter and its longer list.
func planDeviceSearch(r *deviceRun, _ Params) func() {
	kernel := r.kernel(r.load("search"), "search", 0)
	return func() { kernel.launchEntries() }
}
