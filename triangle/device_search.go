package triangle

// planDeviceSearch looks up the shorter of the two lists of an edge in the
// longer: binary search by several threads at once, as TriCore (Hu, Liu and
// Huang, SC 2018).
func planDeviceSearch(r *deviceRun, _ DeviceParams) func() { return planRows(r, "search", "search") }
